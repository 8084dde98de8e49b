import { createHash } from 'node:crypto';
import { dictionaryOf } from './structured-fields.ts';

/** The digests of RFC 9530 that we take; all others are too weak, or unknown. */
const algorithms: Record<string, string> = { 'sha-256': 'sha256', 'sha-512': 'sha512' };

/** Takes in a body piece by piece, and says at its end whether it is the one that the digest was made of. */
export interface DigestCheck {
  update(chunk: Buffer): void;
  fits(): boolean;
}

/** What holds a body against its Content-Digest; null for a field without a digest that we take. */
export function digestCheck(field: string): DigestCheck | null {
  const digests = [...(dictionaryOf(field) ?? [])].flatMap(([name, { value }]) => {
    const algorithm = Object.hasOwn(algorithms, name) ? algorithms[name] : undefined;
    return algorithm && value instanceof Buffer ? [{ told: value, hash: createHash(algorithm) }] : [];
  });
  if (digests.length === 0) return null;
  return {
    update: (chunk) => {
      for (const { hash } of digests) hash.update(chunk);
    },
    // Of several each must fit: a sender who errs in one of them may err in the body as well.
    fits: () => digests.every(({ told, hash }) => hash.digest().equals(told)),
  };
}
