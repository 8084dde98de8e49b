/**
 * Fast paths for decimal arithmetic: a few floating-point operations for integers, quarters, cents and numbers with few
 * decimals. Each function returns the exact result, or NaN if only the digits give it (decimal.ts). Compiled scripts
 * call these directly; `npm run bench -- rules` measures their cost.
 */

export type Operation = (a: number, b: number) => number;

/** Numbers below this many units have at most 15 digits, which identify a number uniquely. */
const UNITS_LIMIT = 1e15;
/** Larger powers of ten are not exact. */
const LARGEST_POWER = 1e22;
const CENT = 100;
const MILLIONTH = 1_000_000;

/**
 * Whether a number is a small multiple of 0.25. Such a number is stored exactly, so that floating-point operators give
 * the exact or the nearest result.
 */
export function isMultipleOfQuarter(value: number): boolean {
  const quarters = value * 4;
  return (quarters | 0) === quarters;
}

const areWhole = (a: number, b: number): boolean => Number.isSafeInteger(a) && Number.isSafeInteger(b);

/**
 * Rounds a number below 2^51 by adding a large constant: numbers between 2^52 and 2^53 have no fraction. Math.round
 * takes twice as long.
 */
const nearestWhole = (value: number): number => value + 1.5 * 2 ** 52 - 1.5 * 2 ** 52;

export const addFast: Operation = (a, b) => (isMultipleOfQuarter(a) && isMultipleOfQuarter(b) ? a + b : addUnits(a, b));
export const subtractFast: Operation = (a, b) =>
  isMultipleOfQuarter(a) && isMultipleOfQuarter(b) ? a - b : addUnits(a, -b);
export const multiplyFast: Operation = (a, b) =>
  isMultipleOfQuarter(a) && isMultipleOfQuarter(b) ? a * b : multiplyUnits(a, b);
export const divideFast: Operation = (a, b) =>
  isMultipleOfQuarter(a) && isMultipleOfQuarter(b) ? a / b : divideUnits(a, b);
export const moduloFast: Operation = (a, b) =>
  isMultipleOfQuarter(a) && isMultipleOfQuarter(b) ? floorModulo(a, b) : moduloUnits(a, b);

function addUnits(a: number, b: number): number {
  const x = nearestWhole(a * CENT);
  const y = nearestWhole(b * CENT);
  const isExact = x / CENT === a && y / CENT === b && x * x + y * y < UNITS_LIMIT * UNITS_LIMIT;
  return isExact ? (x + y) / CENT : addRest(a, b);
}

function addRest(a: number, b: number): number {
  return areWhole(a, b) ? a + b : inMillionths(a, b, (m, n) => (m + n) / MILLIONTH);
}

/** Usually one factor is a quantity and the other a price. */
function multiplyUnits(a: number, b: number): number {
  if (isMultipleOfQuarter(a)) return multiplyByQuarters(b, a);
  return isMultipleOfQuarter(b) ? multiplyByQuarters(a, b) : multiplyRest(a, b);
}

function multiplyByQuarters(value: number, quarters: number): number {
  const units = nearestWhole(value * CENT);
  const product = units * quarters * 4;
  const isExact = units / CENT === value && product < UNITS_LIMIT && product > -UNITS_LIMIT;
  return isExact ? product / (4 * CENT) : multiplyRest(value, quarters);
}

function multiplyRest(a: number, b: number): number {
  if (areWhole(a, b)) return a * b;
  const [p, q] = [powerOf(a), powerOf(b)];
  const units = Math.round(a * p) * Math.round(b * q);
  return Math.abs(units) < UNITS_LIMIT && p * q <= LARGEST_POWER ? units / (p * q) : Number.NaN;
}

/**
 * Fused multiply-add: adds a quantity times a price to a total, which most scripts with a loop do. Returns NaN if
 * neither factor is a multiple of 0.25.
 */
export function addProductFast(total: number, a: number, b: number): number {
  if (isMultipleOfQuarter(a)) return addPriceTimes(total, b, a);
  return isMultipleOfQuarter(b) ? addPriceTimes(total, a, b) : Number.NaN;
}

/** Below this limit, the product and the sum alone would also take the fast path. */
const FUSED_LIMIT = 2e11;

function addPriceTimes(total: number, price: number, quarters: number): number {
  const x = nearestWhole(total * CENT);
  const y = nearestWhole(price * CENT);
  const sum = x * 4;
  const product = y * quarters * 4;
  const isSmall = sum * sum + product * product < FUSED_LIMIT * FUSED_LIMIT;
  return isSmall && x / CENT === total && y / CENT === price ? (sum + product) / (4 * CENT) : Number.NaN;
}

function divideUnits(a: number, b: number): number {
  return areWhole(a, b) ? a / b : inMillionths(a, b, (m, n) => m / n);
}

function moduloUnits(a: number, b: number): number {
  return areWhole(a, b) ? floorModulo(a, b) : inMillionths(a, b, (m, n) => floorModulo(m, n) / MILLIONTH);
}

/** Sums a list exactly in cents or millionths; NaN if a value has more decimals or the sum is too large. */
export function sumFast(values: readonly number[]): number {
  const total = sumOfUnits(values, CENT);
  return Number.isNaN(total) ? sumOfUnits(values, MILLIONTH) : total;
}

function sumOfUnits(values: readonly number[], perOne: number): number {
  let units = 0;
  let size = 0;
  for (const value of values) {
    const scaled = Math.round(value * perOne);
    units += scaled;
    size += scaled / perOne === value ? Math.abs(scaled) : UNITS_LIMIT;
  }
  return size < UNITS_LIMIT ? units / perOne : Number.NaN;
}

/** Calculates with two numbers scaled to whole millionths; NaN if they have more decimals. */
function inMillionths(a: number, b: number, calculate: (m: number, n: number) => number): number {
  const m = Math.round(a * MILLIONTH);
  const n = Math.round(b * MILLIONTH);
  const isExact = m / MILLIONTH === a && n / MILLIONTH === b && Math.abs(m) + Math.abs(n) < UNITS_LIMIT;
  return isExact ? calculate(m, n) : Number.NaN;
}

/** The smallest power of ten that makes a number whole; NaN if that takes more than 15 digits. */
function powerOf(value: number): number {
  for (let power = 1; power <= UNITS_LIMIT; power *= 10) {
    const units = Math.round(value * power);
    if (Math.abs(units) >= UNITS_LIMIT) return Number.NaN;
    if (units / power === value) return power;
  }
  return Number.NaN;
}

/** Floored modulo: the remainder has the sign of the divisor. */
export function floorModulo(a: number, b: number): number {
  const remainder = a % b;
  return remainder !== 0 && remainder < 0 !== b < 0 ? remainder + b : remainder + 0;
}
