import type { Run } from '../running/run.ts';
import type { Span } from '../syntax/tree.ts';
import { Duration } from './duration.ts';
import { warnOfMismatch } from './equality.ts';
import { composed } from './folding.ts';
import { isDate } from './kind.ts';
import { compareSeen } from './numbers.ts';
import { numericText } from './numeric.ts';

/**
 * Compares two values for sorting and for `<`, `<=`, `>`, `>=`. Returns a negative number if `a` comes first, a
 * positive one if `b` does, 0 if they are equal. Returns NaN with a warning for values without an order, so that every
 * operator gives false (rules-language 2).
 */
export function order(run: Run, site: Span, a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') {
    run.spendText(Math.min(a.length, b.length));
    const [x, y] = [composed(run, a), composed(run, b)];
    return x < y ? -1 : x > y ? 1 : 0;
  }
  if (typeof a === 'number' && typeof b === 'number') return compareSeen(run, a, b);
  if (a instanceof Duration && b instanceof Duration) return compareSeen(run, a.milliseconds, b.milliseconds);
  if (isDate(a) && isDate(b)) return a.getTime() - b.getTime();
  warnOfMismatch(run, site, a, b);
  if (typeof a === 'number' && typeof b === 'string') return compareSeen(run, a, numericText(run, b));
  if (typeof a === 'string' && typeof b === 'number') return compareSeen(run, numericText(run, a), b);
  return Number.NaN;
}
