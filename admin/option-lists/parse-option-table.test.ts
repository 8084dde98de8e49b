import { expect, it } from 'vitest';
import { optionTable, parseOptionTable } from './parse-option-table.ts';

const stations = [
  { value: 'kqed', label: 'KQED', group: 'West', inactive: false },
  { value: 'old', inactive: true },
];

it('reads cells of a spreadsheet, with and without a header row', () => {
  expect(parseOptionTable('kqed\tKQED\tWest\nold\t\t\tyes', [])).toEqual({ options: stations, skipped: 0 });
  const shuffled = 'Group\tValue\tInactive\tLabel\nWest\tkqed\t\tKQED\n\told\tX\told\n';
  expect(parseOptionTable(shuffled, [])).toEqual({ options: stations, skipped: 0 });
});

it('reads CSV files with commas or semicolons, quotes and a byte order mark', () => {
  expect(parseOptionTable('\uFEFFvalue,label,group\r\nkqed,KQED,West\r\n', []).options).toEqual(stations.slice(0, 1));
  expect(parseOptionTable('a;"b; c"\n', []).options).toEqual([{ value: 'a', label: 'b; c', inactive: false }]);
  expect(parseOptionTable('one\ntwo', []).options.map(({ value }) => value)).toEqual(['one', 'two']);
});

it('leaves out values that exist, and counts them', () => {
  expect(parseOptionTable('a\n\n \nb\na\nc', ['b'])).toEqual({
    options: [
      { value: 'a', inactive: false },
      { value: 'c', inactive: false },
    ],
    skipped: 2,
  });
});

it('reads its own table again', () => {
  const options = [...stations, { value: 'tab', label: 'a\tb "c"', inactive: false }];
  expect(parseOptionTable(optionTable(options), [])).toEqual({ options, skipped: 0 });
});
