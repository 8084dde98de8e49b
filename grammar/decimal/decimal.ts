/**
 * Decimal arithmetic on ordinary numbers (rules-language 2, "Numbers"): a number is worth what its shortest text says, so
 * `0.1 + 0.2` is 0.3. Scripts, forms, amounts, reports and request validation calculate with it.
 */

import { addFast, divideFast, floorModulo, moduloFast, multiplyFast, sumFast } from './fast.ts';
import { toSignificant } from './significant.ts';

export { compareNumbers, toSignificant } from './significant.ts';

/** The exact sum where a number can hold it, else the nearest number. */
export function add(a: number, b: number): number {
  const fast = addFast(a, b);
  if (!Number.isNaN(fast)) return fast;
  if (!areFinite(a, b)) return a + b;
  return aligned(a, b, (x, y, exponent) => toNumber(x + y, exponent));
}

/** The exact difference where a number can hold it, else the nearest number. */
export const subtract = (a: number, b: number): number => add(a, -b);

/** The exact product where a number can hold it, else the nearest number. */
export function multiply(a: number, b: number): number {
  const fast = multiplyFast(a, b);
  if (!Number.isNaN(fast)) return fast;
  if (!areFinite(a, b)) return a * b;
  const [x, y] = [decimalOf(a), decimalOf(b)];
  return toNumber(x.digits * y.digits, x.exponent + y.exponent);
}

/** The number nearest to the quotient; as with `/`, infinite or NaN when `b` is 0. */
export function divide(a: number, b: number): number {
  const fast = divideFast(a, b);
  if (!Number.isNaN(fast)) return fast;
  if (!areFinite(a, b) || b === 0) return a / b;
  return divideDigits(decimalOf(a), decimalOf(b));
}

/** The remainder with the sign of the divisor: that of -10 by 4 is 2. NaN when `b` is 0. */
export function modulo(a: number, b: number): number {
  const fast = moduloFast(a, b);
  if (!Number.isNaN(fast)) return fast;
  if (!areFinite(a, b) || b === 0) return floorModulo(a, b);
  return aligned(a, b, (x, y, exponent) => toNumber(((x % y) + y) % y, exponent));
}

const areFinite = (a: number, b: number): boolean => Number.isFinite(a) && Number.isFinite(b);

/** The exact sum of a list, rounded once; 0 for an empty one. */
export function sum(values: readonly number[]): number {
  const total = sumFast(values);
  if (!Number.isNaN(total)) return total;
  if (!values.every(Number.isFinite)) return values.reduce((left, right) => left + right, 0);
  const { digits, exponent } = exactSum(values);
  return toNumber(digits, exponent);
}

/** The number nearest to the mean of a list; NaN for an empty one. */
export function averageOf(values: readonly number[]): number {
  const total = sumFast(values);
  const isExact = !Number.isNaN(total) || values.length === 0 || !values.every(Number.isFinite);
  return isExact ? divide(sum(values), values.length) : divideDigits(exactSum(values), decimalOf(values.length));
}

function exactSum(values: readonly number[]): Decimal {
  const parts = values.map(decimalOf);
  const exponent = parts.reduce((least, part) => Math.min(least, part.exponent), 0);
  return { digits: parts.reduce((left, part) => left + digitsAt(part, exponent), 0n), exponent };
}

/** Ways to make a number whole; `round` takes halves away from zero. */
const ROUNDINGS = {
  round: (value) => Math.sign(value) * Math.round(Math.abs(value)),
  floor: Math.floor,
  ceil: Math.ceil,
  truncate: Math.trunc,
} as const satisfies Record<string, (value: number) => number>;

export type Rounding = keyof typeof ROUNDINGS;

/** A number with so many decimals at most, of what it is at 15 significant digits: `100 / 3 * 3` truncates to 100. */
export function roundTo(value: number, decimals: number, rounding: Rounding = 'round'): number {
  const seen = toSignificant(value);
  const power = 10 ** decimals;
  if (Math.round(seen * power) / power === seen || Number.isInteger(seen)) return seen;
  const rounded = ROUNDINGS[rounding](shiftPoint(seen, decimals));
  // What is too large to be shifted has no decimals to cut. The sum turns -0 into 0.
  return Number.isSafeInteger(rounded) ? shiftPoint(rounded, -decimals) + 0 : seen;
}

/** Moves the point in the number's text: 0.29 * 100 is 28.999…, which would lose a cent. */
function shiftPoint(value: number, places: number): number {
  const [digits, exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

/** To the cent, halves away from zero. */
export const toCents = (amount: number): number => roundTo(amount, 2);

/** Whether a number is a whole multiple of a step, as 19.99 is of 0.01. */
export const isMultipleOf = (value: number, step: number): boolean =>
  modulo(toSignificant(value), toSignificant(step)) === 0;

/** A decimal number: `digits` times ten to the power of `exponent`. */
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

const digitsAt = ({ digits, exponent }: Decimal, least: number): bigint =>
  exponent === least ? digits : digits * 10n ** BigInt(exponent - least);

/** The number nearest to a decimal. */
const toNumber = (digits: bigint, exponent: number): number => Number(`${digits}e${exponent}`);

/** Calculates with the digits of two numbers at their lesser exponent. */
function aligned(a: number, b: number, calculate: (x: bigint, y: bigint, exponent: number) => number): number {
  const [x, y] = [decimalOf(a), decimalOf(b)];
  const exponent = Math.min(x.exponent, y.exponent);
  return calculate(digitsAt(x, exponent), digitsAt(y, exponent), exponent);
}

/** More digits than it takes to see which number is nearest to a quotient of two numbers. */
const QUOTIENT_DIGITS = 60;

function divideDigits(a: Decimal, b: Decimal): number {
  const dividend = a.digits * 10n ** BigInt(QUOTIENT_DIGITS);
  // A quotient that goes on is more than its first digits: another one tells it from a half.
  const isMore = dividend % b.digits !== 0n;
  const digits = (dividend / b.digits) * 10n + (isMore ? (dividend < 0n === b.digits < 0n ? 1n : -1n) : 0n);
  return toNumber(digits, a.exponent - b.exponent - QUOTIENT_DIGITS - 1);
}
