/** What a request asks for, from its path on: a target may name a scheme and a host before it (RFC 9112, absolute form). */
export function pathAsked(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** The same as a path that a browser takes for one of this host: behind two slashes, of either kind, it reads another's name. */
export function ownPath(target: string): string {
  return pathAsked(target).replace(/^[/\\]+/, '/');
}
