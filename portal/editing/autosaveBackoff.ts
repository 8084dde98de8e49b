import { ApiError, type FieldProblem } from '../api/ApiError.ts';

/**
 * Why an autosave failed: no answer, or the server rejected exactly these changes. `times` counts rejections in a row.
 */
export type AutosaveFailure<Changes = unknown> =
  | { reason: 'unanswered' }
  | { reason: 'rejected'; error: Error; changes: Changes; attempts: number };

/**
 * The autosave interval (design 6), the retry delay after a request without an answer, and the longest backoff;
 * milliseconds.
 */
const autosaveDelay = 2_000;
const retryDelay = 10_000;
const maxDelay = 120_000;

/** Classifies the error of a save: reload the record, wait for sign-in, retry, or report it. */
export function classifySaveError(error: unknown): 'outdated' | 'ended' | 'unanswered' | 'rejected' {
  const { status, code } = error instanceof ApiError ? error : { status: 0, code: 'UNKNOWN' };
  if (code === 'RESOURCE_CONFLICT' || code === 'RESOURCE_NOT_FOUND') return 'outdated';
  if (status === 401) return 'ended';
  // A server that is down or busy recovers: retry.
  return status < 400 || status >= 500 || status === 429 ? 'unanswered' : 'rejected';
}

/** The autosave failure after an error; counts consecutive rejections for the backoff. */
export function nextAutosaveFailure<Changes>(
  error: Error,
  changes: Changes,
  before: AutosaveFailure<Changes> | null,
): AutosaveFailure<Changes> {
  if (classifySaveError(error) !== 'rejected') return { reason: 'unanswered' };
  return { reason: 'rejected', error, changes, attempts: before?.reason === 'rejected' ? before.attempts + 1 : 1 };
}

/** The delay until the next autosave, in milliseconds: exponential backoff after rejections. */
export function autosaveBackoff(failure: AutosaveFailure | null): number {
  if (failure === null) return autosaveDelay;
  return failure.reason === 'unanswered' ? retryDelay : Math.min(autosaveDelay * 2 ** failure.attempts, maxDelay);
}

/** The field errors of a failed save. */
export const fieldErrors = (error: Error | null | undefined): FieldProblem[] =>
  error instanceof ApiError ? error.fields : [];
