import type { Finding, Fix } from '../diagnostics/finding.ts';
import type { Limits } from '../limits.ts';
import { isBlank, isDigit, isLetter, isWordPart, skipComment, skipWord } from './characters.ts';
import { scanText } from './scan-text.ts';
import { noTranslator, type Translator } from './translator.ts';
import { UNITS } from './words.ts';

/** The result of scanning: errors in single tokens, and the size limit that the script exceeds, if any. */
export interface ScanResult {
  readonly faults: readonly Finding[];
  readonly limitFinding: Finding | null;
}

/**
 * Scanner (a tokenizer that keeps no tokens): one linear pass over the source before the recursive parser runs. Finds
 * unknown tokens and malformed texts and numbers, and checks length and nesting depth, because deep nesting would
 * overflow the parser's stack.
 */
export function scan(source: string, limits: Limits, translator: Translator = noTranslator): ScanResult {
  if (source.length > limits.source) return { faults: [], limitFinding: tooLong(source, limits) };
  const faults: Finding[] = [];
  let brackets = 0;
  let prefixes = 0;
  let at = 0;
  while (at < source.length) {
    const code = source.charCodeAt(at);
    const begin = at;
    if (isBlank(code)) {
      at += 1;
      continue;
    }
    if (code === SLASH && source.charCodeAt(at + 1) === SLASH) {
      at = skipComment(source, at);
      continue;
    }
    let isPrefix = false;
    if (isLetter(code)) {
      at = skipWord(source, at);
      isPrefix = at - begin === 3 && source.startsWith('not', begin);
    } else if (code === DOLLAR && isLetter(source.charCodeAt(at + 1))) {
      at = skipWord(source, at + 1);
    } else if (isDigit(code)) {
      at = scanNumber(source, at, faults);
    } else if (code === QUOTE) {
      at = scanText(source, at, faults);
    } else if (SYMBOLS.has(code)) {
      at += 1;
      if (OPENING.has(code)) brackets += 1;
      else if (CLOSING.has(code)) brackets = Math.max(0, brackets - 1);
      isPrefix = code === MINUS || (code === BANG && source.charCodeAt(at) !== EQUALS);
    } else {
      at = skipUnknown(source, at);
      const fix = faults.length < MAX_TRANSLATIONS ? translator.token(source, begin, at) : null;
      faults.push(unknownToken(source, begin, at, fix));
    }
    prefixes = isPrefix ? prefixes + 1 : 0;
    if (brackets + prefixes > limits.nesting) return { faults, limitFinding: tooDeep(begin, limits) };
  }
  return { faults, limitFinding: null };
}

const [QUOTE, DOLLAR, SLASH, MINUS, BANG, EQUALS] = [34, 36, 47, 45, 33, 61];
const OPENING = codes('([{');
const CLOSING = codes(')]}');
const SYMBOLS = codes('=!<>+-*/%()[]{},.:;');

function skipUnknown(source: string, at: number): number {
  let end = at + 1;
  while (end < source.length && !beginsToken(source, end)) end += 1;
  return end;
}

function beginsToken(source: string, at: number): boolean {
  const code = source.charCodeAt(at);
  if (isBlank(code) || isLetter(code) || isDigit(code) || code === QUOTE || SYMBOLS.has(code)) return true;
  return code === DOLLAR && isLetter(source.charCodeAt(at + 1));
}

function unknownToken(source: string, from: number, to: number, fix: Fix | null): Finding {
  const finding: Finding = { code: 'unknown-token', from, to, args: { token: source.slice(from, to) } };
  return fix === null ? finding : { ...finding, suggestion: fix.text, fixes: [fix] };
}

/** Each translation takes constant time, and a broken script may have thousands of unknown tokens. */
const MAX_TRANSLATIONS = 50;

function tooLong(source: string, limits: Limits): Finding {
  return {
    code: 'script-too-long',
    from: limits.source,
    to: source.length,
    args: { limit: `${limits.source} characters` },
  };
}

function tooDeep(at: number, limits: Limits): Finding {
  return { code: 'nested-too-deep', from: at, to: at + 1, args: { limit: `${limits.nesting} levels` } };
}

function codes(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)));
}

/**
 * Scans the number at `at` and returns the offset after it. Reports malformed numbers such as `1.`, `1__0`, `1e5` and
 * `5apples`. A unit may follow without a space (`5days`); it is left as the next token.
 */
function scanNumber(source: string, at: number, faults: Finding[]): number {
  let end = skipDigits(source, at);
  let isWhole = end > 0;
  if (isWhole && source[end] === '.') {
    const fraction = skipDigits(source, end + 1);
    isWhole = fraction > 0;
    end = isWhole ? fraction : end;
  }
  const word = skipRun(source, Math.max(end, at));
  if (isWhole && (word === end || UNITS.has(source.slice(end, word)))) return end;
  const text = source.slice(at, word);
  const value = /^\d[\d_]*\.?$|^\d+(?:\.\d+)?e\d{1,2}$/i.test(text) ? Number(text.replaceAll('_', '')) : Number.NaN;
  const fixes = Number.isSafeInteger(value) ? [{ from: at, to: word, text: String(value) }] : [];
  faults.push({
    code: 'bad-syntax',
    from: at,
    to: word,
    args: malformedArgs(text),
    ...(fixes.length > 0 && { fixes }),
  });
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
