import { describe, expect, it } from 'vitest';
import { keyType, kindOfType, type StaticType, unify, unifyAll } from './static-type.ts';

const NUMBERS: StaticType = { list: 'number' };
const RECORD: StaticType = { record: { a: 'text' } };

describe('unify', () => {
  it.each([
    ['number', 'number', 'number'],
    ['number', 'text', 'any'],
    ['any', 'text', 'any'],
    [NUMBERS, { list: 'number' }, NUMBERS],
    [NUMBERS, { list: 'text' }, { list: 'any' }],
    [NUMBERS, RECORD, 'any'],
    [NUMBERS, 'nothing', 'any'],
  ] satisfies [StaticType, StaticType, StaticType][])('infers from %j and %j the common type %j', (a, b, expected) => {
    expect(unify(a, b)).toEqual(expected);
  });

  it('returns any for an empty list of types', () => {
    expect(unifyAll([])).toBe('any');
  });
});

it.each([
  ['any', null],
  ['date', 'date'],
  ['nothing', 'nothing'],
  [NUMBERS, 'list'],
  [RECORD, 'record'],
] satisfies [StaticType, string | null][])('kindOfType of %j is %j', (type, kind) => {
  expect(kindOfType(type)).toBe(kind);
});

it.each([
  [RECORD, 'a', 'text'],
  [RECORD, 'b', undefined],
  [RECORD, 'constructor', undefined],
  ['any', 'b', 'any'],
] satisfies [StaticType, string, StaticType | undefined][])('keyType of %j for key %s is %j', (type, key, expected) => {
  expect(keyType(type, key)).toBe(expected);
});
