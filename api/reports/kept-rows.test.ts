import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors/catalogue.ts';
import { keptRows } from './kept-rows.ts';

const kept = (filters: unknown) => keptRows({ kind: 'AgencyOrder', config: { filters } });
const refusal = (filters: unknown) => {
  try {
    return kept(filters);
  } catch (error) {
    return error instanceof ApiError ? error.details : error;
  }
};

describe('the rows that a report keeps', () => {
  it('are those of its kind that are not hidden', () => {
    expect(keptRows({ kind: 'Test', config: {} })).toEqual({ kind: 'Test', hidden: false });
  });

  it('have one of the values that its filters name, or lie between two', () => {
    expect(
      kept({ industry: 'Food', fiscal_year: [2025, '2,026'], vendor_split: null, bill_date: { from: '1/31/2026' } }),
    ).toEqual({
      kind: 'AgencyOrder',
      hidden: false,
      $and: [
        { 'data.industry': { $regex: '(^|[^\\p{L}\\p{N}])Food', $options: 'iu' } },
        { 'data.fiscal_year': { $in: [2025, 2026] } },
        { 'data.vendor_split': null },
        { 'data.bill_date': { $gte: '2026-01-31' } },
      ],
    });
  });

  it.each([
    ['a field of another kind', { test: 'x' }, '/config/filters/test', 'Rows have no field test'],
    ['a field of the prototype', { constructor: 'x' }, '/config/filters/constructor', 'Rows have no field constructor'],
    ['an operator', { industry: { $ne: null } }, '/config/filters/industry/$ne', /^No such filter/],
    [
      'an operator in a list',
      { industry: [{ $gt: '' }] },
      '/config/filters/industry',
      'Must be text of at most 500 characters',
    ],
    ['text for a number', { revenue: 'five' }, '/config/filters/revenue', 'Must be a number'],
    ['half a date', { bill_date: { from: '2026-01' } }, '/config/filters/bill_date/from', 'This date is not complete'],
    ['no filters at all', 'Food', '/config/filters', 'Must be an object: fields with their values'],
  ])('refuse %s', (_what, filters, path, message) => {
    expect(refusal(filters)).toEqual({
      errors: [
        expect.objectContaining({
          path,
          message: typeof message === 'string' ? message : expect.stringMatching(message),
        }),
      ],
    });
  });
});
