import type { Run } from '../running/run.ts';

/** How much longer it takes to change the case of a character than to copy it: there are letters that take ten times as long. */
export const FOLDING_COST = 8;

/** How much longer it takes to compose a character and its accents. */
const COMPOSING_COST = 12;

/** Most texts have none, and need neither. */
const BEYOND_ASCII = /[^\0-\x7f]/;

/** A text as texts compare: a letter with an accent is one character, however it was typed (NFC; rules-language 2). */
export function composed(run: Run, text: string): string {
  if (!BEYOND_ASCII.test(text)) return text;
  run.spendText(COMPOSING_COST * text.length);
  return text.normalize('NFC');
}

/** Whether two texts are the same, as texts compare. The caller has paid for looking at them. */
export function isSameText(run: Run, a: string, b: string): boolean {
  if (a === b) return true;
  if (!BEYOND_ASCII.test(a) && !BEYOND_ASCII.test(b)) return false;
  return composed(run, a) === composed(run, b);
}

/**
 * A text in which capitals do not count: `ß` is `ss`, every sigma is `σ`, and `İ` is `i`, as people write it who look for it.
 * The caller has paid for it.
 */
export function folded(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  const small = text.normalize('NFC').split(DOTLESS).map(smallLetters).join(DOTLESS);
  return small.normalize('NFC');
}

/** Its capital is that of `i`, which is another letter. */
const DOTLESS = '\u0131';

/** Some letters are the same in capitals only: `ß` and `ss`, `ſ` and `s`. */
function smallLetters(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll('\u03c2', '\u03c3').replaceAll('i\u0307', 'i');
}
