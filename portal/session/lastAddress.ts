import type { User } from '#schemas/generated/types.ts';

/** The address of who is signed in here: offered again where their session has ended unseen, gone once they sign out. */
const key = 'signed-in-address';

export const lastAddress = (): string => localStorage.getItem(key) ?? '';

/** Whoever acts for somebody comes back as themselves. */
export function rememberAddress({ email, proxiedBy }: User): void {
  if (email && !proxiedBy) localStorage.setItem(key, email);
}

export const forgetAddress = (): void => localStorage.removeItem(key);
