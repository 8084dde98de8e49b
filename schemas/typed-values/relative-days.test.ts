import { expect, it } from 'vitest';
import { relativeDateLabels, relativeDays } from './relative-days.ts';

it.each([
  ['today', '2026-11-26', '2026-11-26'],
  ['yesterday', '2026-11-25', '2026-11-25'],
  ['tomorrow', '2026-11-27', '2026-11-27'],
  ['-7d', '2026-11-19', '2026-11-26'],
  ['7d', '2026-11-26', '2026-12-03'],
  ['2w', '2026-11-26', '2026-12-10'],
  ['-9m', '2026-02-26', '2026-11-26'],
  ['this_week', '2026-11-23', '2026-11-29'],
  ['last_week', '2026-11-16', '2026-11-22'],
  ['this_month', '2026-11-01', '2026-11-30'],
  ['next_month', '2026-12-01', '2026-12-31'],
  ['this_quarter', '2026-10-01', '2026-12-31'],
  ['next_quarter', '2027-01-01', '2027-03-31'],
  ['last_year', '2025-01-01', '2025-12-31'],
])('%s on Thursday, 26 November 2026 means %s to %s', (text, first, last) => {
  expect(relativeDays(text, '2026-11-26')).toEqual([first, last]);
});

it('a month before 31 March ends with the last day of February', () => {
  expect(relativeDays('-1m', '2026-03-31')).toEqual(['2026-02-28', '2026-03-31']);
});

it('a leap day becomes 28 February a year later', () => {
  expect(relativeDays('1y', '2028-02-29')).toEqual(['2028-02-29', '2029-02-28']);
});

it.each(['', 'next', 'this_day', '7', '7x', '1000d', '+7d', 'Today', '2026-11-26', 'constructor'])(
  '%j is not a relative date',
  (text) => {
    expect(relativeDays(text, '2026-11-26')).toBeUndefined();
  },
);

it('parses every relative date that filters offer', () => {
  for (const text of Object.keys(relativeDateLabels)) expect(relativeDays(text, '2026-11-26')).toBeDefined();
});
