/** A place to go on to after signing in is no longer, in characters: it is kept in a cookie meanwhile. */
export const longestPath = 1_000;

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
