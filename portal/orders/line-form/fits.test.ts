import { describe, expect, it } from 'vitest';
import { fits } from './fits.ts';

const print = { properties: { kind: { const: 'print' }, size: { type: 'string' } }, required: ['size'] };
const radio = { properties: { kind: { enum: ['radio', 'tv'] }, seconds: { type: 'integer' } } };

describe('of several alternatives', () => {
  it.each<[string, unknown, unknown, boolean]>([
    ['a constant tells', print, { kind: 'print', size: 'A4' }, true],
    ['a constant tells', print, { kind: 'radio', size: 'A4' }, false],
    ['what is missing tells', print, { kind: 'print' }, false],
    ['a list of values tells', radio, { kind: 'tv' }, true],
    ['a type tells', radio, { seconds: '30' }, false],
    ['a part of the whole is followed', { $ref: '#/definitions/print' }, { kind: 'radio', size: '' }, false],
    ['one of them fits', { oneOf: [print, radio] }, { kind: 'tv' }, true],
    ['none is to fit', { not: radio }, { kind: 'tv' }, false],
    ['what only the server checks does not tell', { pattern: 'x', minLength: 9 }, 'y', true],
  ])('%s', (_, schema, value, isFit) => {
    expect(fits(schema, value, { definitions: { print } })).toBe(isFit);
  });
});
