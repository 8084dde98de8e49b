import { describe, expect, it } from 'vitest';
import { isEmptyRow, totalRowTest, valuesOf } from './total-rows.ts';

const fields = { naming: ['name', 'order'], amounts: ['revenue'] };
const isTotal = (mapping: (string | null)[], cells: string[]) => totalRowTest({ mapping }, fields)({ cells });

describe('a row that is a total of others', () => {
  const columns = ['name', 'order', 'industry', 'revenue', null];

  it.each([
    ['is called Total', ['TOTAL', '', '', '2,000.50', '']],
    ['is called Totals, with a colon', ['Totals:', '', '', '5', '']],
    ['is called Grand total', [' Grand Total\u00a0', '', '', '5', '']],
    ['is called Subtotal', ['Sub-total', '', '', '5', '']],
    ['is called Sum, in the second of the columns that name it', ['North', 'Sum', '', '5', '']],
    ['has no name while amounts are there', ['', ' ', '\u200b', '5', '']],
    ['has no name but another value', ['', '', 'Food', '5', '']],
    ['is the total for somebody', ['Total for Cafe', '', '', '5', '']],
    ['is the subtotal of a spreadsheet', ['Cafe Total', '', '', '5', '']],
  ])('%s', (_what, cells) => {
    expect(isTotal(columns, cells)).toBe(true);
  });

  it.each([
    ['has a name', ['Cafe', '', '', '5', '']],
    ['has a name that holds the word, and more than amounts', ['Total Wine', '', 'Food', '5', '']],
    ['has a name with the word within', ['Totally Bread', '', '', '5', '']],
    ['has a number only', ['', 'A1', '', '5', '']],
    ['has no name and no amount', ['', '', 'Food', '', 'x']],
    ['is called Summer', ['Summer', '', '', '5', '']],
  ])('is none that %s', (_what, cells) => {
    expect(isTotal(columns, cells)).toBe(false);
  });

  it('is known by its first cell where no column names rows, and by nothing else', () => {
    expect(isTotal([null, 'revenue'], ['', '5'])).toBe(false);
    expect(isTotal(['revenue'], ['5'])).toBe(false);
    expect(isTotal([null, 'revenue'], ['Total', '5'])).toBe(true);
    expect(isTotal(['name', 'revenue'], ['Cafe Total', '5'])).toBe(false);
  });

  it('may have fewer cells than there are columns', () => {
    expect(isTotal(columns, ['Total'])).toBe(true);
    expect(isTotal(columns, [])).toBe(false);
  });

  it('is shown by its first values', () => {
    expect(valuesOf({ cells: ['TOTAL', '', ' 5 ', '6', '7', '8'] })).toBe('TOTAL \u00b7 5 \u00b7 6 \u00b7 7');
  });
});

it.each([
  [['', '', ''], true],
  [[' ', '\t', '\u00a0', '\u200b', '\ufeff'], true],
  [[], true],
  [['', '0'], false],
])('a row of %j is empty: %s', (cells, isEmpty) => {
  expect(isEmptyRow({ cells })).toBe(isEmpty);
});
