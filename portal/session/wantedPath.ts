import { ownPath } from '#schemas/access/own-path.ts';
import { storedFields } from '../preferences/preferences.ts';

/** The place that was asked for before signing in, kept for the tab in which the link of the mail opens. */
const key = 'wanted-path';
/** A link in a mail lives 10 minutes (design 5); a wish older than that is forgotten. */
const lifetime = 15 * 60 * 1000;

/** Keeps a path for the time after signing in. Home and the sign-in page itself are no wish. */
export function rememberWantedPath(path: string, now: number): void {
  const own = ownPath(path);
  if (!own || own === '/' || own.startsWith('/magic')) return;
  try {
    localStorage.setItem(key, JSON.stringify({ path: own, until: now + lifetime }));
  } catch {
    // Storage is full or closed to us: signing in leads home.
    return;
  }
}

/** The path that was asked for, once; none where what is kept is no wish of ours, or nothing can be kept. */
export function takeWantedPath(now: number): string | undefined {
  try {
    const { path, until } = storedFields(localStorage.getItem(key));
    localStorage.removeItem(key);
    return typeof path === 'string' && typeof until === 'number' && now < until ? ownPath(path) : undefined;
  } catch {
    return undefined;
  }
}
