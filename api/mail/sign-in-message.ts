import type { OutboxMessage } from '#schemas/generated/types.ts';
import { createSignInLink } from '../auth/link.ts';
import type { Config } from '../config/config.ts';
import { signUp } from '../guilds/sign-up.ts';
import { store } from '../resource/store.ts';

/** The text of a sign-in mail, with a link made just now; null for an address that is nobody's or an inactive user's. */
export async function signInText(
  { to }: OutboxMessage,
  config: Config,
): Promise<{ subject: string; text: string } | null> {
  const [address] = to;
  if (!address) return null;
  const known = await store('User').findOne({ 'emailAddresses.address': address });
  const user = known ?? (await signUp(address));
  if (!user || user.inactive) return null;
  const link = await createSignInLink({ user, config, address });
  return {
    subject: 'Your sign-in link',
    text: `Hello ${user.name},\n\nopen this link to sign in to the portal. It works once, for ten minutes.\n\n${link}\n\nIf you did not ask for it, nothing needs to be done.\n`,
  };
}
