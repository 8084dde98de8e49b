import { safeRedirectPath } from '#schemas/access/redirect-path.ts';
import { parseStoredFields } from '../preferences/preferences.ts';

/**
 * The path to return to after signing in (redirect target), in localStorage, because the mail's link may open another
 * tab.
 */
const key = 'return-path';
/** A magic link is valid for 10 minutes (design 5); older paths are ignored. */
const lifetime = 15 * 60 * 1000;

/** Stores the path to return to after signing in. Ignores Home, the sign-in page, and paths outside of the portal. */
export function storeReturnPath(path: string, now: number): void {
  const safePath = safeRedirectPath(path);
  if (!safePath || safePath === '/' || safePath.startsWith('/magic')) return;
  try {
    localStorage.setItem(key, JSON.stringify({ path: safePath, until: now + lifetime }));
  } catch {
    // Storage is full or disabled: signing in leads Home.
    return;
  }
}

/**
 * Returns and removes the stored path. Returns undefined if it is missing, expired or invalid, or storage is disabled.
 */
export function consumeReturnPath(now: number): string | undefined {
  try {
    const { path, until } = parseStoredFields(localStorage.getItem(key));
    localStorage.removeItem(key);
    return typeof path === 'string' && typeof until === 'number' && now < until ? safeRedirectPath(path) : undefined;
  } catch {
    return undefined;
  }
}
