import type { Finding } from '../diagnostics/finding.ts';

/**
 * Scans the string literal at `at` and returns the offset after it. Reports invalid escapes and a missing closing
 * quote.
 */
export function scanText(source: string, at: number, faults: Finding[]): number {
  let next = at + 1;
  while (next < source.length) {
    const character = source[next];
    if (character === '"') return next + 1;
    if (character !== '\\') {
      next += 1;
      continue;
    }
    const length = escapeLength(source, next);
    if (length === 0) faults.push(badEscape(source, next));
    next += length || 2;
  }
  faults.push({
    code: 'bad-syntax',
    from: at,
    to: source.length,
    args: { expected: 'a closing " for this text', found: 'the end of the script' },
  });
  return source.length;
}

/**
 * Returns the length of the escape sequence at `at`; 0 if it is not one of \" \\
 * \t \uXXXX.
 */
function escapeLength(source: string, at: number): number {
  const letter = source[at + 1];
  if (letter === 'u') return /^[0-9A-Fa-f]{4}$/.test(source.slice(at + 2, at + 6)) ? 6 : 0;
  return letter !== undefined && '"\\nt'.includes(letter) ? 2 : 0;
}

function badEscape(source: string, at: number): Finding {
  const found = source.slice(at, at + 2);
  return {
    code: 'bad-syntax',
    from: at,
    to: Math.min(at + 2, source.length),
    args: { expected: 'one of \\" \\\\ \\n \\t \\uXXXX', found: `'${found}'` },
    fixes: [{ from: at, to: at, text: '\\' }],
  };
}
