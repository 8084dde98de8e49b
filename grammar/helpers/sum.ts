import { averageOf } from '../decimal/decimal.ts';
import type { Run } from '../running/run.ts';
import type { Span } from '../syntax/tree.ts';
import { calculate, withinRange } from '../values/arithmetic.ts';
import { Duration } from '../values/duration.ts';
import { kindOf, type ListValue } from '../values/kind.ts';
import { payForDigits, sumNumbers } from '../values/numbers.ts';

/** The items of a list without nothing: unanswered fields do not count (rules-language 4). */
export function answered(list: ListValue): ListValue {
  return list.some((item) => kindOf(item) === 'nothing') ? list.filter((item) => kindOf(item) !== 'nothing') : list;
}

/** Sums numbers or durations. An item of another kind makes the result nothing, with a warning. */
export function sum(run: Run, site: Span, list: ListValue): unknown {
  run.spend(list.length);
  const items = answered(list);
  if (items.every(isNumber)) return withinRange(run, site, sumNumbers(run, items));
  return items.every(isDuration) ? sumDurations(run, site, items) : reportMismatch(run, site, items);
}

/** Averages numbers or durations. Returns nothing, with a warning, for an empty list. */
export function average(run: Run, site: Span, list: ListValue): unknown {
  run.spend(list.length);
  const items = answered(list);
  if (items.length === 0) return run.expect(site, 'a list with items', 'an empty list');
  if (items.every(isNumber)) {
    payForDigits(run, items);
    return withinRange(run, site, averageOf(items));
  }
  if (!items.every(isDuration)) return reportMismatch(run, site, items);
  return calculate(run, site, '/', sumDurations(run, site, items), items.length);
}

const isNumber = (item: unknown): item is number => typeof item === 'number';
const isDuration = (item: unknown): item is Duration => item instanceof Duration;

function sumDurations(run: Run, site: Span, durations: readonly Duration[]): unknown {
  return durations.reduce<unknown>((total, item) => calculate(run, site, '+', total, item), new Duration(0));
}

function reportMismatch(run: Run, site: Span, items: ListValue): null {
  const kind = isDuration(items[0]) ? 'duration' : 'number';
  return run.expect(site, `a list of ${kind}s`, kindOf(items.find((item) => kindOf(item) !== kind)));
}
