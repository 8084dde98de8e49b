import type { Arithmetic, ArithmeticOperator, Expression, Negate, Operator } from '../syntax/tree.ts';
import { calculate, negate } from '../values/arithmetic.ts';
import { emitBinaryOperator, isNumericOperator, type OperandPair } from './binary-operator.ts';
import { type CompiledExpression, type Context, siteOf } from './code.ts';
import { constant, emit } from './expression.ts';
import { fold, operandOf } from './operand.ts';

/** Compiles a chain of operators of the same precedence, evaluated from left to right. */
export function emitArithmetic(context: Context, node: Arithmetic): CompiledExpression {
  const folded = context.script.isTraced ? undefined : fold(node);
  if (folded !== undefined) return constant(folded);
  const [first, second, ...rest] = node.operands;
  const [operator, ...operators] = node.operators;
  if (first === undefined || second === undefined || operator === undefined) return constant(null);
  const start = emitOperator(operator, operandPair(context, first, second));
  const codes = rest.map((operand) => emit(context, operand));
  // Nested closures would be as deep as the chain is long, so beyond a few operands a loop evaluates it.
  if (codes.length > MAX_NESTED_OPERANDS) return emitLoop(start, codes, operators);
  return rest.reduce((leftCode, operand, index) => {
    const pair: OperandPair = {
      left: { kind: 'code' },
      right: operandOf(context, operand),
      leftCode,
      rightCode: codes[index] ?? constant(null),
    };
    return emitOperator(operators[index] ?? operator, pair);
  }, start);
}

/** Compiles unary minus. */
export function emitNegate(context: Context, node: Negate): CompiledExpression {
  const folded = context.script.isTraced ? undefined : fold(node);
  if (folded !== undefined) return constant(folded);
  const operand = emit(context, node.operand);
  const site = siteOf(node);
  return (run) => {
    const value = operand(run);
    return typeof value === 'number' ? -value : negate(run, site, value);
  };
}

/** Compiles both operands of an operator. */
export function operandPair(context: Context, left: Expression, right: Expression): OperandPair {
  return {
    left: operandOf(context, left),
    right: operandOf(context, right),
    leftCode: emit(context, left),
    rightCode: emit(context, right),
  };
}

/** Compiles one binary arithmetic operator over a pair of operands. */
function emitOperator(operator: Operator<ArithmeticOperator>, pair: OperandPair): CompiledExpression {
  const { symbol } = operator;
  if (isNumericOperator(symbol))
    return emitBinaryOperator(symbol, pair, (run, a, b) => calculate(run, operator, symbol, a, b));
  const { leftCode, rightCode } = pair;
  return (run) => calculate(run, operator, symbol, leftCode(run), rightCode(run));
}

const MAX_NESTED_OPERANDS = 8;

function emitLoop(
  start: CompiledExpression,
  rest: readonly CompiledExpression[],
  operators: readonly Operator<ArithmeticOperator>[],
): CompiledExpression {
  return (run) => {
    let value = start(run);
    for (const [index, operand] of rest.entries()) {
      const operator = operators[index];
      if (operator !== undefined) value = calculate(run, operator, operator.symbol, value, operand(run));
    }
    return value;
  };
}
