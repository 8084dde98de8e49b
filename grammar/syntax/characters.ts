/** Character classes by UTF-16 code unit, used by the scanner and by error recovery. */

export function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isWordPart(code: number): boolean {
  return isLetter(code) || isDigit(code);
}

/** White space as in rules.peggy. The no-break space and the byte order mark come with text pasted from documents. */
export function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;
}

/** Returns the offset after the word that starts at `at`. */
export function skipWord(source: string, at: number): number {
  let end = at;
  while (isWordPart(source.charCodeAt(end))) end += 1;
  return end;
}

/** Returns the offset of the start of the word that ends at `at`. */
export function startOfWord(source: string, at: number): number {
  let start = at;
  while (start > 0 && isWordPart(source.charCodeAt(start - 1))) start -= 1;
  return start;
}

/** Returns the offset after the comment that starts at `at`: the end of its line. */
export function skipComment(source: string, at: number): number {
  const end = source.indexOf('\n', at);
  return end < 0 ? source.length : end;
}

/** Returns the offset of the next token at or after `at`, skipping white space and comments. */
export function skipGap(source: string, at: number): number {
  let next = at;
  for (;;) {
    if (isBlank(source.charCodeAt(next))) next += 1;
    else if (source.startsWith('//', next)) next = skipComment(source, next);
    else return next;
  }
}
