import { expect, it } from 'vitest';
import type { Field } from '#schemas/resource/resource.ts';
import { detectedOptions } from './detected-options.ts';

const field = (name: string, kind: Field['kind']): Field => ({
  ...{ name, kind, label: name, isRequired: false },
  property: { type: 'string' },
});
const fields = [field('revenue', 'number'), field('day', 'date'), field('name', 'text')];
const usual = { decimalMark: '.', dateOrder: 'MDY', dashIsZero: false, serialDates: false };

it.each<[string, (string | null)[], string[][], object]>([
  [
    'plain numbers and dates',
    ['revenue', 'day'],
    [
      ['1,200.50', '3/31/2026'],
      ['5', '4/1/2026'],
    ],
    {},
  ],
  ['a decimal comma', ['revenue'], [['1.200,50'], ['900,5'], ['7']], { decimalMark: ',' }],
  ['numbers that are read either way', ['revenue'], [['1,200'], ['5']], {}],
  ['one number of each', ['revenue'], [['900,5'], ['900.5']], {}],
  ['a decimal comma in a column that becomes nothing yet', [null], [['900,5'], ['7']], { decimalMark: ',' }],
  [
    'a decimal comma in a text',
    [null, 'name'],
    [
      ['900,5', '900,5'],
      ['x', '7'],
    ],
    {},
  ],
  ['a dash for 0', ['revenue'], [[' $-   '], ['5']], { dashIsZero: true }],
  ['a negative number', ['revenue'], [['-5'], ['\u22125']], {}],
  ['days before months', ['day'], [['31/3/2026'], ['1/4/2026']], { dateOrder: 'DMY' }],
  ['dates that are read either way', ['day'], [['1/4/2026'], ['31-Mar-26']], {}],
  ['days before months in a column that becomes nothing yet', [null], [['31.3.2026'], ['']], { dateOrder: 'DMY' }],
  ['numbers of days alone', ['day'], [['46112'], ['46113.5']], { serialDates: true }],
  ['a number of a day among dates', ['day'], [['46112'], ['3/31/2026']], {}],
  ['years', ['day'], [['2026']], {}],
  ['five digits in a column that becomes nothing yet', [null], [['46112']], {}],
  ['nothing', ['revenue', 'day'], [], {}],
])('%s in the first rows', (_what, mapping, rows, options) => {
  expect(detectedOptions({ rows, mapping, fields, today: '2026-11-25' })).toEqual({ ...usual, ...options });
});
