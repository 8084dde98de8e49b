import { fromNow } from '../clock/clock.ts';
import { ApiError } from '../errors/catalogue.ts';
import { assertInPerson } from './actor.ts';
import type { Viewer } from './viewer.ts';

/** How long after signing in a way to sign in, a role or a membership may be changed (design 5); milliseconds. */
const recently = 15 * 60_000;

/** Whether the viewer signed in a short while ago: a session left open must not give an account away. */
export const isSignedInRecently = ({ signedInAt }: Viewer): boolean =>
  signedInAt !== undefined && signedInAt >= fromNow(-recently).toISOString();

/** Throws REQUEST_DENIED unless the viewer is a person who acts for nobody else and signed in a short while ago. */
export function assertFreshSignIn(viewer: Viewer): void {
  assertInPerson(viewer);
  if (isSignedInRecently(viewer)) return;
  throw new ApiError('REQUEST_DENIED', {
    reason: 'Sign in again first: this needs a sign-in of the last 15 minutes',
    // What a page knows it by, to lead there and back.
    details: { needs: 'RECENT_SIGN_IN' },
  });
}
