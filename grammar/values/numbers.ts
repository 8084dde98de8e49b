import { add, divide, modulo, multiply, type Rounding, roundTo, subtract, sum } from '../decimal/decimal.ts';
import {
  addFast,
  divideFast,
  moduloFast,
  multiplyFast,
  type Operation,
  subtractFast,
  sumFast,
} from '../decimal/fast.ts';
import { areClear, compareNumbers, hasFewDigits, toSignificant } from '../decimal/significant.ts';
import type { Run } from '../running/run.ts';
import type { ArithmeticOperator } from '../syntax/tree.ts';

// What the digits of a number have to be looked at for takes a thousand times as long as an addition, and pays for it.

/** The operators on two numbers, as far as that takes no look at their digits: NaN else. */
export const FAST = {
  '+': addFast,
  '-': subtractFast,
  '*': multiplyFast,
  '/': divideFast,
  '%': moduloFast,
} as const satisfies Record<ArithmeticOperator, Operation>;

const EXACT = { '+': add, '-': subtract, '*': multiply, '/': divide, '%': modulo } as const;

/** Applies an operator to two numbers; the result may be infinite or no number. */
export function calculateNumbers(run: Run, operator: ArithmeticOperator, a: number, b: number): number {
  const fast = FAST[operator](a, b);
  if (Number.isFinite(fast)) return fast;
  run.spend(digitSteps(a) + digitSteps(b));
  return EXACT[operator](a, b);
}

/** Negative, 0 or positive as `a` is less than, equal to or greater than `b`; NaN where either is no number. */
export function compareSeen(run: Run, a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN;
  if (!areClear(a, b)) run.spend(digitSteps(a) + digitSteps(b));
  return compareNumbers(a, b);
}

/** A number as whatever looks at one sees it: with 15 significant digits (rules-language 2). */
export function seenNumber(run: Run, value: number): number {
  if (hasFewDigits(value)) return value;
  run.spend(digitSteps(value));
  return toSignificant(value);
}

/** A number with so many decimals at most. */
export function roundSeen(run: Run, value: number, decimals: number, rounding: Rounding): number {
  return roundTo(seenNumber(run, value), decimals, rounding);
}

/** The exact sum, rounded once. */
export function sumNumbers(run: Run, values: readonly number[]): number {
  payForDigits(run, values);
  return sum(values);
}

/** Pays for adding up a list. */
export function payForDigits(run: Run, values: readonly number[]): void {
  if (!Number.isNaN(sumFast(values))) return;
  for (const value of values) run.spend(digitSteps(value));
}

/** The steps of looking at a number's digits; very large and very small ones have hundreds. */
const digitSteps = (value: number): number => (Math.abs(value) < 1e30 && Math.abs(value) > 1e-30 ? 4 : 32);
