import { describe, expect, it } from 'vitest';
import { matchesSchema } from './lineValidator.ts';

const print = { properties: { kind: { const: 'print' }, size: { type: 'string' } }, required: ['size'] };
const radio = { properties: { kind: { enum: ['radio', 'tv'] }, seconds: { type: 'integer' } } };

describe('fits', () => {
  it.each<[string, unknown, unknown, boolean]>([
    ['a matching constant', print, { kind: 'print', size: 'A4' }, true],
    ['another constant', print, { kind: 'radio', size: 'A4' }, false],
    ['a missing required property', print, { kind: 'print' }, false],
    ['a value of an enum', radio, { kind: 'tv' }, true],
    ['another type', radio, { seconds: '30' }, false],
    ['a $ref to another constant', { $ref: '#/definitions/print' }, { kind: 'radio', size: '' }, false],
    ['one matching alternative of oneOf', { oneOf: [print, radio] }, { kind: 'tv' }, true],
    ['a match of not', { not: radio }, { kind: 'tv' }, false],
    ['a violated pattern and minLength, which only the server checks', { pattern: 'x', minLength: 9 }, 'y', true],
  ])('%s: returns whether the schema matches', (_, schema, value, isFit) => {
    expect(matchesSchema(schema, value, { definitions: { print } })).toBe(isFit);
  });
});
