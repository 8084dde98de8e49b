import { describe, expect, it } from 'vitest';
import { isEmptyRow, rowSummary, totalRowTest } from './importable.ts';

const fields = { nameFields: ['name', 'order'], amounts: ['revenue'] };
const isTotal = (mapping: (string | null)[], cells: string[]) => totalRowTest({ mapping }, fields)({ cells });

describe('totalRowTest', () => {
  const columns = ['name', 'order', 'industry', 'revenue', null];

  it.each([
    ['is named Total', ['TOTAL', '', '', '2,000.50', '']],
    ['is named Totals, with a colon', ['Totals:', '', '', '5', '']],
    ['is named Grand total', [' Grand Total\u00a0', '', '', '5', '']],
    ['is named Subtotal', ['Sub-total', '', '', '5', '']],
    ['is named Sum in the second naming column', ['North', 'Sum', '', '5', '']],
    ['has amounts but no name', ['', ' ', '\u200b', '5', '']],
    ['has another value but no name', ['', '', 'Food', '5', '']],
    ['is named total for somebody', ['Total for Cafe', '', '', '5', '']],
    ['is a spreadsheet subtotal', ['Cafe Total', '', '', '5', '']],
  ])('accepts a row that %s', (_what, cells) => {
    expect(isTotal(columns, cells)).toBe(true);
  });

  it.each([
    ['has a name', ['Cafe', '', '', '5', '']],
    ['has a name containing the word, and more than amounts', ['Total Wine', '', 'Food', '5', '']],
    ['has a name starting with the word as part of another', ['Totally Bread', '', '', '5', '']],
    ['has only an order number', ['', 'A1', '', '5', '']],
    ['has neither name nor amount', ['', '', 'Food', '', 'x']],
    ['is named Summer', ['Summer', '', '', '5', '']],
  ])('rejects a row that %s', (_what, cells) => {
    expect(isTotal(columns, cells)).toBe(false);
  });

  it('recognizes a total only by its first cell if no column names rows', () => {
    expect(isTotal([null, 'revenue'], ['', '5'])).toBe(false);
    expect(isTotal(['revenue'], ['5'])).toBe(false);
    expect(isTotal([null, 'revenue'], ['Total', '5'])).toBe(true);
    expect(isTotal(['name', 'revenue'], ['Cafe Total', '5'])).toBe(false);
  });

  it('accepts rows with fewer cells than columns', () => {
    expect(isTotal(columns, ['Total'])).toBe(true);
    expect(isTotal(columns, [])).toBe(false);
  });

  it('valuesOf shows the first values of a row', () => {
    expect(rowSummary({ cells: ['TOTAL', '', ' 5 ', '6', '7', '8'] })).toBe('TOTAL \u00b7 5 \u00b7 6 \u00b7 7');
  });
});

it.each([
  [['', '', ''], true],
  [[' ', '\t', '\u00a0', '\u200b', '\ufeff'], true],
  [[], true],
  [['', '0'], false],
])('isEmptyRow for cells %j returns %s', (cells, isEmpty) => {
  expect(isEmptyRow({ cells })).toBe(isEmpty);
});
