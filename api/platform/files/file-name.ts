const maxLength = 200;
/**
 * Characters removed from names: control characters, unpaired surrogates, and bidirectional marks that make a name read
 * backwards.
 */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * Sanitizes a file name (design 8): removes folders, unprintable characters and leading dots, truncates to 200
 * characters with the extension retained. Returns `file` if nothing is left.
 */
export function sanitizeFileName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  // Limit the length first, because the trailing-dots pattern is quadratic.
  const name = last
    .slice(-1_000)
    .replace(unprintable, '')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  return name === '' ? 'file' : truncate(name);
}

/** Returns the extension in lower case without its dot, or '' without one. */
export function extensionOf(name: string): string {
  return /[^.]\.([^.]{1,16})$/u.exec(name)?.[1]?.toLowerCase() ?? '';
}

function truncate(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= maxLength) return name;
  const extension = extensionOf(name);
  const end = extension === '' ? [] : Array.from(name).slice(-Array.from(extension).length - 1);
  return [...characters.slice(0, maxLength - end.length), ...end].join('');
}
