import type { ArithmeticOperator } from '../syntax/tree.ts';
import { expectedOperands } from '../values/arithmetic.ts';
import type { Kind } from '../values/kind.ts';
import { kindOfType, listOf, type StaticType, unify } from './static-type.ts';

/**
 * Infers the type of an arithmetic expression from its operand types. Calls `warn` where a run with values of these
 * types would warn.
 */
export function arithmeticType(
  operator: ArithmeticOperator,
  left: StaticType,
  right: StaticType,
  warn: (args: { expected: string; got: Kind }) => void,
): StaticType {
  const [a, b] = [kindOfType(left), kindOfType(right)];
  if (a === 'list' && (operator === '+' || operator === '-')) return operator === '-' ? left : appendType(left, right);
  if (operator === '+' && (a === 'text' || b === 'text')) return a === null ? 'any' : 'text';
  if (a === null || b === null) return 'any';
  if (a === 'text' || b === 'text') warn({ expected: 'a number', got: 'text' });
  const [x, y] = [toNumericKind(a), toNumericKind(b)];
  const result = RESULTS[`${x} ${operator} ${y}`];
  if (result === undefined) warn(expectedOperands(operator, x, y));
  return result ?? 'any';
}

/** A text counts as a number here, because a numeric text is converted at run time. */
function toNumericKind(kind: Kind): Kind {
  return kind === 'text' ? 'number' : kind;
}

function appendType(list: StaticType, item: StaticType): StaticType {
  const addition: StaticType = kindOfType(item) === 'list' ? item : listOf(item);
  return kindOfType(item) === null ? { list: 'any' } : unify(list, addition);
}

const RESULTS: Readonly<Record<string, StaticType>> = {
  'number + number': 'number',
  'number - number': 'number',
  'number * number': 'number',
  'number / number': 'number',
  'number % number': 'number',
  'date + duration': 'date',
  'duration + date': 'date',
  'date - duration': 'date',
  'date - date': 'duration',
  'duration + duration': 'duration',
  'duration - duration': 'duration',
  'duration * number': 'duration',
  'number * duration': 'duration',
  'duration / number': 'duration',
  'duration / duration': 'number',
};
