import type { ArithmeticOperator } from '../syntax/tree.ts';
import { expectation } from '../values/arithmetic.ts';
import type { Kind } from '../values/kind.ts';
import { kindOfType, listOf, type StaticType, unify } from './static-type.ts';

/** The type that an operator gives for two types; calls `warn` as a run would for values of these types. */
export function arithmeticType(
  operator: ArithmeticOperator,
  left: StaticType,
  right: StaticType,
  warn: (args: { expected: string; got: Kind }) => void,
): StaticType {
  const [a, b] = [kindOfType(left), kindOfType(right)];
  if (a === 'list' && (operator === '+' || operator === '-')) return operator === '-' ? left : appended(left, right);
  if (operator === '+' && (a === 'text' || b === 'text')) return a === null ? 'any' : 'text';
  if (a === null || b === null) return 'any';
  if (a === 'text' || b === 'text') warn({ expected: 'a number', got: 'text' });
  const [x, y] = [numeric(a), numeric(b)];
  const result = RESULTS[`${x} ${operator} ${y}`];
  if (result === undefined) warn(expectation(operator, x, y));
  return result ?? 'any';
}

/** A text may turn out to be a number. */
function numeric(kind: Kind): Kind {
  return kind === 'text' ? 'number' : kind;
}

function appended(list: StaticType, item: StaticType): StaticType {
  const added: StaticType = kindOfType(item) === 'list' ? item : listOf(item);
  return kindOfType(item) === null ? { list: 'any' } : unify(list, added);
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
