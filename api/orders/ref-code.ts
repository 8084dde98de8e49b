import { randomBytes } from 'node:crypto';

/** Crockford's base32 alphabet: no I, L, O, U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a random reference code of 8 characters (design 6). The unique index detects collisions. */
export function newRefCode(): string {
  return Array.from(randomBytes(8), (byte) => alphabet[byte % 32]).join('');
}
