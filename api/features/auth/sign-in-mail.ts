import type { OutboxMessage, User } from '#schemas/generated/types.ts';
import { asMarkdown } from '#schemas/mail/merge-fields.ts';
import { storeOf } from '../../engine/store/store.ts';
import type { Config } from '../../platform/config/config.ts';
import { type MailContent, renderMail } from '../../platform/mail/content.ts';
import { guildToJoin } from '../guilds/sign-up.ts';
import { usersOfAddress } from '../users/by-address.ts';
import { requiresPasskey } from '../users/passkeys.ts';
import { lifetimeText, magicLinkFor } from './magic-link.ts';

const subject = 'Your sign-in link';
const ending = 'If you did not request it, you can ignore this message.';

/** Builds the sign-in mail with a magic link; null if the address belongs to nobody or to an inactive user. */
export async function composeSignInMail({ to, browser }: OutboxMessage, config: Config): Promise<MailContent | null> {
  const [address] = to;
  if (!address) return null;
  const [user, ...others] = await usersOfAddress(address);
  if (!user)
    return (await guildToJoin(address))
      ? await oneLink({ config, address, browser, greeting: 'Hello', user: null })
      : null;
  if (await requiresPasskey(user, config))
    return renderMail(
      'Sign in with your passkey',
      `Hello ${asMarkdown(user.name)},\n\nyour account signs in with a passkey only. Open the portal, and press “Sign in with a passkey” in its sign-in dialog:\n\n<${config.publicUrl}>\n\nIf you have lost it, an administrator can remove it from your account. ${ending}`,
    );
  if (others.length > 0) return await severalLinks([user, ...others], { config, address, browser });
  return await oneLink({ config, address, browser, greeting: `Hello ${asMarkdown(user.name)}`, user: user.id });
}

interface LinkRecipient {
  config: Config;
  address: string;
  /** Hash of the browser that requested the mail. */
  browser: string | null;
}

async function oneLink({
  greeting,
  user,
  ...recipient
}: LinkRecipient & { greeting: string; user: string | null }): Promise<MailContent> {
  const { url, code, minutes } = await magicLinkFor({ ...recipient, user });
  return renderMail(
    subject,
    `${greeting},\n\nopen this link to sign in to the portal. It works once, for ${lifetimeText(minutes)}.\n\n<${url}>\n\nOr enter this code in the browser where you requested it: **${code}**\n\n${ending}`,
  );
}

/** Unverified addresses are not reserved. If several accounts were created with the address, its owner chooses one. */
async function severalLinks(users: User[], recipient: LinkRecipient): Promise<MailContent> {
  const offers = await Promise.all(
    users.map(async (user) => {
      const { url, code, minutes } = await magicLinkFor({ ...recipient, user: user.id });
      const name = asMarkdown(`${user.name}, ${await placeOf(user)}:`);
      return { minutes, text: `${name}\n\n<${url}>\n\nCode: **${code}**\n` };
    }),
  );
  const shortest = Math.min(...offers.map(({ minutes }) => minutes));
  return renderMail(
    subject,
    `Hello,\n\nthis address was added to several accounts. Open the link of your account to sign in to the portal; the address then belongs to that account. Each link works once, for ${lifetimeText(shortest)}; the codes only in the browser where you requested the mail.\n\n${offers.map(({ text }) => text).join('\n')}\n${ending}`,
  );
}

/** Describes an account by its entities and guild, so that its owner recognizes it. */
async function placeOf(user: User): Promise<string> {
  const members = await storeOf('EntityMember').find({ filter: { user: user.id }, limit: 3 });
  const ids = members.map(({ entity }) => entity);
  const entities = await storeOf('Entity').find({ filter: { _id: { $in: ids } }, sort: ['name'] });
  const guild = user.guild === null ? null : await storeOf('Guild').findOne({ _id: user.guild });
  const names = [...entities, ...(guild ? [guild] : [])].map(({ name }) => name);
  return names.length > 0 ? names.join(', ') : 'without an organization';
}

/** Builds the mail with a link that verifies an address; null if the address is no longer pending. */
export async function composeVerificationMail(
  { to, user: id }: OutboxMessage,
  config: Config,
): Promise<MailContent | null> {
  const [address] = to;
  const user = id === null ? null : await storeOf('User').findOne({ _id: id, inactive: false });
  const isPending = user?.emailAddresses.some((each) => each.address === address && !each.verified);
  if (!address || !user || !isPending) return null;
  const { url, minutes } = await magicLinkFor({ config, kind: 'verifyAddress', user: user.id, address });
  return renderMail(
    'Verify your e-mail address',
    `Hello ${asMarkdown(user.name)},\n\nopen this link to verify the address ${asMarkdown(address)}, in a browser where you are signed in to the portal. It works once, for ${lifetimeText(minutes)}, and does not sign you in.\n\n<${url}>\n\nIf you did not request it, you can ignore this message.`,
  );
}
