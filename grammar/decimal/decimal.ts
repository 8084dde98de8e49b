/**
 * Decimal arithmetic on JavaScript numbers (rules-language 2, "Numbers"). A number has the value that its shortest text
 * shows, so `0.1 + 0.2` is 0.3. Used by scripts, forms, amounts, reports and request validation.
 */

import { addFast, divideFast, floorModulo, moduloFast, multiplyFast, sumFast } from './fast-decimal.ts';
import { toSignificant } from './significant.ts';

export { type Rounding, roundTo, toCents } from './rounding.ts';
export { toSignificant } from './significant.ts';

/** Adds exactly if a number can hold the result, otherwise rounds to the nearest number. */
export function add(a: number, b: number): number {
  const fast = addFast(a, b);
  if (!Number.isNaN(fast)) return fast;
  if (!areFinite(a, b)) return a + b;
  return withCommonExponent(a, b, (x, y, exponent) => toNumber(x + y, exponent));
}

/** Subtracts exactly if a number can hold the result, otherwise rounds to the nearest number. */
export const subtract = (a: number, b: number): number => add(a, -b);

/** Multiplies exactly if a number can hold the result, otherwise rounds to the nearest number. */
export function multiply(a: number, b: number): number {
  const fast = multiplyFast(a, b);
  if (!Number.isNaN(fast)) return fast;
  if (!areFinite(a, b)) return a * b;
  const [x, y] = [decimalOf(a), decimalOf(b)];
  return toNumber(x.digits * y.digits, x.exponent + y.exponent);
}

/** Divides and rounds to the nearest number. Like `/`, returns infinity or NaN if `b` is 0. */
export function divide(a: number, b: number): number {
  const fast = divideFast(a, b);
  if (!Number.isNaN(fast)) return fast;
  if (!areFinite(a, b) || b === 0) return a / b;
  return divideDigits(decimalOf(a), decimalOf(b));
}

/** Floored modulo: the remainder has the sign of the divisor, so -10 modulo 4 is 2. Returns NaN if `b` is 0. */
export function modulo(a: number, b: number): number {
  const fast = moduloFast(a, b);
  if (!Number.isNaN(fast)) return fast;
  if (!areFinite(a, b) || b === 0) return floorModulo(a, b);
  return withCommonExponent(a, b, (x, y, exponent) => toNumber(((x % y) + y) % y, exponent));
}

const areFinite = (a: number, b: number): boolean => Number.isFinite(a) && Number.isFinite(b);

/** Sums a list exactly and rounds once. The sum of an empty list is 0. */
export function sum(values: readonly number[]): number {
  const total = sumFast(values);
  if (!Number.isNaN(total)) return total;
  if (!values.every(Number.isFinite)) return values.reduce((left, right) => left + right, 0);
  const { digits, exponent } = exactSum(values);
  return toNumber(digits, exponent);
}

/** The mean of a list, rounded to the nearest number; NaN for an empty list. */
export function averageOf(values: readonly number[]): number {
  const total = sumFast(values);
  const isExact = !Number.isNaN(total) || values.length === 0 || !values.every(Number.isFinite);
  return isExact ? divide(sum(values), values.length) : divideDigits(exactSum(values), decimalOf(values.length));
}

function exactSum(values: readonly number[]): Decimal {
  const parts = values.map(decimalOf);
  const exponent = parts.reduce((minExponent, part) => Math.min(minExponent, part.exponent), 0);
  return { digits: parts.reduce((left, part) => left + digitsAt(part, exponent), 0n), exponent };
}

/** Whether a number is a multiple of a step, as 19.99 is of 0.01. Used for `multipleOf` in schemas. */
export const isMultipleOf = (value: number, step: number): boolean =>
  modulo(toSignificant(value), toSignificant(step)) === 0;

/** A decimal number: `digits` × 10^`exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimalOf(value: number): Decimal {
  const [text = '', power = '0'] = String(value).split('e');
  const point = text.indexOf('.');
  const exponent = Number(power);
  if (point < 0) return { digits: BigInt(text), exponent };
  return { digits: BigInt(text.slice(0, point) + text.slice(point + 1)), exponent: exponent - text.length + point + 1 };
}

const digitsAt = ({ digits, exponent }: Decimal, minExponent: number): bigint =>
  exponent === minExponent ? digits : digits * 10n ** BigInt(exponent - minExponent);

/** The number nearest to a decimal. */
const toNumber = (digits: bigint, exponent: number): number => Number(`${digits}e${exponent}`);

/** Calculates with the digits of two numbers scaled to their smaller exponent. */
function withCommonExponent(
  a: number,
  b: number,
  calculate: (x: bigint, y: bigint, exponent: number) => number,
): number {
  const [x, y] = [decimalOf(a), decimalOf(b)];
  const exponent = Math.min(x.exponent, y.exponent);
  return calculate(digitsAt(x, exponent), digitsAt(y, exponent), exponent);
}

/** More digits than are needed to determine the number nearest to a quotient. */
const QUOTIENT_DIGITS = 60;

function divideDigits(a: Decimal, b: Decimal): number {
  const dividend = a.digits * 10n ** BigInt(QUOTIENT_DIGITS);
  // If the quotient has more digits, append one, so that it does not look like an exact half.
  const isMore = dividend % b.digits !== 0n;
  const digits = (dividend / b.digits) * 10n + (isMore ? (dividend < 0n === b.digits < 0n ? 1n : -1n) : 0n);
  return toNumber(digits, a.exponent - b.exponent - QUOTIENT_DIGITS - 1);
}

/** Compares at 15 significant digits. Returns a negative number, 0 or a positive number, or NaN for NaN. */
export function compareNumbers(a: number, b: number): number {
  return canCompareDirectly(a, b) ? a - b || 0 : toSignificant(a) - toSignificant(b);
}

/**
 * Whether two numbers can be compared directly: they are identical, or so far apart that rounding to 15 digits, which
 * changes a number by at most 5e-15 of its value, keeps their order.
 */
export const canCompareDirectly = (a: number, b: number): boolean =>
  a === b || Math.abs(a - b) > (Math.abs(a) + Math.abs(b)) * 1e-14;

/** Formats a number without an exponent, as the language writes it: `0.0000001` and `1000000000000000000000`. */
export function numberText(value: number): string {
  const text = String(value);
  const [digits = '', exponent] = text.split('e');
  if (exponent === undefined) return text;
  const sign = digits.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.');
  const point = whole.length + Number(exponent);
  const all = whole + fraction;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${all}`;
  return sign + all.padEnd(point, '0');
}
