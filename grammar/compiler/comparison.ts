import type { Run } from '../runtime/run.ts';
import type { Comparison, ComparisonOperator, Expression, Span, TextLiteral } from '../syntax/tree.ts';
import { FOLDING_COST, foldCase, isAscii, LAST_ASCII, normalizeText } from '../values/case-folding.ts';
import { isEqual } from '../values/equality.ts';
import { FAILED, isDate, isList, kindOf } from '../values/kind.ts';
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

/**
 * Compiles `matches` with a literal text, which is case-folded once at compile time. An ASCII text that is found in lower
 * case and not followed by an accent is also found after case folding, which takes twice as long.
 */
function emitMatches(site: Span, left: CompiledExpression, { value }: TextLiteral): CompiledExpression {
  const needle = foldCase(value);
  const isNative = isShort(needle);
  const isPlain = isNative && isAscii(needle);
  return (run) => {
    const container = left(run);
    if (typeof container !== 'string') return matchesText(run, site, container, value);
    run.spendText(FOLDING_COST * (container.length + value.length));
    if (isPlain) {
      const lowerCase = container.toLowerCase();
      const at = lowerCase.indexOf(needle);
      if (at >= 0 && !(lowerCase.charCodeAt(at + needle.length) > LAST_ASCII)) return true;
      if (isAscii(container)) return false;
    }
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

/**
 * Implements `includes`, case-sensitive: whether a list has an equal item, or a text contains a text. Returns false
 * with a warning for other values, and for a date searched among texts.
 */
export function includesValue(run: Run, site: Span, container: unknown, element: unknown): boolean {
  if (isList(container)) {
    const other = typeof element === 'string' ? 'date' : isDate(element) ? 'text' : null;
    let hasOtherKind = false;
    const isIncluded = container.some((item) => {
      run.spend(1);
      if (other !== null && kindOf(item) === other) hasOtherKind = true;
      return isEqual(run, site, item, element, 'silent');
    });
    if (hasOtherKind && !isIncluded) run.expect(site, 'matching types', `${kindOf(element)} and ${other}`);
    return isIncluded;
  }
  if (typeof container === 'string' && typeof element === 'string') {
    run.spendText(container.length);
    return containsText(run, normalizeText(run, container), normalizeText(run, element));
  }
  return warnMismatch(
    run,
    site,
    typeof container === 'string' ? element : container,
    typeof container === 'string' ? 'a text' : 'a list',
  );
}

/**
 * Implements `matches`: whether a text contains a text, ignoring case. Returns false with a warning for other values.
 */
export function matchesText(run: Run, site: Span, container: unknown, element: unknown): boolean {
  if (typeof container === 'string' && typeof element === 'string') {
    run.spendText(FOLDING_COST * (container.length + element.length));
    return containsText(run, foldCase(container), foldCase(element));
  }
  return warnMismatch(run, site, typeof container === 'string' ? element : container, 'a text');
}

function warnMismatch(run: Run, site: Span, value: unknown, expected: string): false {
  if (value !== FAILED) run.expect(site, expected, kindOf(value));
  return false;
}
