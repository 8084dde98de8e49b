import type { FastifyRequest } from 'fastify';
import { signInRequired, type Viewer } from './viewer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user or API key; null when signed out. */
    viewer: Viewer | null;
  }
}

/** Returns the viewer of a request. Throws AUTHENTICATION_REQUIRED when nobody is signed in. */
export function signedIn(request: FastifyRequest): Viewer {
  if (!request.viewer) throw signInRequired();
  return request.viewer;
}
