import type { Run } from '../runtime/run.ts';

/**
 * Parses a text that is entirely a number in the language's notation, with an optional minus. Returns NaN for any other
 * text. Parsed by hand because every comparison of a text with a number needs it.
 */
export function numericText(run: Run, text: string): number {
  run.spendText(READING_COST * text.length);
  let at = text.charCodeAt(0) === MINUS ? 1 : 0;
  const digits = at;
  while (isDigit(text.charCodeAt(at))) at += 1;
  if (at === digits) return Number.NaN;
  if (text.charCodeAt(at) === POINT) {
    const fraction = at + 1;
    at = fraction;
    while (isDigit(text.charCodeAt(at))) at += 1;
    if (at === fraction) return Number.NaN;
  }
  const value = at === text.length ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}

const [MINUS, POINT] = [45, 46];
/** How much longer reading a digit takes than copying it. */
const READING_COST = 4;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
