import { canCompareDirectly } from '../decimal/decimal.ts';
import { multiplyFast } from '../decimal/fast-decimal.ts';
import type { ArithmeticOperator, ComparisonOperator } from '../syntax/tree.ts';
import { FAST_OPERATORS } from '../values/numbers.ts';
import { isObject } from '../values/plain-objects.ts';
import type { CompiledExpression } from './code.ts';
import type { DirectOperand } from './operand.ts';

/** The two operands of an operator, as code and in the form that can be read without a call. */
export interface OperandPair {
  readonly left: DirectOperand;
  readonly right: DirectOperand;
  readonly leftCode: CompiledExpression;
  readonly rightCode: CompiledExpression;
}

/**
 * Compiles an operator that usually gets two numbers. Anything else, and numbers whose significant digits decide, goes
 * to `slow`, which evaluates the operands again: operands read directly have no side effects. Every closure has its own
 * code to read operands, because the JavaScript engine keeps an inline cache per code location.
 */
export function emitBinaryOperator(
  symbol: NumericSymbol,
  { left, right, leftCode, rightCode }: OperandPair,
  slow: SlowPath,
): CompiledExpression {
  const operate = NUMERIC_OPERATORS[symbol];
  const again: CompiledExpression = (run) => slow(run, leftCode(run), rightCode(run));
  if (right.kind === 'number') return withLiteral(symbol, left, right.value, leftCode, slow);
  if (left.kind === 'key' && right.kind === 'key') return withTwoKeys(symbol, left, right, again);
  // jscpd:ignore-start
  if (left.kind === 'slot' && right.kind === 'slot') {
    const { slot: leftSlot } = left;
    const { slot: rightSlot } = right;
    return (run) => {
      const a = run.frame[leftSlot];
      const b = run.frame[rightSlot];
      if (typeof a === 'number' && typeof b === 'number') {
        const result = operate(a, b);
        if (isValidResult(result)) return result;
      }
      return slow(run, a, b);
    };
  }
  if (left.kind === 'slot') {
    const { slot } = left;
    return (run) => {
      const a = run.frame[slot];
      const b = rightCode(run);
      if (typeof a === 'number' && typeof b === 'number') {
        const result = operate(a, b);
        if (isValidResult(result)) return result;
      }
      return slow(run, a, b);
    };
  }
  // jscpd:ignore-end
  return (run) => {
    const a = leftCode(run);
    const b = rightCode(run);
    if (typeof a === 'number' && typeof b === 'number') {
      const result = operate(a, b);
      if (isValidResult(result)) return result;
    }
    return slow(run, a, b);
  };
}

/** Compiles an operator on keys of two variables, such as a quantity and a price of a row. */
function withTwoKeys(symbol: NumericSymbol, left: KeyOperand, right: KeyOperand, slow: CompiledExpression) {
  if (symbol === '>') return KEY_PAIRS['<'](right, left, slow);
  if (symbol === '>=') return KEY_PAIRS['<='](right, left, slow);
  if (isKeyPairOperator(symbol)) return KEY_PAIRS[symbol](left, right, slow);
  const { slot: leftSlot, key: leftKey } = left;
  const { slot: rightSlot, key: rightKey } = right;
  const operate = NUMERIC_OPERATORS[symbol];
  const code: CompiledExpression = (run) => {
    const { frame } = run;
    const leftRecord = frame[leftSlot];
    const rightRecord = frame[rightSlot];
    const a = isObject(leftRecord) ? leftRecord[leftKey] : undefined;
    const b = isObject(rightRecord) ? rightRecord[rightKey] : undefined;
    if (typeof a === 'number' && typeof b === 'number') {
      const result = operate(a, b);
      if (isValidResult(result)) return result;
    }
    return slow(run);
  };
  return code;
}

const isKeyPairOperator = (symbol: NumericSymbol): symbol is keyof typeof KEY_PAIRS => symbol in KEY_PAIRS;

type KeyOperand = Extract<DirectOperand, { kind: 'key' }>;

/**
 * The most common operators on two keys. Each has its own closure: a call of an operator in a variable can not be inlined
 * once other scripts have used other operators.
 */
// jscpd:ignore-start
const KEY_PAIRS = {
  '<':
    ({ slot: leftSlot, key: leftKey }, { slot: rightSlot, key: rightKey }, slow) =>
    (run) => {
      const { frame } = run;
      const leftRecord = frame[leftSlot];
      const rightRecord = frame[rightSlot];
      const a = isObject(leftRecord) ? leftRecord[leftKey] : undefined;
      const b = isObject(rightRecord) ? rightRecord[rightKey] : undefined;
      return typeof a === 'number' && typeof b === 'number' && canCompareDirectly(a, b) ? a < b : slow(run);
    },
  '<=':
    ({ slot: leftSlot, key: leftKey }, { slot: rightSlot, key: rightKey }, slow) =>
    (run) => {
      const { frame } = run;
      const leftRecord = frame[leftSlot];
      const rightRecord = frame[rightSlot];
      const a = isObject(leftRecord) ? leftRecord[leftKey] : undefined;
      const b = isObject(rightRecord) ? rightRecord[rightKey] : undefined;
      return typeof a === 'number' && typeof b === 'number' && canCompareDirectly(a, b) ? a <= b : slow(run);
    },
  '*':
    ({ slot: leftSlot, key: leftKey }, { slot: rightSlot, key: rightKey }, slow) =>
    (run) => {
      const { frame } = run;
      const leftRecord = frame[leftSlot];
      const rightRecord = frame[rightSlot];
      const a = isObject(leftRecord) ? leftRecord[leftKey] : undefined;
      const b = isObject(rightRecord) ? rightRecord[rightKey] : undefined;
      const product = typeof a === 'number' && typeof b === 'number' ? multiplyFast(a, b) : Number.NaN;
      return product - product === 0 ? product : slow(run);
    },
} as const satisfies Partial<
  Record<NumericSymbol, (left: KeyOperand, right: KeyOperand, slow: CompiledExpression) => CompiledExpression>
>;
// jscpd:ignore-end

/** The general implementation of an operator, for any two values. */
export type SlowPath = (run: Parameters<CompiledExpression>[0], a: unknown, b: unknown) => unknown;

function withLiteral(
  symbol: NumericSymbol,
  left: DirectOperand,
  literal: number,
  leftCode: CompiledExpression,
  slow: SlowPath,
): CompiledExpression {
  const again: CompiledExpression = (run) => slow(run, leftCode(run), literal);
  const near = roundingMargin(literal);
  if (isComparison(symbol) && left.kind === 'input') return INPUT_TESTS[symbol](left.name, literal, near, again);
  if (isComparison(symbol) && left.kind === 'key') return KEY_TESTS[symbol](left.slot, left.key, literal, near, again);
  const operate = NUMERIC_OPERATORS[symbol];
  return (run) => {
    const value = leftCode(run);
    if (typeof value === 'number') {
      const result = operate(value, literal);
      if (isValidResult(result)) return result;
    }
    return slow(run, value, literal);
  };
}

function isComparison(symbol: NumericSymbol): symbol is LiteralOperator {
  return symbol in INPUT_TESTS;
}

/** The most common test in rules: an input field or a key of a row compared with a number literal. */
type LiteralOperator = '<' | '<=' | '>' | '>=' | '==' | '!=';

/**
 * The rounding margin around a literal. Numbers up to `below` and from `above` compare directly; those in between may
 * count as equal to the literal.
 */
interface RoundingMargin {
  readonly below: number;
  readonly above: number;
}

/** Computes the rounding margin of a literal. */
function roundingMargin(literal: number): RoundingMargin {
  const margin = Math.abs(literal) * 3e-14;
  return { below: literal - margin, above: literal + margin };
}

/**
 * Compares an input field with a number literal. Every operator has its own closure, so that the JavaScript engine gets
 * a monomorphic inline cache for the key it reads. Falls back to `slow` for values that are not numbers or are within
 * the rounding margin.
 */
const INPUT_TESTS = {
  '<':
    (name, literal, { below, above }, slow) =>
    (run) => {
      const value = run.data === null ? undefined : run.data[name];
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value < literal : slow(run);
    },
  '<=':
    (name, literal, { below, above }, slow) =>
    (run) => {
      const value = run.data === null ? undefined : run.data[name];
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value <= literal : slow(run);
    },
  '>':
    (name, literal, { below, above }, slow) =>
    (run) => {
      const value = run.data === null ? undefined : run.data[name];
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value > literal : slow(run);
    },
  '>=':
    (name, literal, { below, above }, slow) =>
    (run) => {
      const value = run.data === null ? undefined : run.data[name];
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value >= literal : slow(run);
    },
  '==':
    (name, literal, { below, above }, slow) =>
    (run) => {
      const value = run.data === null ? undefined : run.data[name];
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value === literal : slow(run);
    },
  '!=':
    (name, literal, { below, above }, slow) =>
    (run) => {
      const value = run.data === null ? undefined : run.data[name];
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value !== literal : slow(run);
    },
} as const satisfies Record<
  LiteralOperator,
  (name: string, literal: number, near: RoundingMargin, slow: CompiledExpression) => CompiledExpression
>;

/** Compares a key of a variable with a number literal, in the same way. */
const KEY_TESTS = {
  '<':
    (slot, key, literal, { below, above }, slow) =>
    (run) => {
      const record = run.frame[slot];
      const value = isObject(record) ? record[key] : undefined;
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value < literal : slow(run);
    },
  '<=':
    (slot, key, literal, { below, above }, slow) =>
    (run) => {
      const record = run.frame[slot];
      const value = isObject(record) ? record[key] : undefined;
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value <= literal : slow(run);
    },
  '>':
    (slot, key, literal, { below, above }, slow) =>
    (run) => {
      const record = run.frame[slot];
      const value = isObject(record) ? record[key] : undefined;
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value > literal : slow(run);
    },
  '>=':
    (slot, key, literal, { below, above }, slow) =>
    (run) => {
      const record = run.frame[slot];
      const value = isObject(record) ? record[key] : undefined;
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value >= literal : slow(run);
    },
  '==':
    (slot, key, literal, { below, above }, slow) =>
    (run) => {
      const record = run.frame[slot];
      const value = isObject(record) ? record[key] : undefined;
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value === literal : slow(run);
    },
  '!=':
    (slot, key, literal, { below, above }, slow) =>
    (run) => {
      const record = run.frame[slot];
      const value = isObject(record) ? record[key] : undefined;
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value !== literal : slow(run);
    },
} as const satisfies Record<
  LiteralOperator,
  (slot: number, key: string, literal: number, near: RoundingMargin, slow: CompiledExpression) => CompiledExpression
>;

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
type NumericSymbol = keyof typeof NUMERIC_OPERATORS;

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
