/** Character classes of the language by UTF-16 code: the scanner and the error recovery read the source with these. */

export function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isWordPart(code: number): boolean {
  return isLetter(code) || isDigit(code);
}

/** White space of rules.peggy: the no-break space and the byte order mark come with text pasted from documents. */
export function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;
}

/** The offset behind the word parts that begin at `at`. */
export function skipWord(source: string, at: number): number {
  let end = at;
  while (isWordPart(source.charCodeAt(end))) end += 1;
  return end;
}

/** The offset where the word parts begin that end at `at`. */
export function startOfWord(source: string, at: number): number {
  let start = at;
  while (start > 0 && isWordPart(source.charCodeAt(start - 1))) start -= 1;
  return start;
}

/** The offset behind the comment that begins at `at`: the end of its line. */
export function skipComment(source: string, at: number): number {
  const end = source.indexOf('\n', at);
  return end < 0 ? source.length : end;
}

/** The offset of the next token at or after `at`, behind white space and comments. */
export function skipGap(source: string, at: number): number {
  let next = at;
  for (;;) {
    if (isBlank(source.charCodeAt(next))) next += 1;
    else if (source.startsWith('//', next)) next = skipComment(source, next);
    else return next;
  }
}
