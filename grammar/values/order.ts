import type { Run } from '../running/run.ts';
import type { Span } from '../syntax/tree.ts';
import { Duration } from './duration.ts';
import { warnOfMismatch } from './equality.ts';
import { composed } from './folding.ts';
import { isDate } from './kind.ts';
import { compareSeen } from './numbers.ts';
import { numericText } from './numeric.ts';

/**
 * Negative when `a` comes before `b`, positive when after, 0 when neither; NaN, which every operator answers with false,
 * and a warning for values that have no order between them (rules-language 2).
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
