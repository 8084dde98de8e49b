import type { Run } from '../running/run.ts';
import type { ArithmeticOperator, Span, Unit } from '../syntax/tree.ts';
import { CALENDAR_STEPS, isInCalendar, moveBy } from './calendar.ts';
import { Duration } from './duration.ts';
import { isEqual } from './equality.ts';
import { FAILED, isDate, isList, type Kind, kindOf, type ListValue } from './kind.ts';
import { calculateNumbers } from './numbers.ts';
import { numericText } from './numeric.ts';
import { toText } from './text.ts';

/** Applies an operator to any two values, by the table of rules-language 2; what does not fit is nothing with a warning. */
export function calculate(run: Run, site: Span, operator: ArithmeticOperator, a: unknown, b: unknown): unknown {
  if (typeof a === 'number' && typeof b === 'number') return finite(run, site, calculateNumbers(run, operator, a, b));
  if (isList(a) && (operator === '+' || operator === '-')) {
    return operator === '+' ? append(run, site, a, b) : remove(run, site, a, b);
  }
  if (operator === '+' && (typeof a === 'string' || typeof b === 'string')) return joinTexts(run, site, a, b);
  const [x, y] = [toNumber(run, site, a), toNumber(run, site, b)];
  if (typeof x === 'number' && typeof y === 'number') return finite(run, site, calculateNumbers(run, operator, x, y));
  const timed = timeOf(run, operator, x, y);
  payForParts(run, timed);
  return timed === undefined ? unfit(run, site, operator, x, y) : withinRange(run, site, timed);
}

/** So many of a unit; nothing, with a warning, for more than a number can say. */
export function durationOf(run: Run, site: Span, amount: number, unit: Unit): Duration | null {
  const duration = Duration.of(amount, unit);
  payForParts(run, duration);
  return finite(run, site, duration.milliseconds) === null ? null : duration;
}

/** Whether `+=` and `-=` leave a variable as it is: nothing that somebody did not answer changes a total. */
export const leavesAsItIs = (operator: ArithmeticOperator, value: unknown): boolean =>
  (operator === '+' || operator === '-') && kindOf(value) === 'nothing';

/** Parts of a millisecond come of numbers whose digits had to be looked at. */
function payForParts(run: Run, timed: unknown): void {
  if (timed instanceof Duration && !Number.isInteger(timed.milliseconds)) run.spend(CALENDAR_STEPS);
}

/** The opposite of a number or a duration. */
export function negate(run: Run, site: Span, value: unknown): unknown {
  const operand = toNumber(run, site, value);
  if (typeof operand === 'number') return -operand;
  if (operand instanceof Duration) return operand.times(-1);
  return operand === FAILED ? FAILED : run.expect(site, 'a number', kindOf(operand));
}

/** A result that is no finite number is nothing, with a warning. */
export function finite(run: Run, site: Span, value: number): number | null {
  return Number.isFinite(value) ? value : run.expect(site, 'a finite number', nameOf(value));
}

/** The same for dates and durations. */
export function withinRange(run: Run, site: Span, value: unknown): unknown {
  if (value instanceof Duration) return finite(run, site, value.milliseconds) === null ? null : value;
  if (value instanceof Date && !isInCalendar(value.getTime()))
    return run.expect(site, 'a date up to 9999-12-31', 'one out of range');
  return typeof value === 'number' ? finite(run, site, value) : value;
}

function nameOf(value: number): string {
  return Number.isNaN(value) ? 'no number' : 'infinity';
}

function toNumber(run: Run, site: Span, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const number = numericText(run, value);
  if (Number.isNaN(number)) return value;
  run.expect(site, 'a number', 'text');
  return number;
}

function joinTexts(run: Run, site: Span, a: unknown, b: unknown): string {
  const [x, y] = [toText(run, site, a), toText(run, site, b)];
  run.growText(site, x.length + y.length);
  return x + y;
}

function append(run: Run, site: Span, list: ListValue, item: unknown): unknown {
  if (item === FAILED) return FAILED;
  const added = isList(item) ? item : [item];
  run.growList(site, list.length + added.length);
  return [...list, ...added];
}

function remove(run: Run, site: Span, list: ListValue, item: unknown): unknown {
  if (item === FAILED) return FAILED;
  const removed = isList(item) ? item : [item];
  run.growList(site, list.length);
  return list.filter((kept) => {
    run.spend(1 + removed.length);
    return !removed.some((one) => isEqual(run, site, kept, one, 'silent'));
  });
}

/** What dates and durations give; undefined when the operator does not know the pair. */
function timeOf(run: Run, operator: ArithmeticOperator, a: unknown, b: unknown): unknown {
  if (a instanceof Duration) {
    if (b instanceof Duration) return betweenDurations(run, operator, a, b);
    if (typeof b === 'number' && operator === '*') return a.times(b);
    if (typeof b === 'number' && operator === '/') return a.dividedBy(b);
    return isDate(b) && operator === '+' ? moved(run, b, a) : undefined;
  }
  if (!(b instanceof Duration)) {
    return isDate(a) && isDate(b) && operator === '-' ? new Duration(a.getTime() - b.getTime()) : undefined;
  }
  if (typeof a === 'number' && operator === '*') return b.times(a);
  if (!isDate(a)) return undefined;
  if (operator === '+') return moved(run, a, b);
  return operator === '-' ? moved(run, a, b.times(-1)) : undefined;
}

function betweenDurations(run: Run, operator: ArithmeticOperator, a: Duration, b: Duration): unknown {
  if (operator === '+') return a.plus(b);
  if (operator === '-') return a.plus(b.times(-1));
  return operator === '/' ? calculateNumbers(run, '/', a.milliseconds, b.milliseconds) : undefined;
}

function moved(run: Run, date: Date, duration: Duration): Date {
  if (duration.months !== 0) run.spend(CALENDAR_STEPS);
  return new Date(moveBy(date.getTime(), duration, run.host.zone));
}

function unfit(run: Run, site: Span, operator: ArithmeticOperator, a: unknown, b: unknown): unknown {
  if (a === FAILED || b === FAILED) return FAILED;
  const { expected, got } = expectation(operator, kindOf(a), kindOf(b));
  return run.expect(site, expected, got);
}

/** What a pair of types should have been. The analysis warns of types in the same words. */
export function expectation(operator: ArithmeticOperator, a: Kind, b: Kind): { expected: string; got: Kind } {
  const isShift = operator === '+' || operator === '-';
  if (isShift && (a === 'date' || a === 'duration')) return { expected: 'a duration', got: b };
  return { expected: 'a number', got: a === 'number' || (a === 'duration' && !isShift) ? b : a };
}
