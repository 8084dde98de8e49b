import type { Run } from '../runtime/run.ts';
import type { ArithmeticOperator, Span, Unit } from '../syntax/tree.ts';
import { addCalendarUnits, CALENDAR_STEPS, isInCalendar } from './calendar.ts';
import { Duration } from './duration.ts';
import { isEqual } from './equality.ts';
import { FAILED, isDate, isList, type Kind, kindOf, type ListValue } from './kind.ts';
import { calculateNumbers } from './numbers.ts';
import { numericText } from './numeric-text.ts';
import { toText } from './text.ts';

/**
 * Applies an arithmetic operator to any two values, by the table of rules-language 2. A mismatch gives nothing with a
 * warning.
 */
export function calculate(run: Run, site: Span, operator: ArithmeticOperator, a: unknown, b: unknown): unknown {
  if (typeof a === 'number' && typeof b === 'number')
    return requireFinite(run, site, calculateNumbers(run, operator, a, b));
  if (isList(a) && (operator === '+' || operator === '-')) {
    return operator === '+' ? append(run, site, a, b) : remove(run, site, a, b);
  }
  if (operator === '+' && (typeof a === 'string' || typeof b === 'string')) return joinTexts(run, site, a, b);
  const [x, y] = [toNumber(run, site, a), toNumber(run, site, b)];
  if (typeof x === 'number' && typeof y === 'number')
    return requireFinite(run, site, calculateNumbers(run, operator, x, y));
  const timeResult = timeOf(run, operator, x, y);
  payForParts(run, timeResult);
  return timeResult === undefined ? reportMismatch(run, site, operator, x, y) : requireInRange(run, site, timeResult);
}

/** Creates a duration from an amount and a unit. Returns nothing, with a warning, if it is not finite. */
export function durationOf(run: Run, site: Span, amount: number, unit: Unit): Duration | null {
  const duration = Duration.of(amount, unit);
  payForParts(run, duration);
  return requireFinite(run, site, duration.milliseconds) === null ? null : duration;
}

/** Whether `+=` or `-=` leaves a variable unchanged: an unanswered field (nothing) does not change a total. */
export const isUnchangedBy = (operator: ArithmeticOperator, value: unknown): boolean =>
  (operator === '+' || operator === '-') && kindOf(value) === 'nothing';

/** Charges for fractions of a millisecond, which only result from exact decimal arithmetic. */
function payForParts(run: Run, timeResult: unknown): void {
  if (timeResult instanceof Duration && !Number.isInteger(timeResult.milliseconds)) run.spend(CALENDAR_STEPS);
}

/** Negates a number or a duration. */
export function negate(run: Run, site: Span, value: unknown): unknown {
  const operand = toNumber(run, site, value);
  if (typeof operand === 'number') return -operand;
  if (operand instanceof Duration) return operand.times(-1);
  return operand === FAILED ? FAILED : run.expect(site, 'a number', kindOf(operand));
}

/** Returns a finite number unchanged. Infinity and NaN become nothing with a warning. */
export function requireFinite(run: Run, site: Span, value: number): number | null {
  return Number.isFinite(value) ? value : run.expect(site, 'a finite number', nameOf(value));
}

/** Checks the range of a number, date or duration in the same way. */
export function requireInRange(run: Run, site: Span, value: unknown): unknown {
  if (value instanceof Duration) return requireFinite(run, site, value.milliseconds) === null ? null : value;
  if (value instanceof Date && !isInCalendar(value.getTime()))
    return run.expect(site, 'a date up to 9999-12-31', 'one out of range');
  return typeof value === 'number' ? requireFinite(run, site, value) : value;
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
  const newItems = isList(item) ? item : [item];
  run.growList(site, list.length + newItems.length);
  return [...list, ...newItems];
}

function remove(run: Run, site: Span, list: ListValue, item: unknown): unknown {
  if (item === FAILED) return FAILED;
  const itemsToRemove = isList(item) ? item : [item];
  run.growList(site, list.length);
  return list.filter((candidate) => {
    run.spend(1 + itemsToRemove.length);
    return !itemsToRemove.some((one) => isEqual(run, site, candidate, one, 'silent'));
  });
}

/** Calculates with dates and durations. Returns undefined if the operator does not support the operands. */
function timeOf(run: Run, operator: ArithmeticOperator, a: unknown, b: unknown): unknown {
  if (a instanceof Duration) {
    if (b instanceof Duration) return betweenDurations(run, operator, a, b);
    if (typeof b === 'number' && operator === '*') return a.times(b);
    if (typeof b === 'number' && operator === '/') return a.dividedBy(b);
    return isDate(b) && operator === '+' ? moveDate(run, b, a) : undefined;
  }
  if (!(b instanceof Duration)) {
    return isDate(a) && isDate(b) && operator === '-' ? new Duration(a.getTime() - b.getTime()) : undefined;
  }
  if (typeof a === 'number' && operator === '*') return b.times(a);
  if (!isDate(a)) return undefined;
  if (operator === '+') return moveDate(run, a, b);
  return operator === '-' ? moveDate(run, a, b.times(-1)) : undefined;
}

function betweenDurations(run: Run, operator: ArithmeticOperator, a: Duration, b: Duration): unknown {
  if (operator === '+') return a.plus(b);
  if (operator === '-') return a.plus(b.times(-1));
  return operator === '/' ? calculateNumbers(run, '/', a.milliseconds, b.milliseconds) : undefined;
}

function moveDate(run: Run, date: Date, duration: Duration): Date {
  if (duration.months !== 0) run.spend(CALENDAR_STEPS);
  return new Date(addCalendarUnits(date.getTime(), duration, run.host.zone));
}

function reportMismatch(run: Run, site: Span, operator: ArithmeticOperator, a: unknown, b: unknown): unknown {
  if (a === FAILED || b === FAILED) return FAILED;
  const { expected, got } = expectedOperands(operator, kindOf(a), kindOf(b));
  return run.expect(site, expected, got);
}

/** The expected and actual kinds for a mismatch warning. The static analysis uses the same words. */
export function expectedOperands(operator: ArithmeticOperator, a: Kind, b: Kind): { expected: string; got: Kind } {
  const isShift = operator === '+' || operator === '-';
  if (isShift && (a === 'date' || a === 'duration')) return { expected: 'a duration', got: b };
  return { expected: 'a number', got: a === 'number' || (a === 'duration' && !isShift) ? b : a };
}
