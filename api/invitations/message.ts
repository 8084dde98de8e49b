import type { OutboxMessage } from '#schemas/generated/types.ts';
import { guildToJoin } from '../guilds/sign-up.ts';
import type { Content } from '../mail/content.ts';
import { usersOfAddress } from '../users/by-address.ts';

/** What an invitation says, to somebody who can sign in by the address; null for an address that is nobody's: no stranger is written to. */
export async function invitationText({ to, subject = '', text = '', html }: OutboxMessage): Promise<Content | null> {
  const [address = ''] = to;
  const [user] = await usersOfAddress(address);
  return user || (await guildToJoin(address)) ? { subject, text, html } : null;
}
