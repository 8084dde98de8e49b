/** The longest redirect path, in characters. It is stored in a cookie during sign-in. */
export const maxRedirectPathLength = 1_000;

/**
 * Validates a redirect target (open redirect protection): returns the path and query if it is on this site, else
 * undefined (design 5).
 */
export function safeRedirectPath(text: string | null | undefined): string | undefined {
  if (!text?.startsWith('/')) return undefined;
  const base = 'https://portal.invalid';
  try {
    const { origin, pathname, search } = new URL(text, base);
    // `/.//host` starts with a slash, but normalizes to `//host`, which names another host.
    return origin === base && !pathname.startsWith('//') ? `${pathname}${search}` : undefined;
  } catch {
    // Not a valid URL.
    return undefined;
  }
}
