import type { Run } from '../runtime/run.ts';
import type { Comparison, ComparisonOperator, Expression, Span, TextLiteral } from '../syntax/tree.ts';
import { FOLDING_COST, foldCase } from '../values/case-folding.ts';
import { isEqual } from '../values/equality.ts';
import { FAILED } from '../values/kind.ts';
import { includesValue, matchesText } from '../values/membership.ts';
import { compareValues } from '../values/order.ts';
import { containsText, isShort } from '../values/search.ts';
import { operandPair } from './arithmetic.ts';
import { emitBinaryOperator, isNumericOperator } from './binary-operator.ts';
import type { CompiledExpression, Context } from './code.ts';
import { emit } from './expression.ts';

/** Compiles a comparison. The result is true or false for all operands. */
export function emitComparison(context: Context, node: Comparison): CompiledExpression {
  const { left, operator, right } = node;
  const { symbol } = operator;
  if (isNumericOperator(symbol)) {
    const isEquality = symbol === '==' || symbol === '!=';
    if (isEquality && isNothing(right)) return emitPresence(symbol === '==', emit(context, left));
    if (isEquality && isNothing(left)) return emitPresence(symbol === '==', emit(context, right));
    const compare = COMPARE[symbol];
    return emitBinaryOperator(symbol, operandPair(context, left, right), (run, a, b) => compare(run, operator, a, b));
  }
  if (symbol === 'matches' && right.type === 'text') return emitMatches(operator, emit(context, left), right);
  const compare = COMPARE[symbol];
  const a = emit(context, left);
  const b = emit(context, right);
  return (run) => compare(run, operator, a(run), b(run));
}

type Compare = (run: Run, site: Span, a: unknown, b: unknown) => boolean;

/** The comparison operators for any two values. */
const COMPARE = {
  '==': isEqual,
  '!=': (run, site, a, b) => !isEqual(run, site, a, b),
  '<': (run, site, a, b) => compareValues(run, site, a, b) < 0,
  '<=': (run, site, a, b) => compareValues(run, site, a, b) <= 0,
  '>': (run, site, a, b) => compareValues(run, site, a, b) > 0,
  '>=': (run, site, a, b) => compareValues(run, site, a, b) >= 0,
  includes: includesValue,
  matches: matchesText,
  in: (run, site, a, b) => includesValue(run, site, b, a),
  'not includes': (run, site, a, b) => !includesValue(run, site, a, b),
  'not matches': (run, site, a, b) => !matchesText(run, site, a, b),
  'not in': (run, site, a, b) => !includesValue(run, site, b, a),
} as const satisfies Record<ComparisonOperator, Compare>;

/** Compiles `matches` with a literal text, which is case-folded once at compile time. */
function emitMatches(site: Span, left: CompiledExpression, { value }: TextLiteral): CompiledExpression {
  const needle = foldCase(value);
  const isNative = isShort(needle);
  return (run) => {
    const container = left(run);
    if (typeof container !== 'string') return matchesText(run, site, container, value);
    run.spendText(FOLDING_COST * (container.length + value.length));
    const text = foldCase(container);
    return isNative ? text.includes(needle) : containsText(run, text, needle);
  };
}

/** Compiles `$a == nothing`: tests for a missing value without a type mismatch. */
function emitPresence(isAbsent: boolean, code: CompiledExpression): CompiledExpression {
  return (run) => {
    const value = code(run);
    return (value === null || value === FAILED) === isAbsent;
  };
}

function isNothing(node: Expression): boolean {
  return node.type === 'constant' && node.value === null;
}
