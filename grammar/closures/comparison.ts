import type { Run } from '../running/run.ts';
import type { Comparison, ComparisonOperator, Expression, Span } from '../syntax/tree.ts';
import { isEqual } from '../values/equality.ts';
import { FAILED } from '../values/kind.ts';
import { includes, matches } from '../values/membership.ts';
import { order } from '../values/order.ts';
import type { Code, Context, Test } from './code.ts';
import { emit } from './expression.ts';

export function emitComparison(context: Context, { left, operator, right }: Comparison): Test {
  const a = emit(context, left);
  const b = emit(context, right);
  if (isEquality(operator.symbol) && (isNothing(left) || isNothing(right))) {
    return emitPresence(operator.symbol === '==', isNothing(left) ? b : a);
  }
  return COMPARISONS[operator.symbol](operator, a, b);
}

type Emit = (site: Span, left: Code, right: Code) => Test;

/** One closure for each operator; numbers, which most forms compare, are told apart before anything is called. */
const COMPARISONS = {
  '==': (site, left, right) => (run) => {
    const a = left(run);
    const b = right(run);
    return typeof a === 'number' && typeof b === 'number' ? a === b : isEqual(run, site, a, b);
  },
  '!=': (site, left, right) => (run) => {
    const a = left(run);
    const b = right(run);
    return typeof a === 'number' && typeof b === 'number' ? a !== b : !isEqual(run, site, a, b);
  },
  '<': (site, left, right) => (run) => {
    const a = left(run);
    const b = right(run);
    return typeof a === 'number' && typeof b === 'number' ? a < b : order(run, site, a, b) < 0;
  },
  '<=': (site, left, right) => (run) => {
    const a = left(run);
    const b = right(run);
    return typeof a === 'number' && typeof b === 'number' ? a <= b : order(run, site, a, b) <= 0;
  },
  '>': (site, left, right) => (run) => {
    const a = left(run);
    const b = right(run);
    return typeof a === 'number' && typeof b === 'number' ? a > b : order(run, site, a, b) > 0;
  },
  '>=': (site, left, right) => (run) => {
    const a = left(run);
    const b = right(run);
    return typeof a === 'number' && typeof b === 'number' ? a >= b : order(run, site, a, b) >= 0;
  },
  includes: (site, left, right) => (run) => includes(run, site, left(run), right(run)),
  matches: (site, left, right) => (run) => matches(run, site, left(run), right(run)),
  in: (site, left, right) => (run) => isIn(run, site, left(run), right(run)),
  'not includes': (site, left, right) => (run) => !includes(run, site, left(run), right(run)),
  'not matches': (site, left, right) => (run) => !matches(run, site, left(run), right(run)),
  'not in': (site, left, right) => (run) => !isIn(run, site, left(run), right(run)),
} as const satisfies Record<ComparisonOperator, Emit>;

function isIn(run: Run, site: Span, part: unknown, whole: unknown): boolean {
  return includes(run, site, whole, part);
}

/** `$a == nothing` asks whether there is a value, and is no mismatch of types. */
function emitPresence(isAbsent: boolean, code: Code): Test {
  return (run) => {
    const value = code(run);
    return (value === null || value === FAILED) === isAbsent;
  };
}

function isEquality(symbol: ComparisonOperator): boolean {
  return symbol === '==' || symbol === '!=';
}

function isNothing(node: Expression): boolean {
  return node.type === 'constant' && node.value === null;
}
