import { expect, it } from 'vitest';
import type { Field } from '#schemas/resource/resource.ts';
import { detectedOptions } from './preview.ts';

const field = (name: string, kind: Field['kind']): Field => ({
  ...{ name, kind, label: name, isRequired: false },
  property: { type: 'string' },
});
const fields = [field('revenue', 'number'), field('day', 'date'), field('name', 'text')];
const defaults = { decimalMark: '.', dateOrder: 'MDY', dashIsZero: false, serialDates: false };

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
  ['ambiguous numbers', ['revenue'], [['1,200'], ['5']], {}],
  ['contradictory numbers', ['revenue'], [['900,5'], ['900.5']], {}],
  ['a decimal comma in an unmapped column', [null], [['900,5'], ['7']], { decimalMark: ',' }],
  [
    'a decimal comma in a text column',
    [null, 'name'],
    [
      ['900,5', '900,5'],
      ['x', '7'],
    ],
    {},
  ],
  ['a dash for 0', ['revenue'], [[' $-   '], ['5']], { dashIsZero: true }],
  ['a negative number', ['revenue'], [['-5'], ['\u22125']], {}],
  ['day-first dates', ['day'], [['31/3/2026'], ['1/4/2026']], { dateOrder: 'DMY' }],
  ['ambiguous dates', ['day'], [['1/4/2026'], ['31-Mar-26']], {}],
  ['day-first dates in an unmapped column', [null], [['31.3.2026'], ['']], { dateOrder: 'DMY' }],
  ['only serial day numbers', ['day'], [['46112'], ['46113.5']], { serialDates: true }],
  ['a serial day number among dates', ['day'], [['46112'], ['3/31/2026']], {}],
  ['years', ['day'], [['2026']], {}],
  ['five digits in an unmapped column', [null], [['46112']], {}],
  ['no rows', ['revenue', 'day'], [], {}],
])('detectedOptions for %s', (_what, mapping, rows, options) => {
  const lines = rows.map((cells, index) => ({ line: index + 2, cells }));
  expect(detectedOptions({ rows: lines, mapping, fields, today: '2026-11-25' })).toEqual({ ...defaults, ...options });
});

it('ignores numbers of a workbook when it detects the decimal mark', () => {
  const rows = [
    { line: 2, cells: ['1.234'], numbers: new Set([0]) },
    { line: 3, cells: ['900.5'], numbers: new Set([0]) },
    { line: 4, cells: ['900,5'] },
  ];
  const options = detectedOptions({ rows, mapping: ['revenue'], fields, today: '2026-11-25' });
  expect(options).toEqual({ ...defaults, decimalMark: ',' });
});
