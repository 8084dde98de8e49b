import { expect, it } from 'vitest';
import { formatWithLuxon } from './formatWithLuxon.ts';

it.each([
  ['2024-03-09', 'yyyy-LL-dd', '2024-03-09'],
  ['2024-03-09T21:05:00.000Z', 'd MMMM yyyy, HH:mm', '9 March 2024, 21:05'],
  ['21:05', 't', '9:05 PM'],
  ['21:05:30', "HH'h'mm", '21h05'],
  ['soon', 'yyyy', 'soon'],
  ['2026', 'M/d/yy', '2026'],
  ['2026-02-30', 'yyyy', '2026-02-30'],
])('formats %s with %s as %s, in UTC', (value, format, shown) => {
  expect(formatWithLuxon(value, format)).toBe(shown);
});
