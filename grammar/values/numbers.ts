import {
  add,
  canCompareDirectly,
  compareNumbers,
  divide,
  modulo,
  multiply,
  type Rounding,
  roundTo,
  subtract,
  sum,
} from '../decimal/decimal.ts';
import {
  addFast,
  divideFast,
  moduloFast,
  multiplyFast,
  type Operation,
  subtractFast,
  sumFast,
} from '../decimal/fast-decimal.ts';
import { hasFewDigits, toSignificant } from '../decimal/significant.ts';
import type { Run } from '../runtime/run.ts';
import type { ArithmeticOperator } from '../syntax/tree.ts';

// Reading the digits of a number takes a thousand times as long as an addition, so it is charged as steps.

/** The operators' fast paths for two numbers. NaN means that the exact, slow path is needed. */
export const FAST_OPERATORS = {
  '+': addFast,
  '-': subtractFast,
  '*': multiplyFast,
  '/': divideFast,
  '%': moduloFast,
} as const satisfies Record<ArithmeticOperator, Operation>;

const EXACT = { '+': add, '-': subtract, '*': multiply, '/': divide, '%': modulo } as const;

/** Applies an operator to two numbers exactly. The result may be infinite or NaN. */
export function calculateNumbers(run: Run, operator: ArithmeticOperator, a: number, b: number): number {
  const fast = FAST_OPERATORS[operator](a, b);
  if (Number.isFinite(fast)) return fast;
  run.spend(digitSteps(a) + digitSteps(b));
  return EXACT[operator](a, b);
}

/**
 * Compares two numbers at 15 significant digits and charges for it. Returns a negative number, 0 or a positive number;
 * NaN if either is NaN.
 */
export function compareSignificant(run: Run, a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN;
  if (!canCompareDirectly(a, b)) run.spend(digitSteps(a) + digitSteps(b));
  return compareNumbers(a, b);
}

/**
 * Rounds a number to 15 significant digits, as comparisons and text output see it (rules-language 2), and charges for
 * it.
 */
export function significantNumber(run: Run, value: number): number {
  if (hasFewDigits(value)) return value;
  run.spend(digitSteps(value));
  return toSignificant(value);
}

/** Rounds a number to at most `decimals` decimals, and charges for it. */
export function roundSignificant(run: Run, value: number, decimals: number, rounding: Rounding): number {
  return roundTo(significantNumber(run, value), decimals, rounding);
}

/** Sums a list exactly and rounds once. */
export function sumNumbers(run: Run, values: readonly number[]): number {
  chargeForDigits(run, values);
  return sum(values);
}

/** Charges for summing a list. */
export function chargeForDigits(run: Run, values: readonly number[]): void {
  if (!Number.isNaN(sumFast(values))) return;
  for (const value of values) run.spend(digitSteps(value));
}

/** Steps charged for reading a number's digits. Very large and very small numbers have hundreds. */
const digitSteps = (value: number): number => (Math.abs(value) < 1e30 && Math.abs(value) > 1e-30 ? 4 : 32);
