import { randomBytes } from 'node:crypto';

/** Crockford's base32: no I, L, O, U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new reference code of 8 characters (design 6); that it is unique is the index's to say. */
export function newRefCode(): string {
  return Array.from(randomBytes(8), (byte) => alphabet[byte % 32]).join('');
}
