import type { FastifyRequest } from 'fastify';
import { signInRequired, type Viewer } from './viewer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null when signed out. */
    viewer: Viewer | null;
  }
}

/** The person behind a request. Throws AUTHENTICATION_REQUIRED when nobody is signed in. */
export function signedIn(request: FastifyRequest): Viewer {
  if (!request.viewer) throw signInRequired();
  return request.viewer;
}
