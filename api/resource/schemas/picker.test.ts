import { describe, expect, it } from 'vitest';
import { pickerOf } from './picker.ts';

const id = '0123456789abcdef01234567';
const nothing = { type: 'object', additionalProperties: false };
const person = { type: 'object', properties: { name: { type: 'string' } } };

describe('of an answer', () => {
  it.each([
    ['what has a name in the schema stays', person, { name: 'Ann', age: 4 }, { name: 'Ann' }],
    ['nothing stays of what may hold nothing', nothing, { name: 'Ann' }, {}],
    ['free data stay whole', { type: 'object', additionalProperties: true }, { a: { b: 1 } }, { a: { b: 1 } }],
    ['each item of a list is picked', { type: 'array', items: person }, [{ name: 'Ann', age: 4 }], [{ name: 'Ann' }]],
    ['a value of another type stays', person, null, null],
    ['a list in the place of an object stays', person, ['Ann'], ['Ann']],
    [
      'an old value stays as it was',
      { type: 'object', properties: { age: { type: 'integer' } } },
      { age: 'x' },
      { age: 'x' },
    ],
    ['a reference stays an id', { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Guild' }] }, id, id],
    [
      'a record in the place of its id is picked as that record',
      { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Guild' }] },
      { id, name: 'Bakers', stray: 1 },
      { id, name: 'Bakers' },
    ],
  ])('%s', (_rule, schema, value, picked) => {
    expect(pickerOf(schema)(value)).toEqual(picked);
  });

  it('a name that no record has is told at once', () => {
    expect(() => pickerOf({ $ref: '#/components/schemas/Nobody' })({})).toThrow('No record is answered as Nobody');
  });
});
