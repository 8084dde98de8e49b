import type { Finding } from '../diagnostics/finding.ts';
import { isDigit, isWordPart } from './characters.ts';
import { UNITS } from './words.ts';

/**
 * Scans the number at `at` and returns the offset after it. Reports malformed numbers such as `1.`, `1__0`, `1e5` and
 * `5apples`. A unit may follow without a space (`5days`); it is left as the next token.
 */
export function scanNumber(source: string, at: number, faults: Finding[]): number {
  let end = skipDigits(source, at);
  let isWhole = end > 0;
  if (isWhole && source[end] === '.') {
    const fraction = skipDigits(source, end + 1);
    isWhole = fraction > 0;
    end = isWhole ? fraction : end;
  }
  const word = skipRun(source, Math.max(end, at));
  if (isWhole && (word === end || UNITS.has(source.slice(end, word)))) return end;
  faults.push({ code: 'bad-syntax', from: at, to: word, args: malformedArgs(source.slice(at, word)) });
  return word;
}

function malformedArgs(found: string): Record<string, string> {
  return { expected: 'a number such as 1000, 1_000 or 0.5', found: `'${found}'` };
}

/**
 * Returns the offset after digits with single underscores between them; -1 if there are none or they end with an
 * underscore.
 */
function skipDigits(source: string, at: number): number {
  let end = at;
  if (!isDigit(source.charCodeAt(end))) return -1;
  while (isDigit(source.charCodeAt(end)) || (source[end] === '_' && isDigit(source.charCodeAt(end + 1)))) end += 1;
  return end;
}

function skipRun(source: string, at: number): number {
  let end = at;
  while (isWordPart(source.charCodeAt(end)) || source[end] === '.') end += 1;
  return end;
}
