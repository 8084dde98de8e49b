import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { ApiError } from '../errors/catalogue.ts';
import { parseDictionary } from './structured-fields.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Compares the body of a signed request with the digest that its signature covers; null for other requests. */
    signedDigest: BodyDigest | null;
  }
}

/** Throws AUTHENTICATION_REQUIRED unless the body, which was read to its end, matches the signed digest. */
export function assertDigestMatches(check: BodyDigest): void {
  if (check.fits()) return;
  throw new ApiError('AUTHENTICATION_REQUIRED', { reason: 'The body does not match Content-Digest' });
}

/** A stream that passes a body through and fails at its end if it does not match the signed digest. */
export function digestCheckStream(check: BodyDigest): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      check.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      try {
        assertDigestMatches(check);
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}

/** Supported digest algorithms of RFC 9530; others are too weak or unknown. */
const algorithms: Record<string, string> = { 'sha-256': 'sha256', 'sha-512': 'sha512' };

/** Computes the digest of a streamed body and compares it at the end. */
export interface BodyDigest {
  update(chunk: Buffer): void;
  fits(): boolean;
}

/** Creates the check for a Content-Digest header; null when it has no supported digest. */
export function digestCheck(field: string): BodyDigest | null {
  const digests = [...(parseDictionary(field) ?? [])].flatMap(([name, { value }]) => {
    const algorithm = Object.hasOwn(algorithms, name) ? algorithms[name] : undefined;
    return algorithm && value instanceof Buffer ? [{ expected: value, hash: createHash(algorithm) }] : [];
  });
  if (digests.length === 0) return null;
  return {
    update: (chunk) => {
      for (const { hash } of digests) hash.update(chunk);
    },
    // All digests must match: a sender who computes one of them wrong may have the body wrong as well.
    fits: () => digests.every(({ expected, hash }) => hash.digest().equals(expected)),
  };
}
