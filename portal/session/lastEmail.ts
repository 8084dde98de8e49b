import type { User } from '#schemas/generated/types.ts';

/**
 * The e-mail address of the last signed-in person, to prefill the sign-in after the session has expired. Signing out
 * removes it.
 */
const key = 'signed-in-address';

/** Returns the stored e-mail address; '' if there is none. */
export const lastEmail = (): string => localStorage.getItem(key) ?? '';

/** Somebody who acts for another person signs in as themselves, so do not store that address. */
export function storeLastEmail({ email, proxiedBy }: User): void {
  if (email && !proxiedBy) localStorage.setItem(key, email);
}

/** Removes the stored e-mail address after a sign-out. */
export const clearLastEmail = (): void => localStorage.removeItem(key);
