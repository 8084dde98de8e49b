import { ApiError, type FieldProblem } from '../api/ApiError.ts';

/** Why what is unsaved was not saved by itself: nobody answered, or the server said no to these very changes. */
export type Held<Changes = unknown> =
  | { why: 'unanswered' }
  | { why: 'refused'; error: Error; changes: Changes /** How often in a row. */; times: number };

/** A record is saved by itself at most this often (design 6), and tried again this long after nobody answered; milliseconds. */
const pause = 2_000;
const retry = 10_000;
const longest = 120_000;

/** What the failure of a save means for the record: read it anew, wait for the person, try again, or tell. */
export function failureOf(error: unknown): 'outdated' | 'ended' | 'unanswered' | 'refused' {
  const { status, code } = error instanceof ApiError ? error : { status: 0, code: 'UNKNOWN' };
  if (code === 'RESOURCE_CONFLICT' || code === 'RESOURCE_NOT_FOUND') return 'outdated';
  if (status === 401) return 'ended';
  // A server that is away or busy comes back.
  return status < 400 || status >= 500 || status === 429 ? 'unanswered' : 'refused';
}

/** What an automatic save came to that failed. */
export function heldAfter<Changes>(error: Error, changes: Changes, before: Held<Changes> | null): Held<Changes> {
  if (failureOf(error) !== 'refused') return { why: 'unanswered' };
  return { why: 'refused', error, changes, times: before?.why === 'refused' ? before.times + 1 : 1 };
}

/** How long until the next automatic save, in milliseconds: longer with each refusal. */
export function pauseOf(held: Held | null): number {
  if (held === null) return pause;
  return held.why === 'unanswered' ? retry : Math.min(pause * 2 ** held.times, longest);
}

/** What a refusal says of places in the record. */
export const faultsIn = (error: Error | null | undefined): FieldProblem[] =>
  error instanceof ApiError ? error.fields : [];
