import type { ArithmeticOperator, ComparisonOperator } from '../syntax/tree.ts';

/** The operators that have a fast path for numbers, by small numbers that a switch tells apart at once. */
export const NUMERIC = {
  '+': 0,
  '-': 1,
  '*': 2,
  '/': 3,
  '<': 4,
  '<=': 5,
  '>': 6,
  '>=': 7,
  '==': 8,
  '!=': 9,
} as const satisfies Partial<Record<ArithmeticOperator | ComparisonOperator, number>>;

export type NumericSymbol = keyof typeof NUMERIC;
export type Numeric = (typeof NUMERIC)[NumericSymbol];

/** Applies an operator to two numbers. */
export function operate(operator: Numeric, a: number, b: number): number | boolean {
  switch (operator) {
    case 0:
      return a + b;
    case 1:
      return a - b;
    case 2:
      return a * b;
    case 3:
      return a / b;
    case 4:
      return a < b;
    case 5:
      return a <= b;
    case 6:
      return a > b;
    case 7:
      return a >= b;
    case 8:
      return a === b;
    case 9:
      return a !== b;
  }
}

/** Whether a result may stand: a number that is finite is one whose difference to itself is 0. */
export function isSound(result: number | boolean): boolean {
  return typeof result === 'boolean' || result - result === 0;
}

export function isNumeric(symbol: ArithmeticOperator | ComparisonOperator): symbol is NumericSymbol {
  return symbol in NUMERIC;
}
