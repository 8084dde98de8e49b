import type { OutboxMessage } from '#schemas/generated/types.ts';
import { asMarkdown } from '#schemas/mail/merge-fields.ts';
import { storeOf } from '../../engine/store/store.ts';
import type { Config } from '../../platform/config/config.ts';
import { type MailContent, renderMail } from '../../platform/mail/content.ts';
import { lifetimeText, magicLinkFor } from './magic-link.ts';

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
