import type { Arithmetic, ArithmeticOperator, Negate, Operator, StatementValue } from '../syntax/tree.ts';
import { CALCULATE, calculate, negate } from '../values/arithmetic.ts';
import type { Code, Context } from './code.ts';
import { constant, emit } from './expression.ts';

/** A run of operators of one level, from left to right. */
export function emitArithmetic(context: Context, node: Arithmetic): Code {
  const folded = context.isTraced ? undefined : fold(node);
  if (folded !== undefined) return constant(folded);
  const [first, ...rest] = node.operands.map((operand) => emit(context, operand));
  if (first === undefined) return constant(null);
  // Closures inside closures would be as deep as the run is long: beyond a few operands a loop takes over.
  if (rest.length > DEEPEST) return emitRun(first, rest, node.operators);
  return rest.reduce((left, right, index) => emitOperator(node.operators[index], left, right), first);
}

export function emitNegate(context: Context, node: Negate): Code {
  const folded = context.isTraced ? undefined : fold(node);
  if (folded !== undefined) return constant(folded);
  const operand = emit(context, node.operand);
  return (run) => {
    const value = operand(run);
    return typeof value === 'number' ? -value : negate(run, node, value);
  };
}

const DEEPEST = 8;

/** Numbers take the fast path: a result that is finite is one whose difference to itself is 0. */
export function emitOperator(operator: Operator<ArithmeticOperator> | undefined, left: Code, right: Code): Code {
  if (operator === undefined) return left;
  switch (operator.symbol) {
    case '+':
      return (run) => {
        const a = left(run);
        const b = right(run);
        if (typeof a === 'number' && typeof b === 'number') {
          const sum = a + b;
          if (sum - sum === 0) return sum;
        }
        return calculate(run, operator, '+', a, b);
      };
    case '-':
      return (run) => {
        const a = left(run);
        const b = right(run);
        if (typeof a === 'number' && typeof b === 'number') {
          const difference = a - b;
          if (difference - difference === 0) return difference;
        }
        return calculate(run, operator, '-', a, b);
      };
    case '*':
      return (run) => {
        const a = left(run);
        const b = right(run);
        if (typeof a === 'number' && typeof b === 'number') {
          const product = a * b;
          if (product - product === 0) return product;
        }
        return calculate(run, operator, '*', a, b);
      };
    case '/':
      return (run) => {
        const a = left(run);
        const b = right(run);
        if (typeof a === 'number' && typeof b === 'number') {
          const quotient = a / b;
          if (quotient - quotient === 0) return quotient;
        }
        return calculate(run, operator, '/', a, b);
      };
    case '%':
      return (run) => calculate(run, operator, '%', left(run), right(run));
  }
}

function emitRun(first: Code, rest: readonly Code[], operators: readonly Operator<ArithmeticOperator>[]): Code {
  return (run) => {
    let value = first(run);
    for (const [index, operand] of rest.entries()) {
      const operator = operators[index];
      if (operator !== undefined) value = calculate(run, operator, operator.symbol, value, operand(run));
    }
    return value;
  };
}

/** The number that literals come to; undefined where there is more than literals, or the result is not finite. */
export function fold(node: StatementValue): number | undefined {
  const value = foldAny(node);
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

function foldAny(node: StatementValue): number | undefined {
  switch (node.type) {
    case 'number':
      return node.value;
    case 'group':
      return fold(node.value);
    case 'negate': {
      const operand = fold(node.operand);
      return operand === undefined ? undefined : -operand;
    }
    case 'arithmetic':
      return foldRun(node);
    default:
      return undefined;
  }
}

function foldRun({ operands, operators }: Arithmetic): number | undefined {
  return operands.map(fold).reduce((left, right, index) => {
    const symbol = operators[index - 1]?.symbol;
    return left === undefined || right === undefined || symbol === undefined
      ? undefined
      : CALCULATE[symbol](left, right);
  });
}
