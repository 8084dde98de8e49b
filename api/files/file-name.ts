const longest = 200;
/** What has no place in a name: controls, halves of characters, and marks that make a name read backwards. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * The name that a file is kept under (design 8): no folders, nothing unprintable, no dots at its start, 200 characters
 * at most with its extension kept. A name of which nothing stays is `file`.
 */
export function cleanFileName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  // What is cut off at its ends is looked for again from each place of a longer one.
  const name = last
    .slice(-1_000)
    .replace(unprintable, '')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  return name === '' ? 'file' : shortened(name);
}

/** The extension in lower case without its dot; '' without one. */
export function extensionOf(name: string): string {
  return /[^.]\.([^.]{1,16})$/u.exec(name)?.[1]?.toLowerCase() ?? '';
}

function shortened(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= longest) return name;
  const extension = extensionOf(name);
  const end = extension === '' ? [] : Array.from(name).slice(-Array.from(extension).length - 1);
  return [...characters.slice(0, longest - end.length), ...end].join('');
}
