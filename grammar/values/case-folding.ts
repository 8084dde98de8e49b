import type { Run } from '../runtime/run.ts';

/** How much longer case folding takes than copying, per character. Some letters take ten times as long. */
export const FOLDING_COST = 8;

/** How much longer Unicode normalization takes than copying, per character. */
const COMPOSING_COST = 12;

/** Most texts are pure ASCII and need neither normalization nor full case folding. */
const BEYOND_ASCII = /[^\0-\x7f]/;
export const LAST_ASCII = 0x7f;
export const isAscii = (text: string): boolean => !BEYOND_ASCII.test(text);

/**
 * Normalizes a text for comparison (Unicode NFC), so that an accented letter is the same however it was typed
 * (rules-language 2).
 */
export function normalizeText(run: Run, text: string): string {
  if (isAscii(text)) return text;
  run.spendText(COMPOSING_COST * text.length);
  return text.normalize('NFC');
}

/** Whether two texts are equal after normalization. The caller has charged for reading them. */
export function isSameText(run: Run, a: string, b: string): boolean {
  if (a === b) return true;
  if (isAscii(a) && isAscii(b)) return false;
  return normalizeText(run, a) === normalizeText(run, b);
}

/**
 * Case folding for case-insensitive search: `ß` becomes `ss`, every sigma becomes `σ`, and `İ` becomes `i`, as people
 * type them. The caller has charged for it.
 */
export function foldCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const lowerCase = text.normalize('NFC').split(DOTLESS).map(toLowerCase).join(DOTLESS);
  return lowerCase.normalize('NFC');
}

/** The dotless i stays as it is: its upper case is that of `i`, which is a different letter. */
const DOTLESS = '\u0131';

/** Lower case by way of upper case, because some letters are only equal in upper case: `ß` and `ss`, `ſ` and `s`. */
function toLowerCase(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll('\u03c2', '\u03c3').replaceAll('i\u0307', 'i');
}
