import { Transform } from 'node:stream';
import { ApiError } from '../errors/catalogue.ts';
import type { DigestCheck } from './content-digest.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Holds the body of a signed request against the digest that its signature covers; null where there is nothing to hold. */
    signedDigest: DigestCheck | null;
  }
}

/** Throws AUTHENTICATION_REQUIRED unless the whole body, which was read to its end, is the one that was signed. */
export function assertSigned(check: DigestCheck): void {
  if (check.fits()) return;
  throw new ApiError('AUTHENTICATION_REQUIRED', { reason: 'The body is not the one that Content-Digest was made of' });
}

/** Lets a body through, and breaks it off at its end where it is not the one that was signed. */
export function signedBody(check: DigestCheck): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      check.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      try {
        assertSigned(check);
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}
