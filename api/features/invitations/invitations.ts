import type { Entity, EntityMember, Invitation, OutboxMessage, User } from '#schemas/generated/types.ts';
import { asMarkdown } from '#schemas/mail/merge-fields.ts';
import { actorName } from '../../engine/access/actor.ts';
import { assertFreshSignIn } from '../../engine/access/signed-in.ts';
import type { Viewer } from '../../engine/access/viewer.ts';
import { enqueueMail } from '../../engine/mail/outbox.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { storeOf } from '../../engine/store/store.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import { hourlyRateLimit } from '../../platform/database/rate-limiter.ts';
import { absoluteUrl, type MailContent, renderMail } from '../../platform/mail/content.ts';
import { assertMailRateLimit, mailboxOf } from '../../platform/mail/limits.ts';
import { hashSecret } from '../../platform/secrets/secrets.ts';
import { lockOrganization } from '../entities/client-entity.ts';
import { guildToJoin } from '../guilds/sign-up.ts';
import { usersOfAddress } from '../users/by-address.ts';

/** Invitations expire after this time; milliseconds. */
export const invitationLifetime = 14 * 86_400_000;

/** Rate limit of invitations per sender and mailbox, whatever becomes of them. */
const assertWithinAddressLimit = hourlyRateLimit({
  name: 'invitation-address',
  hourly: 3,
  reason: 'This address has been invited too often; try again later',
});

/**
 * Invitation hooks (membership by e-mail address). Inviting does not reveal whether the address is known: each
 * invitation enqueues one message, and the worker decides whether to send it.
 */
export const invitations: ResourceHooks<Invitation> = {
  createErrors: ['RATE_LIMITED'],
  async beforeWrite({ viewer, changes }) {
    assertFreshSignIn(viewer);
    const address = changes.address?.toLowerCase() ?? '';
    const entity = changes.entity ? await lockOrganization(changes.entity) : null;
    // MongoDB's TTL monitor takes up to a minute; delete expired invitations now, so that they do not block a new one.
    await storeOf('Invitation').deleteMany({ entity: entity?.id, address, expires: { $lte: now() } });
    await assertMailRateLimit(viewer.user.id);
    await assertWithinAddressLimit(`${viewer.user.id} ${hashSecret(mailboxOf(address))}`);
    const expires = fromNow(invitationLifetime).toISOString();
    return { ...changes, address, by: viewer.user.id, expires, treeScope: entity?.treeScope ?? [] };
  },
  async afterWrite(invitation, { action, viewer }) {
    if (action === 'create') await sendInvitation(invitation, viewer);
  },
};

/**
 * Invites the owner of an address to the entities of a new account with that address, which the viewer created without
 * being able to read the owner (design 4): the owner accepts in a session of their own. The response to the viewer is
 * the same as for an unknown address, so the rate limits of invitations do not apply: they would reveal the owner.
 */
export async function inviteOwner(
  { email: address }: Pick<User, 'email'>,
  memberships: Pick<EntityMember, 'entity' | 'flags'>[],
  viewer: Viewer,
): Promise<void> {
  const entities = memberships.map(({ entity }) => entity);
  const open = await storeOf('Invitation').find({ filter: { address, entity: { $in: entities } }, only: ['entity'] });
  for (const { entity: id, flags } of memberships) {
    const entity = open.some((each) => each.entity === id) ? null : await lockOrganization(id);
    if (!entity) continue;
    const { treeScope } = entity;
    const expires = fromNow(invitationLifetime).toISOString();
    const invitation = { address, entity: id, flags, by: viewer.user.id, expires, treeScope };
    await sendInvitation(await storeOf('Invitation').insert(invitation), viewer);
  }
}

/** Withdraws the viewer's invitations of an address to the entities of an account that ends before anybody used it. */
export async function withdrawInvitations({ id, email: address }: User, viewer: Viewer): Promise<void> {
  const members = await storeOf('EntityMember').find({ filter: { user: id }, only: ['entity'] });
  const entities = members.map(({ entity }) => entity);
  await storeOf('Invitation').deleteMany({ address, by: viewer.user.id, entity: { $in: entities } });
}

async function sendInvitation({ address, entity: id }: Invitation, viewer: Viewer): Promise<void> {
  const entity = await storeOf('Entity').findOne({ _id: id });
  const message = entity ? messageOf(entity, viewer) : {};
  await enqueueMail({ kind: 'invitation', to: [address], by: viewer.user.id, ...message });
}

function messageOf({ name }: Entity, viewer: Viewer) {
  const sender = actorName(viewer);
  return renderMail(
    `${sender} invites you to ${name}`,
    `Hello,\n\n${asMarkdown(sender)} invites you to become a member of ${asMarkdown(name)} in the portal. Sign in with this address and accept or decline in your settings:\n\n<${absoluteUrl('/settings')}>\n\nNothing changes before you accept. If you do not want to, nothing needs to be done: the invitation ends after two weeks.`,
  );
}

/**
 * Returns the invitation mail if someone can sign in with the address; otherwise null, because strangers get no mail.
 */
export async function composeInvitationMail({
  to,
  subject = '',
  text = '',
  html,
}: OutboxMessage): Promise<MailContent | null> {
  const [address = ''] = to;
  const [user] = await usersOfAddress(address);
  return user || (await guildToJoin(address)) ? { subject, text, html } : null;
}
