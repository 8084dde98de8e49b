import { type GoogleRefusal, googleRefusals } from '#schemas/access/google-refusals.ts';
import { ApiError } from '../errors/catalogue.ts';

/** A refusal of signing in with Google, which a page tells by its word. */
export class GoogleRefused extends ApiError {
  readonly word: GoogleRefusal;

  constructor(word: GoogleRefusal, cause?: unknown) {
    const { code, message } = googleRefusals[word];
    const needs = word === 'stale' ? { needs: 'RECENT_SIGN_IN' } : {};
    super(code, { reason: message, details: { google: word, ...needs }, cause });
    this.word = word;
  }
}
