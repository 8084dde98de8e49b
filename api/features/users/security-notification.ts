import type { User } from '#schemas/generated/types.ts';
import { asMarkdown } from '#schemas/mail/merge-fields.ts';
import { type Actor, actingPerson, actorName } from '../../engine/access/actor.ts';
import { enqueueMail } from '../../engine/mail/outbox.ts';
import { renderMail } from '../../platform/mail/content.ts';

type By = Actor & { user: Pick<User, 'id' | 'name'> };

interface Change {
  before: User;
  after: User;
  by: By;
}

/**
 * Security notification: mails the owner each sign-in method that a change added, changed or removed, to the primary
 * address and also to the previous one if it changed (design 4). Call it in the transaction of the change.
 */
export async function notifyOwner({ before, after, by }: Change): Promise<void> {
  const changes = [...changedAddresses(before, after), ...changedProviders(before, after)];
  await mailChanges({ owner: after, changes, by, addresses: new Set([before.email, after.email]) });
}

/** Security notification about a passkey: `change` is a sentence. Call it in the transaction of the change. */
export async function notifyOfPasskey({ owner, change, by }: { owner: User; change: string; by: By }): Promise<void> {
  await mailChanges({ owner, changes: [change], by, addresses: new Set([owner.email]) });
}

interface SecurityMail {
  owner: User;
  /** Sentences. */
  changes: string[];
  by: By;
  addresses: Set<string>;
}

async function mailChanges({ owner, changes, by, addresses }: SecurityMail): Promise<void> {
  if (changes.length === 0) return;
  const byWhom =
    actingPerson(by)?.id === owner.id
      ? 'This was done in one of your own sessions'
      : `This was done by ${actorName(by)}`;
  const content = renderMail(
    'A sign-in method of your account was changed',
    `Hello ${asMarkdown(owner.name)},\n\nthe sign-in methods of your account were changed:\n\n${changes
      .map((change) => `- ${asMarkdown(change)}\n`)
      .join('')}\n${asMarkdown(byWhom)}. If you did not expect this, contact your administrator.`,
  );
  for (const address of addresses) await enqueueMail({ to: [address], ...content });
}

function changedAddresses(before: User, after: User): string[] {
  const earlier = new Map(before.emailAddresses.map((each) => [each.address, each]));
  const now = new Map(after.emailAddresses.map((each) => [each.address, each]));
  const removed = [...earlier.keys()].filter((address) => !now.has(address));
  return [
    ...removed.map((address) => `The e-mail address ${address} was removed.`),
    ...[...now.values()].flatMap(({ address, verified }) => {
      const known = earlier.get(address);
      if (!known) return [`The e-mail address ${address} was added${verified ? '.' : ', and is not verified yet.'}`];
      return verified && !known.verified
        ? [`The e-mail address ${address} was verified and can now be used to sign in.`]
        : [];
    }),
    ...(before.email === after.email ? [] : [`Mail is now sent to ${after.email} instead of ${before.email}.`]),
  ];
}

/** Magic links follow from the addresses and are reported with them. */
function changedProviders(before: User, after: User): string[] {
  const handmade = ({ authProviders }: User) => authProviders.filter(({ type }) => type !== 'MAGIC');
  const [earlier, now] = [handmade(before), handmade(after)];
  return [
    ...earlier
      .filter(({ id }) => !now.some((each) => each.id === id))
      .map(({ type, key, label = key }) => `Sign-in with ${words[type]} (${label}) was removed.`),
    ...now.flatMap(({ id, type, key, label = key, challenge }) => {
      const known = earlier.find((each) => each.id === id);
      if (!known) return [`Sign-in with ${words[type]} (${label}) was added.`];
      return [
        ...(known.key === key ? [] : [`Sign-in with ${words[type]} was changed from ${known.key} to ${key}.`]),
        ...(known.challenge === challenge ? [] : [`The password of ${key} was changed.`]),
      ];
    }),
  ];
}

const words: Record<User['authProviders'][number]['type'], string> = {
  BASIC: 'user name and password',
  GOOGLE: 'Google',
  MAGIC: 'an e-mail link',
  API_HMAC: 'an API key',
  API_TOKEN: 'an API token',
};
