import type { Run } from '../running/run.ts';
import type { Span } from '../syntax/tree.ts';
import { withinRange } from '../values/arithmetic.ts';
import { Duration } from '../values/duration.ts';
import { kindOf, type ListValue } from '../values/kind.ts';

/** The sum of numbers, or of durations; an item that does not fit makes it nothing, with a warning. */
export function sum(run: Run, site: Span, list: ListValue): unknown {
  run.spend(list.length);
  const total = list[0] instanceof Duration ? sumDurations(list, list[0]) : sumNumbers(list);
  if (total !== null) return withinRange(run, site, total);
  const kind = list[0] instanceof Duration ? 'duration' : 'number';
  const unfit = list.find((item) => kindOf(item) !== kind);
  return run.expect(site, `a list of ${kind}s`, kindOf(unfit));
}

function sumNumbers(list: ListValue): number | null {
  let total = 0;
  for (const item of list) {
    if (typeof item !== 'number') return null;
    total += item;
  }
  return total;
}

function sumDurations(list: ListValue, first: Duration): Duration | null {
  let total = first;
  for (const item of list.slice(1)) {
    if (!(item instanceof Duration)) return null;
    total = total.plus(item);
  }
  return total;
}
