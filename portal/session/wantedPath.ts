import { ownPath } from '#schemas/access/own-path.ts';

/** The place that was asked for before signing in, kept for the tab in which the link of the mail opens. */
const key = 'wanted-path';
/** A link in a mail lives 10 minutes (design 5); a wish older than that is forgotten. */
const lifetime = 15 * 60 * 1000;

/** Keeps a path for the time after signing in. Home and the sign-in page itself are no wish. */
export function rememberWantedPath(path: string, now: number): void {
  const own = ownPath(path);
  if (!own || own === '/' || own.startsWith('/magic')) return;
  localStorage.setItem(key, JSON.stringify({ path: own, until: now + lifetime }));
}

/** The path that was asked for, once. */
export function takeWantedPath(now: number): string | undefined {
  const stored = localStorage.getItem(key);
  localStorage.removeItem(key);
  if (!stored) return undefined;
  const { path, until }: { path?: string; until?: number } = JSON.parse(stored);
  return until !== undefined && now < until ? ownPath(path) : undefined;
}
