import { describe, expect, it } from 'vitest';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { reportFilter } from './report-filter.ts';

const filterOf = (filters: unknown) => reportFilter({ kind: 'AgencyOrder', config: { filters } });
const errorOf = (filters: unknown) => {
  try {
    return filterOf(filters);
  } catch (error) {
    return error instanceof ApiError ? error.details : error;
  }
};

describe('the filter of a report', () => {
  it('selects the rows of its kind that are not hidden', () => {
    expect(reportFilter({ kind: 'Test', config: {} })).toEqual({ kind: 'Test', hidden: false });
  });

  it('supports values, lists of values, null and ranges', () => {
    expect(
      filterOf({
        industry: 'Food',
        fiscal_year: [2025, '2,026'],
        vendor_split: null,
        bill_date: { from: '1/31/2026' },
      }),
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

  it('selects exactly the texts of a list, and words of a single text', () => {
    expect(filterOf({ industry: ['Food', 'Rooms'], product_group: 'Radio' })).toEqual({
      kind: 'AgencyOrder',
      hidden: false,
      $and: [
        { $and: [{ 'data.product_group': { $regex: '(^|[^\\p{L}\\p{N}])Radio', $options: 'iu' } }] },
        { 'data.industry': { $in: ['Food', 'Rooms'] } },
      ],
    });
  });

  it.each([
    ['a field of another row kind', { test: 'x' }, '/config/filters/test', 'Rows have no field test'],
    [
      'the name of a prototype property',
      { constructor: 'x' },
      '/config/filters/constructor',
      'Rows have no field constructor',
    ],
    ['a MongoDB operator', { industry: { $ne: null } }, '/config/filters/industry/$ne', /^No such filter/],
    [
      'a MongoDB operator in a list',
      { industry: [{ $gt: '' }] },
      '/config/filters/industry',
      'Must be text of at most 500 characters',
    ],
    ['a text for a number field', { revenue: 'five' }, '/config/filters/revenue', 'Must be a number'],
    [
      'an incomplete date',
      { bill_date: { from: '2026-01' } },
      '/config/filters/bill_date/from',
      'This date is incomplete',
    ],
    ['a text instead of an object', 'Food', '/config/filters', 'Must be an object of fields and values'],
  ])('rejects %s', (_what, filters, path, message) => {
    expect(errorOf(filters)).toEqual({
      errors: [
        expect.objectContaining({
          path,
          message: typeof message === 'string' ? message : expect.stringMatching(message),
        }),
      ],
    });
  });
});
