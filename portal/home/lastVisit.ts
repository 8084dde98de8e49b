import { storedFields } from '../preferences/preferences.ts';

/** A visit begins when nobody was here for so long; milliseconds. */
const pause = 1_800_000;

interface Visit {
  /** When the visit before was last here; null where there was none. */
  since: string | null;
  /** When this visit was last here. */
  at: string;
}

/**
 * The visit that somebody who is here now is on, from what was kept of it: going on within half an hour, else a new one since
 * the end of that. What can not be read is no visit.
 */
export function visitNow(kept: string | null, now: Date): Visit {
  const at = now.toISOString();
  const before = visitIn(kept);
  if (!before) return { since: null, at };
  const isSame = now.getTime() - Date.parse(before.at) < pause;
  return { since: isSame ? before.since : before.at, at };
}

/** Notes that this person is here now, in this browser, and answers since when to tell what is new. */
export function visit(userId: string): string | null {
  const key = `_v3seen:${userId}`;
  try {
    const now = visitNow(localStorage.getItem(key), new Date());
    localStorage.setItem(key, JSON.stringify(now));
    return now.since;
  } catch {
    // A browser that keeps nothing can not tell what is new.
    return null;
  }
}

function visitIn(kept: string | null): Visit | null {
  const { since = null, at } = storedFields(kept);
  return isTime(at) && (since === null || isTime(since)) ? { since, at } : null;
}

const isTime = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value));
