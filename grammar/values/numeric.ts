import type { Run } from '../running/run.ts';

/**
 * The number that a text wholly is, as the language writes numbers with an optional minus in front; NaN when it is none.
 * Looked at by hand since it stands in the way of every comparison of unlike types.
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
/** How much longer it takes to read a digit than to copy it. */
const READING_COST = 4;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
