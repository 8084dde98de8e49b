import { canCompareDirectly } from '../decimal/comparing.ts';
import type { ArithmeticOperator, ComparisonOperator } from '../syntax/tree.ts';
import { FAST_OPERATORS } from '../values/numbers.ts';

/**
 * Operators with a fast path for two numbers, each small enough to be inlined into the closure that uses it. They
 * return NaN if the significant digits have to be compared.
 */
export const NUMERIC_OPERATORS = {
  ...FAST_OPERATORS,
  '<': (a, b) => (canCompareDirectly(a, b) ? a < b : Number.NaN),
  '<=': (a, b) => (canCompareDirectly(a, b) ? a <= b : Number.NaN),
  '>': (a, b) => (canCompareDirectly(a, b) ? a > b : Number.NaN),
  '>=': (a, b) => (canCompareDirectly(a, b) ? a >= b : Number.NaN),
  '==': (a, b) => (canCompareDirectly(a, b) ? a === b : Number.NaN),
  '!=': (a, b) => (canCompareDirectly(a, b) ? a !== b : Number.NaN),
} as const satisfies Partial<Record<ArithmeticOperator | ComparisonOperator, Operate>>;

type Operate = (a: number, b: number) => number | boolean;
export type NumericSymbol = keyof typeof NUMERIC_OPERATORS;

/**
 * Whether a fast path's result is valid: a boolean or a finite number. `result - result` is 0 only for finite numbers.
 */
export function isValidResult(result: number | boolean): boolean {
  return typeof result === 'boolean' || result - result === 0;
}

/** Type guard for operators that have a numeric fast path. */
export function isNumericOperator(symbol: ArithmeticOperator | ComparisonOperator): symbol is NumericSymbol {
  return symbol in NUMERIC_OPERATORS;
}
