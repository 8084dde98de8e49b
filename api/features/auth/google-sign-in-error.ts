import { type GoogleSignInError, googleSignInErrors } from '#schemas/access/google-sign-in-errors.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';

/** A failed Google sign-in. `refusal` is the key of the message that the sign-in page shows. */
export class GoogleSignInFailure extends ApiError {
  readonly refusal: GoogleSignInError;

  constructor(refusal: GoogleSignInError, cause?: unknown) {
    const { code, message } = googleSignInErrors[refusal];
    const needs = refusal === 'stale' ? { needs: 'RECENT_SIGN_IN' } : {};
    super(code, { reason: message, details: { google: refusal, ...needs }, cause });
    this.refusal = refusal;
  }
}
