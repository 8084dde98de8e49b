import { describe, expect, it } from 'vitest';
import { pickerOf } from './response-serializer.ts';

const id = '0123456789abcdef01234567';
const nothing = { type: 'object', additionalProperties: false };
const person = { type: 'object', properties: { name: { type: 'string' } } };

describe('pickerOf', () => {
  it.each([
    ['keeps properties that the schema names', person, { name: 'Ann', age: 4 }, { name: 'Ann' }],
    ['drops all properties of an object without any', nothing, { name: 'Ann' }, {}],
    ['keeps free-form data whole', { type: 'object', additionalProperties: true }, { a: { b: 1 } }, { a: { b: 1 } }],
    ['picks from each item of a list', { type: 'array', items: person }, [{ name: 'Ann', age: 4 }], [{ name: 'Ann' }]],
    ['keeps a value of another type', person, null, null],
    ['keeps a list where an object is expected', person, ['Ann'], ['Ann']],
    [
      'keeps an old value that does not match its type',
      { type: 'object', properties: { age: { type: 'integer' } } },
      { age: 'x' },
      { age: 'x' },
    ],
    [
      'keeps a reference that is an id',
      { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Guild' }] },
      id,
      id,
    ],
    [
      'picks from a populated record by its own schema',
      { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Guild' }] },
      { id, name: 'Bakers', stray: 1 },
      { id, name: 'Bakers' },
    ],
  ])('%s', (_rule, schema, value, picked) => {
    expect(pickerOf(schema)(value)).toEqual(picked);
  });

  it('throws for a reference to an unknown record schema', () => {
    expect(() => pickerOf({ $ref: '#/components/schemas/Nobody' })({})).toThrow(
      'No record has the response schema Nobody',
    );
  });
});
