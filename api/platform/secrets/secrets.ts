import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** A random secret of 256 bits in base64url, usable in URLs (design 5). */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text has the format of such a secret. */
export const isSecret = (text: string): boolean => /^[\w-]{43}$/.test(text);

/**
 * Derives a 32-byte key for one purpose from the product's secret key (HKDF). Keys for different purposes are
 * independent.
 */
export function deriveKey(purpose: string, secretKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32));
}

/** Returns a fingerprint of a secret key that does not reveal it. */
export const keyFingerprint = (secretKey: string): string =>
  hmacOf(deriveKey('backup manifests', secretKey), '').slice(0, 22);

/** Names the keys of this installation by their fingerprints, for messages. */
export function describeKeys([current = '', ...old]: readonly string[]): string {
  const own = `SECRET_KEY has the fingerprint ${keyFingerprint(current)}`;
  return old.length === 0 ? own : `${own}, SECRET_KEY_OLD ${old.map(keyFingerprint).join(', ')}`;
}

/** Signs a text with HMAC-SHA-256. */
export function hmacOf(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** The SHA-256 hash of a secret for storage: it can be recognized but not used. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Compares two secrets in constant time. */
export function isEqualSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
