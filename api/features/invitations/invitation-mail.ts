import type { OutboxMessage } from '#schemas/generated/types.ts';
import type { MailContent } from '../../platform/mail/content.ts';
import { guildToJoin } from '../guilds/sign-up.ts';
import { usersOfAddress } from '../users/by-address.ts';

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
