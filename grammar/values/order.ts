import type { Run } from '../runtime/run.ts';
import type { Span } from '../syntax/tree.ts';
import { normalizeText } from './case-folding.ts';
import { Duration } from './duration.ts';
import { warnOfMismatch } from './equality.ts';
import { isDate } from './kind.ts';
import { compareSignificant } from './numbers.ts';
import { numericText } from './numeric-text.ts';

/**
 * Compares two values for sorting and for `<`, `<=`, `>`, `>=`. Returns a negative number if `a` comes first, a
 * positive one if `b` does, 0 if they are equal. Returns NaN with a warning for values without an order, so that every
 * operator gives false (rules-language 2).
 */
export function compareValues(run: Run, site: Span, a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') {
    run.spendText(Math.min(a.length, b.length));
    const [x, y] = [normalizeText(run, a), normalizeText(run, b)];
    return x < y ? -1 : x > y ? 1 : 0;
  }
  if (typeof a === 'number' && typeof b === 'number') return compareSignificant(run, a, b);
  if (a instanceof Duration && b instanceof Duration) return compareSignificant(run, a.milliseconds, b.milliseconds);
  if (isDate(a) && isDate(b)) return a.getTime() - b.getTime();
  warnOfMismatch(run, site, a, b);
  if (typeof a === 'number' && typeof b === 'string') return compareSignificant(run, a, numericText(run, b));
  if (typeof a === 'string' && typeof b === 'number') return compareSignificant(run, numericText(run, a), b);
  return Number.NaN;
}
