import { areClear } from '../decimal/significant.ts';
import type { ArithmeticOperator, ComparisonOperator } from '../syntax/tree.ts';
import { FAST } from '../values/numbers.ts';

/**
 * The operators that have a fast path for two numbers, each small enough to be a part of the closure that uses it. NaN where
 * the digits of the numbers have to be looked at.
 */
export const NUMERIC = {
  ...FAST,
  '<': (a, b) => (areClear(a, b) ? a < b : Number.NaN),
  '<=': (a, b) => (areClear(a, b) ? a <= b : Number.NaN),
  '>': (a, b) => (areClear(a, b) ? a > b : Number.NaN),
  '>=': (a, b) => (areClear(a, b) ? a >= b : Number.NaN),
  '==': (a, b) => (areClear(a, b) ? a === b : Number.NaN),
  '!=': (a, b) => (areClear(a, b) ? a !== b : Number.NaN),
} as const satisfies Partial<Record<ArithmeticOperator | ComparisonOperator, Operate>>;

type Operate = (a: number, b: number) => number | boolean;
export type NumericSymbol = keyof typeof NUMERIC;

/** Whether a result may stand: a number that is finite is one whose difference to itself is 0. */
export function isSound(result: number | boolean): boolean {
  return typeof result === 'boolean' || result - result === 0;
}

export function isNumeric(symbol: ArithmeticOperator | ComparisonOperator): symbol is NumericSymbol {
  return symbol in NUMERIC;
}
