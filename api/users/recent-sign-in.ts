import type { Viewer } from '../access/viewer.ts';
import { fromNow } from '../clock/clock.ts';
import { ApiError } from '../errors/catalogue.ts';

/** How long after signing in a way to sign in may be added (design 5); milliseconds. */
const recently = 15 * 60_000;

/** Whether the viewer signed in a short while ago: a session left open must not give the account away. */
export const isSignedInRecently = ({ signedInAt }: Viewer): boolean =>
  signedInAt !== undefined && signedInAt >= fromNow(-recently).toISOString();

/** Throws REQUEST_DENIED unless the viewer signed in a short while ago. */
export function assertSignedInRecently(viewer: Viewer): void {
  if (isSignedInRecently(viewer)) return;
  throw new ApiError('REQUEST_DENIED', {
    reason: 'Sign in again first: this needs a sign-in of the last 15 minutes',
    // What a page knows it by, to lead there and back.
    details: { needs: 'RECENT_SIGN_IN' },
  });
}
