import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** 256 random bits, fit for an address (design 5). */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text looks like one of these. */
export const isSecret = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** A key of 32 bytes for one purpose, derived from the product's secret: what one key signs or seals, no other accepts. */
export function keyFor(purpose: string, secretKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32));
}

/** A text that only who has the key can make of another one (HMAC-SHA-256). */
export function signedText(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** What is stored of a secret: enough to recognise it, never to use it. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
