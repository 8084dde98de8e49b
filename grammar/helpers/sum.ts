import { averageOf } from '../decimal/decimal.ts';
import type { Run } from '../runtime/run.ts';
import type { Span } from '../syntax/tree.ts';
import { calculate, requireInRange } from '../values/arithmetic.ts';
import { Duration } from '../values/duration.ts';
import { kindOf, type ListValue } from '../values/kind.ts';
import { chargeForDigits, sumNumbers } from '../values/numbers.ts';

/** The items of a list without nothing: unanswered fields do not count (rules-language 4). */
export function withoutNothing(list: ListValue): ListValue {
  return list.some((item) => kindOf(item) === 'nothing') ? list.filter((item) => kindOf(item) !== 'nothing') : list;
}

/** Sums numbers or durations. An item of another kind makes the result nothing, with a warning. */
export function sumItems(run: Run, site: Span, list: ListValue): unknown {
  run.spend(list.length);
  const items = withoutNothing(list);
  if (items.every(isNumber)) return requireInRange(run, site, sumNumbers(run, items));
  return items.every(isDuration) ? sumDurations(run, site, items) : reportMismatch(run, site, items);
}

/** Averages numbers or durations. Returns nothing, with a warning, for an empty list. */
export function averageItems(run: Run, site: Span, list: ListValue): unknown {
  run.spend(list.length);
  const items = withoutNothing(list);
  if (items.length === 0) return run.expect(site, 'a list with items', 'an empty list');
  if (items.every(isNumber)) {
    chargeForDigits(run, items);
    return requireInRange(run, site, averageOf(items));
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
