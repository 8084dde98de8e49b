/** Returns the path and query of a request target, which may be in absolute form with scheme and host (RFC 9112). */
export function requestPath(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/**
 * Returns a path that is safe to redirect to (open redirect protection): browsers interpret two leading slashes or
 * backslashes as another host.
 */
export function safeRedirectPath(target: string): string {
  return requestPath(target).replace(/^[/\\]+/, '/');
}
