import { Transform } from 'node:stream';
import { ApiError } from '../errors/catalogue.ts';
import type { BodyDigest } from './content-digest.ts';

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
