import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, fit for an address (design 5). */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret: enough to recognise it, never to use it. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
