import { describe, expect, it } from 'vitest';
import type { ArithmeticOperator } from '../syntax/tree.ts';
import type { StaticType } from './static-type.ts';
import { arithmeticType } from './types.ts';

/** Returns the inferred type of an arithmetic expression and its warnings. */
function typeOf(left: StaticType, operator: ArithmeticOperator, right: StaticType): [StaticType, string[]] {
  const warnings: string[] = [];
  const warn = ({ expected, got }: { expected: string; got: string }) => warnings.push(`${expected}, got ${got}`);
  return [arithmeticType(operator, left, right, warn), warnings];
}

describe('arithmeticType', () => {
  it.each([
    ['number', '+', 'number', 'number'],
    ['number', '%', 'number', 'number'],
    ['text', '+', 'number', 'text'],
    ['number', '+', 'text', 'text'],
    ['text', '+', 'nothing', 'text'],
    ['any', '+', 'text', 'any'],
    ['any', '-', 'number', 'any'],
    ['date', '+', 'duration', 'date'],
    ['duration', '+', 'date', 'date'],
    ['date', '-', 'date', 'duration'],
    ['duration', '*', 'number', 'duration'],
    ['duration', '/', 'duration', 'number'],
    [{ list: 'number' }, '+', 'number', { list: 'number' }],
    [{ list: 'number' }, '+', 'text', { list: 'any' }],
    [{ list: 'number' }, '+', { list: 'number' }, { list: 'number' }],
    [{ list: 'number' }, '+', 'any', { list: 'any' }],
    [{ list: 'number' }, '-', 'text', { list: 'number' }],
  ] satisfies [StaticType, ArithmeticOperator, StaticType, StaticType][])(
    'infers that %j %s %j is %j, without a warning',
    (left, operator, right, expected) => {
      expect(typeOf(left, operator, right)).toEqual([expected, []]);
    },
  );

  it.each([
    ['number', '-', 'text', 'number', 'a number, got text'],
    ['number', '*', 'boolean', 'any', 'a number, got boolean'],
    ['nothing', '+', 'number', 'any', 'a number, got nothing'],
    ['date', '+', 'number', 'any', 'a duration, got number'],
    ['date', '+', 'date', 'any', 'a duration, got date'],
    ['number', '-', 'date', 'any', 'a number, got date'],
    ['number', '+', { list: 'number' }, 'any', 'a number, got list'],
  ] satisfies [StaticType, ArithmeticOperator, StaticType, StaticType, string][])(
    'infers that %j %s %j is %j, and warns "expected %s"',
    (left, operator, right, expected, warning) => {
      expect(typeOf(left, operator, right)).toEqual([expected, [warning]]);
    },
  );
});
