/** The place that was asked for before signing in, kept for the tab in which the link of the mail opens. */
const key = 'wanted-path';
/** A link in a mail lives 10 minutes (design 5); a wish older than that is forgotten. */
const lifetime = 15 * 60 * 1000;

/** A path of this product, or nothing: another site's address is never followed (design 5). */
export function ownPath(text: string | null | undefined): string | undefined {
  if (!text?.startsWith('/')) return undefined;
  const base = 'https://portal.invalid';
  try {
    const { origin, pathname, search } = new URL(text, base);
    // `/.//host` is a path of ours that, written shorter, names another host.
    return origin === base && !pathname.startsWith('//') ? `${pathname}${search}` : undefined;
  } catch {
    // Not an address at all.
    return undefined;
  }
}

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
