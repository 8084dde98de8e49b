/**
 * Decimal arithmetic on ordinary numbers (rules-language 2, "Numbers"): a number is worth what its shortest text says, so
 * `0.1 + 0.2` is 0.3. Scripts, forms, amounts, reports and request validation share it. Most numbers are whole, quarters or
 * cents, for which a few floating-point operations give the exact result; the digits of all others are calculated.
 */

/** The exact sum where a number can hold it, else the nearest number. */
export const add = withDigits(
  addFast,
  (a, b) => a + b,
  (a, b) => aligned(a, b, (x, y, exponent) => toNumber(x + y, exponent)),
);

/** The exact difference where a number can hold it, else the nearest number. */
export const subtract = (a: number, b: number): number => add(a, -b);

/** The exact product where a number can hold it, else the nearest number. */
export const multiply = withDigits(
  multiplyFast,
  (a, b) => a * b,
  (a, b) => toNumber(a.digits * b.digits, a.exponent + b.exponent),
);

/** The number nearest to the quotient; as with `/`, infinite or NaN when `b` is 0. */
export const divide = withDigits(divideFast, (a, b) => a / b, divideDigits);

/** The remainder with the sign of the divisor: that of -10 by 4 is 2. NaN when `b` is 0. */
export const modulo = withDigits(moduloFast, floorModulo, (a, b) =>
  aligned(a, b, (x, y, exponent) => toNumber(((x % y) + y) % y, exponent)),
);

/** The exact sum of a list, rounded once; 0 for an empty one. */
export function sum(values: readonly number[]): number {
  const total = sumFast(values);
  if (!Number.isNaN(total)) return total;
  if (!values.every(Number.isFinite)) return values.reduce((left, right) => left + right, 0);
  const parts = values.map(digitsOf);
  const exponent = parts.reduce((least, part) => Math.min(least, part.exponent), 0);
  const digits = parts.reduce((left, part) => left + digitsAt(part, exponent), 0n);
  return toNumber(digits, exponent);
}

/** The number nearest to the mean of a list; NaN for an empty one. */
export const average = (values: readonly number[]): number => divide(sum(values), values.length);

/** Negative, 0 or positive as `a` is less than, equal to or greater than `b` at 15 significant digits. */
export function compare(a: number, b: number): number {
  if (a === b) return 0;
  return areFar(a, b) ? a - b : toSignificant(a) - toSignificant(b);
}

/** Whether rounding both numbers to 15 significant digits, which moves each by 5e-15 of it at most, keeps their order. */
export const areFar = (a: number, b: number): boolean => Math.abs(a - b) > (Math.abs(a) + Math.abs(b)) * 1e-14;

const SIGNIFICANT = 15;
/** Numbers of whole units below it have no more than 15 digits, by which a number can be told from its neighbours. */
const UNITS_LIMIT = 1e15;

/**
 * A number as comparisons, roundings and texts see it: rounded to 15 significant digits, half to even. Whole numbers up to
 * 2^53 are exact and stay as they are.
 */
export function toSignificant(value: number): number {
  if (Number.isInteger(value) && Math.abs(value) <= 2 ** 53) return value;
  const cents = Math.round(value * 100);
  if (cents / 100 === value && Math.abs(cents) < UNITS_LIMIT) return value;
  const { digits, exponent } = mantissaOf(value);
  if (digits.length <= SIGNIFICANT) return value;
  const head = Number(digits.slice(0, SIGNIFICANT));
  const tail = Number(digits.slice(SIGNIFICANT).padEnd(2, '0'));
  const isUp = tail > 50 || (tail === 50 && head % 2 === 1);
  const rounded = Number(`${isUp ? head + 1 : head}e${exponent - SIGNIFICANT + 1}`);
  // The largest number there is would round to infinity.
  return Number.isFinite(rounded) ? Math.sign(value) * rounded : value;
}

/** The digits of a number's shortest text, and the exponent of the first; none of what is not finite. */
function mantissaOf(value: number): { digits: string; exponent: number } {
  if (!Number.isFinite(value)) return { digits: '', exponent: 0 };
  const [mantissa = '', exponent] = Math.abs(value).toExponential().split('e');
  return { digits: mantissa.replace('.', ''), exponent: Number(exponent) };
}

/** Ways to make a number whole; `round` takes halves away from zero. */
export const ROUNDINGS = {
  round: (value) => Math.sign(value) * Math.round(Math.abs(value)),
  floor: Math.floor,
  ceil: Math.ceil,
  truncate: Math.trunc,
} as const satisfies Record<string, (value: number) => number>;

/** A number with so many decimals at most, of what it is at 15 significant digits: `100 / 3 * 3` truncates to 100. */
export function roundTo(value: number, decimals: number, rounding: keyof typeof ROUNDINGS = 'round'): number {
  const seen = toSignificant(value);
  if (Number.isInteger(seen)) return seen;
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

/**
 * The least and the greatest number that are seen as this one, with which a comparison with a literal needs no rounding. Null
 * for numbers so large that whole numbers among those are numbers of their own.
 */
export function seenAs(value: number): { least: number; greatest: number } | null {
  const size = Math.abs(toSignificant(value));
  if (size === 0) return { least: 0, greatest: 0 };
  const { digits, exponent } = mantissaOf(size);
  if (digits === '' || size >= UNITS_LIMIT) return null;
  const head = digits.padEnd(SIGNIFICANT, '0');
  const unit = exponent - SIGNIFICANT;
  const above = Number(`${head}5e${unit}`);
  // Below a power of ten the digits are ten times as fine.
  const below = Number(digits === '1' ? `${'9'.repeat(SIGNIFICANT)}5e${unit - 1}` : `${Number(head) - 1}5e${unit}`);
  const greatest = toSignificant(above) === size ? above : neighbourOf(above, -1n);
  const least = toSignificant(below) === size ? below : neighbourOf(below, 1n);
  return value < 0 ? { least: -greatest, greatest: -least } : { least, greatest };
}

/** The number next to a positive one, above or below. */
function neighbourOf(value: number, step: bigint): number {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  bits.setBigInt64(0, bits.getBigInt64(0) + step);
  return bits.getFloat64(0);
}

/**
 * Whether a number is a small multiple of a quarter. What is stored of it is what its text says, so that operators of the
 * machine give the exact result or the nearest number.
 */
export function isQuarters(value: number): boolean {
  const quarters = value * 4;
  return (quarters | 0) === quarters;
}

const areWhole = (a: number, b: number): boolean => Number.isSafeInteger(a) && Number.isSafeInteger(b);

const CENT = 100;
const MILLIONTH = 1_000_000;
/** Larger powers of ten are not exact. */
const LARGEST_POWER = 1e22;

/** A sum; NaN where only digits tell. */
export function addFast(a: number, b: number): number {
  const x = Math.round(a * CENT);
  const y = Math.round(b * CENT);
  if (x / CENT === a && y / CENT === b && Math.abs(x) + Math.abs(y) < UNITS_LIMIT) return (x + y) / CENT;
  return areWhole(a, b) ? a + b : inMillionths(a, b, (m, n) => (m + n) / MILLIONTH);
}

/** A product; NaN where only digits tell. */
export function multiplyFast(a: number, b: number): number {
  const x = Math.round(a * CENT);
  const y = Math.round(b * CENT);
  if (x / CENT === a && y / CENT === b && Math.abs(x * y) < UNITS_LIMIT) return (x * y) / (CENT * CENT);
  if (areWhole(a, b)) return a * b;
  const [p, q] = [powerOf(a), powerOf(b)];
  const units = Math.round(a * p) * Math.round(b * q);
  return Math.abs(units) < UNITS_LIMIT && p * q <= LARGEST_POWER ? units / (p * q) : Number.NaN;
}

/** A quotient; NaN where only digits tell. */
export function divideFast(a: number, b: number): number {
  return areWhole(a, b) ? a / b : inMillionths(a, b, (m, n) => m / n);
}

/** A remainder; NaN where only digits tell. */
export function moduloFast(a: number, b: number): number {
  return areWhole(a, b) ? floorModulo(a, b) : inMillionths(a, b, (m, n) => floorModulo(m, n) / MILLIONTH);
}

/** The sum of a list; NaN where only digits tell. */
export function sumFast(values: readonly number[]): number {
  const total = sumOfUnits(values, CENT);
  return Number.isNaN(total) ? sumOfUnits(values, MILLIONTH) : total;
}

function sumOfUnits(values: readonly number[], perOne: number): number {
  let units = 0;
  let size = 0;
  for (const value of values) {
    const own = Math.round(value * perOne);
    units += own;
    size += own / perOne === value ? Math.abs(own) : UNITS_LIMIT;
  }
  return size < UNITS_LIMIT ? units / perOne : Number.NaN;
}

/** Calculates with two numbers of whole millionths; NaN where they are not. */
function inMillionths(a: number, b: number, calculate: (m: number, n: number) => number): number {
  const m = Math.round(a * MILLIONTH);
  const n = Math.round(b * MILLIONTH);
  const isExact = m / MILLIONTH === a && n / MILLIONTH === b && Math.abs(m) + Math.abs(n) < UNITS_LIMIT;
  return isExact ? calculate(m, n) : Number.NaN;
}

/** The least power of ten that makes a number whole; NaN where it has more than 15 digits. */
function powerOf(value: number): number {
  for (let power = 1; power <= UNITS_LIMIT; power *= 10) {
    const units = Math.round(value * power);
    if (Math.abs(units) >= UNITS_LIMIT) return Number.NaN;
    if (units / power === value) return power;
  }
  return Number.NaN;
}

function floorModulo(a: number, b: number): number {
  const rest = a % b;
  return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest + 0;
}

/** A decimal number: `digits` times ten to the power of `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function digitsOf(value: number): Decimal {
  const { digits, exponent } = mantissaOf(value);
  return { digits: BigInt(value < 0 ? `-${digits}` : digits), exponent: exponent - digits.length + 1 };
}

const digitsAt = ({ digits, exponent }: Decimal, least: number): bigint => digits * 10n ** BigInt(exponent - least);

/** The number nearest to a decimal. */
const toNumber = (digits: bigint, exponent: number): number => Number(`${digits}e${exponent}`);

/** Calculates with the digits of two decimals at their lesser exponent. */
function aligned(a: Decimal, b: Decimal, calculate: (x: bigint, y: bigint, exponent: number) => number): number {
  const exponent = Math.min(a.exponent, b.exponent);
  return calculate(digitsAt(a, exponent), digitsAt(b, exponent), exponent);
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

type Operation = (a: number, b: number) => number;

/** An operation that calculates fast where that is exact, else with digits; what is not finite is left to the machine. */
function withDigits(fast: Operation, machine: Operation, digits: (a: Decimal, b: Decimal) => number): Operation {
  return (a, b) => {
    const result = fast(a, b);
    if (!Number.isNaN(result)) return result;
    return Number.isFinite(a) && Number.isFinite(b) && b !== 0 ? digits(digitsOf(a), digitsOf(b)) : machine(a, b);
  };
}
