import type { FastifyRequest } from 'fastify';
import { fromNow } from '../../platform/clock/clock.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { assertInPerson } from './actor.ts';
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

/**
 * Maximum age of a sign-in for changing sign-in methods, roles or memberships, in milliseconds (step-up authentication,
 * design 5).
 */
const maxAge = 15 * 60_000;

/**
 * Returns whether the viewer signed in recently, so that a session left open cannot be used to take over an account.
 */
export const isSignedInRecently = ({ signedInAt }: Viewer): boolean =>
  signedInAt !== undefined && signedInAt >= fromNow(-maxAge).toISOString();

/** Throws REQUEST_DENIED unless the viewer signed in recently, in person, without impersonation. */
export function assertFreshSignIn(viewer: Viewer): void {
  assertInPerson(viewer);
  if (isSignedInRecently(viewer)) return;
  throw new ApiError('REQUEST_DENIED', {
    reason: 'Sign in again first: this requires a sign-in within the last 15 minutes',
    // The UI checks this code to send the user through sign-in and back.
    details: { needs: 'RECENT_SIGN_IN' },
  });
}
