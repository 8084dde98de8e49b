import { type GoogleSignInError, googleSignInErrors } from '#schemas/access/google-sign-in-errors.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';

/** A failed Google sign-in. `signInError` is the key of the message that the sign-in page shows. */
export class GoogleSignInFailure extends ApiError {
  readonly signInError: GoogleSignInError;

  constructor(signInError: GoogleSignInError, cause?: unknown) {
    const { code, message } = googleSignInErrors[signInError];
    const needs = signInError === 'stale' ? { needs: 'RECENT_SIGN_IN' } : {};
    super(code, { reason: message, details: { google: signInError, ...needs }, cause });
    this.signInError = signInError;
  }
}
