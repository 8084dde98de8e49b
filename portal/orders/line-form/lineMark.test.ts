import { expect, it } from 'vitest';
import { isMarkedOptionalIn, lineMark } from './lineMark.ts';

const text = { type: 'string' };
const banner = {
  required: ['size', 'months', 'price'],
  properties: { size: text, months: { type: 'integer' }, price: { type: 'number' }, note: text },
};

it('a line form marks the optional field when it has only one', () => {
  expect(isMarkedOptionalIn(banner)).toBe(true);
  expect(lineMark({ isRequired: false, isMarkedOptional: true, schema: text })).toBe('optional');
  expect(lineMark({ isRequired: true, isMarkedOptional: true, schema: text })).toBeUndefined();
});

it('a line form marks the required fields when as many are optional, or when it has few fields', () => {
  const more = { ...banner, properties: { ...banner.properties, spot: text, logo: text } };
  expect(isMarkedOptionalIn(more)).toBe(false);
  expect(isMarkedOptionalIn({ required: ['size'], properties: { size: text } })).toBe(false);
  expect(isMarkedOptionalIn({})).toBe(false);
  expect(lineMark({ isRequired: true, isMarkedOptional: false, schema: text })).toBe('required');
  expect(lineMark({ isRequired: false, isMarkedOptional: false, schema: text })).toBeUndefined();
});

it('isMarkedOptionalIn counts the fields of a product and its parents together', () => {
  const narrowed = { properties: { size: { enum: ['small'] }, spot: text } };
  const combined = { allOf: [banner, { ...narrowed, required: ['spot', 'size'] }] };
  expect(isMarkedOptionalIn(combined)).toBe(true);
  expect(isMarkedOptionalIn({ allOf: [banner, narrowed] })).toBe(false);
});

it('checkboxes and read-only fields have no mark and do not count', () => {
  const live = { type: 'boolean' };
  const fixed = { type: 'string', readOnly: true };
  const properties = { ...banner.properties, live, fixed, first: live, second: live };
  expect(isMarkedOptionalIn({ ...banner, properties })).toBe(true);
  for (const schema of [live, fixed])
    expect(lineMark({ isRequired: false, isMarkedOptional: true, schema })).toBeUndefined();
});
