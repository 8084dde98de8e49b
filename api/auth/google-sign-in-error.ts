import { type GoogleSignInError, googleSignInErrors } from '#schemas/access/google-sign-in-errors.ts';
import { ApiError } from '../errors/catalogue.ts';

/** A failed Google sign-in. `word` is the code that the sign-in page shows a message for. */
export class GoogleSignInFailure extends ApiError {
  readonly refusal: GoogleSignInError;

  constructor(word: GoogleSignInError, cause?: unknown) {
    const { code, message } = googleSignInErrors[word];
    const needs = word === 'stale' ? { needs: 'RECENT_SIGN_IN' } : {};
    super(code, { reason: message, details: { google: word, ...needs }, cause });
    this.refusal = word;
  }
}
