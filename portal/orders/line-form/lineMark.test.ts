import { expect, it } from 'vitest';
import { isMarkedOptionalIn, lineMark } from './lineMark.ts';

const text = { type: 'string' };
const banner = {
  required: ['size', 'months', 'price'],
  properties: { size: text, months: { type: 'integer' }, price: { type: 'number' }, note: text },
};

it('a line whose fields are required but for one marks that one', () => {
  expect(isMarkedOptionalIn(banner)).toBe(true);
  expect(lineMark({ isRequired: false, isMarkedOptional: true, schema: text })).toBe('optional');
  expect(lineMark({ isRequired: true, isMarkedOptional: true, schema: text })).toBeUndefined();
});

it('a line with as many optional ones, or with few fields, marks what is required', () => {
  const more = { ...banner, properties: { ...banner.properties, spot: text, logo: text } };
  expect(isMarkedOptionalIn(more)).toBe(false);
  expect(isMarkedOptionalIn({ required: ['size'], properties: { size: text } })).toBe(false);
  expect(isMarkedOptionalIn({})).toBe(false);
  expect(lineMark({ isRequired: true, isMarkedOptional: false, schema: text })).toBe('required');
  expect(lineMark({ isRequired: false, isMarkedOptional: false, schema: text })).toBeUndefined();
});

it('what a product and its parents ask for counts together', () => {
  const narrowed = { properties: { size: { enum: ['small'] }, spot: text } };
  const combined = { allOf: [banner, { ...narrowed, required: ['spot', 'size'] }] };
  expect(isMarkedOptionalIn(combined)).toBe(true);
  expect(isMarkedOptionalIn({ allOf: [banner, narrowed] })).toBe(false);
});

it('a tick, and what can not be changed, has no mark and does not count', () => {
  const live = { type: 'boolean' };
  const fixed = { type: 'string', readOnly: true };
  const properties = { ...banner.properties, live, fixed, first: live, second: live };
  expect(isMarkedOptionalIn({ ...banner, properties })).toBe(true);
  for (const schema of [live, fixed])
    expect(lineMark({ isRequired: false, isMarkedOptional: true, schema })).toBeUndefined();
});
