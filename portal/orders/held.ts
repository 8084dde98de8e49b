import { ApiError } from '../api/ApiError.ts';
import type { OrderChanges } from './useOrderSaving.ts';

/** Why what is unsaved was not saved by itself: nobody answered, or the server said no to these very changes. */
export type Held =
  | { why: 'unanswered' }
  | { why: 'refused'; error: Error; changes: OrderChanges /** How often in a row. */; times: number };

/** A draft is saved at most this often by itself (design 6), and tried again this long after nobody answered; milliseconds. */
const pause = 2_000;
const retry = 10_000;
const longest = 120_000;

/** What an automatic save came to that failed. A server that is away or busy, or a session that ended, comes back. */
export function heldAfter(error: Error, changes: OrderChanges, before: Held | null): Held {
  const status = error instanceof ApiError ? error.status : 0;
  if (status < 400 || status >= 500 || status === 401 || status === 429) return { why: 'unanswered' };
  return { why: 'refused', error, changes, times: before?.why === 'refused' ? before.times + 1 : 1 };
}

/** How long until the next automatic save, in milliseconds: longer with each refusal. */
export function pauseOf(held: Held | null): number {
  if (held === null) return pause;
  return held.why === 'unanswered' ? retry : Math.min(pause * 2 ** held.times, longest);
}
