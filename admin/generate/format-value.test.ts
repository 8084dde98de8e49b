import { describe, expect, it } from 'vitest';
import { formatValue } from './format-value.ts';

describe('value formatted on one line', () => {
  it.each([
    [null, { type: 'string' }, ''],
    [undefined, { type: 'integer' }, ''],
    ['Blue Ridge', { type: 'string' }, 'Blue Ridge'],
    [0, { type: 'integer' }, '0'],
    [false, { type: 'boolean' }, 'No'],
    ['out_of_business', { type: 'string', enum: ['out_of_business'] }, 'Out of business'],
    [['AGENCY_ADMIN', 'ADMIN'], { type: 'array', items: { type: 'string', enum: ['ADMIN'] } }, 'Agency admin, Admin'],
    [[], { type: 'array', items: { type: 'string' } }, ''],
    [[{ path: 'a' }], { type: 'array', items: { type: 'object', properties: { path: { type: 'string' } } } }, '1 item'],
    [{ a: 1, b: 2 }, { type: 'object', additionalProperties: true }, '2 keys'],
  ] as const)('value formatted on one line of %j with schema %j is "%s"', (value, property, words) => {
    expect(formatValue(value, JSON.parse(JSON.stringify(property)))).toBe(words);
  });

  it('shows a moment in local time', () => {
    const moment = new Date(2026, 2, 1, 15, 5);
    expect(formatValue(moment.toISOString(), { type: 'string', format: 'date-time' })).toBe('3/1/26 3:05 PM');
  });
});
