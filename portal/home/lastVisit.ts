import { parseStoredFields } from '../preferences/preferences.ts';

/** Inactivity after which a new visit starts; milliseconds. */
const pause = 1_800_000;

interface Visit {
  /** The end of the previous visit; null if there was none. */
  since: string | null;
  /** The last activity of this visit. */
  at: string;
}

/**
 * Returns the current visit, from the stored one: the same visit within half an hour of its last activity, else a new
 * one since its end. An invalid stored value counts as none.
 */
export function nextVisit(stored: string | null, now: Date): Visit {
  const at = now.toISOString();
  const before = visitIn(stored);
  if (!before) return { since: null, at };
  const isSame = now.getTime() - Date.parse(before.at) < pause;
  return { since: isSame ? before.since : before.at, at };
}

/**
 * Stores the visit of this person in this browser (localStorage). Returns the time since which changes are new to them.
 */
export function recordVisit(userId: string): string | null {
  const key = `_v3seen:${userId}`;
  try {
    const now = nextVisit(localStorage.getItem(key), new Date());
    localStorage.setItem(key, JSON.stringify(now));
    return now.since;
  } catch {
    // Without storage, nothing can be marked as new.
    return null;
  }
}

function visitIn(stored: string | null): Visit | null {
  const { since = null, at } = parseStoredFields(stored);
  return isTime(at) && (since === null || isTime(since)) ? { since, at } : null;
}

const isTime = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value));
