/**
 * Whether a passkey was added or used in this browser. Only then the sign-in dialog loads the code that offers passkeys in
 * the autofill list; elsewhere it loads with a press.
 */
const key = 'passkey-used';

/** Whether this browser has added or used a passkey. */
export const hasUsedPasskey = (): boolean => localStorage.getItem(key) !== null;

/** Remembers that this browser has added or used a passkey. */
export const rememberPasskeyUse = (): void => localStorage.setItem(key, '1');
