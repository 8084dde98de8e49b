import { describe, expect, it } from 'vitest';
import { moneyText } from '../texts/money.ts';
import { differenceWords, groupBefore, periodBefore, periodOf, wordsOfPeriod } from './comparison.ts';

const group = (value: string, revenue = 0) => ({ value, rows: 1, revenue, netRevenue: 0 });
const by = (...months: string[]) => months.map((value) => group(value));

describe('periodOf and periodBefore', () => {
  it("returns the filter's period, with an open end at the first or last month that has rows", () => {
    const rows = by('', '2025-11', '2026-02', 'later');
    expect(periodOf({ from: '2026-01', to: '2026-03' }, rows)).toEqual({ from: '2026-01', to: '2026-03' });
    expect(periodOf({ from: '2026-01' }, rows)).toEqual({ from: '2026-01', to: '2026-02' });
    expect(periodOf({}, rows)).toEqual({ from: '2025-11', to: '2026-02' });
  });

  it('returns months for days that are whole months, else days', () => {
    const rows = by('2026-01', '2026-02');
    expect(periodOf({ from: '2025-11-01', to: '2026-02-28' }, rows)).toEqual({ from: '2025-11', to: '2026-02' });
    expect(periodOf({ from: '2026-01-15' }, rows)).toEqual({ from: '2026-01-15', to: '2026-02-28' });
    expect(periodOf({ to: '2026-02-10' }, rows)).toEqual({ from: '2026-01-01', to: '2026-02-10' });
  });

  it('is undefined without months, for invalid months, and for an end before the start', () => {
    expect(periodOf({})).toBeUndefined();
    expect(periodOf({ from: '2026-02-10', to: '2026-02-09' }, by())).toBeUndefined();
    expect(periodOf({}, by())).toBeUndefined();
    expect(periodOf({ from: 'May' }, by('2026-02'))).toBeUndefined();
    expect(periodOf({ from: '2026-03' }, by('2026-02'))).toBeUndefined();
  });

  it.each([
    [{ from: '2026-01', to: '2026-03' }, 'before', { from: '2025-10', to: '2025-12' }],
    [{ from: '2026-01', to: '2026-01' }, 'before', { from: '2025-12', to: '2025-12' }],
    [{ from: '2025-11', to: '2026-02' }, 'year', { from: '2024-11', to: '2025-02' }],
    [{ from: '2026-03-05', to: '2026-03-20' }, 'before', { from: '2026-02-05', to: '2026-02-20' }],
    [{ from: '2026-03-05', to: '2026-04-30' }, 'before', { from: '2026-01-05', to: '2026-02-28' }],
    [{ from: '2026-03-31', to: '2026-03-31' }, 'before', { from: '2026-02-28', to: '2026-02-28' }],
    [{ from: '2024-02-10', to: '2024-02-29' }, 'year', { from: '2023-02-10', to: '2023-02-28' }],
  ] as const)("compares %o by '%s' with %o", (period, comparison, before) => {
    expect(periodBefore(period, comparison)).toEqual(before);
  });

  it('is formatted with both ends', () => {
    expect(wordsOfPeriod({ from: '2026-01', to: '2026-01' })).toBe('2026-01');
    expect(wordsOfPeriod({ from: '2026-01', to: '2026-03' })).toBe('2026-01 to 2026-03');
  });
});

it.each([
  [4_500, 4_000, '$500.00 more (+12.5%)'],
  [3_000, 4_000, '$1,000.00 less (-25%)'],
  [4_000, 4_000, 'No change'],
  [4_000, 0, '$4,000.00 more (none before)'],
  [0, 0, 'No change'],
  [100, -50, '$150.00 more'],
])("differenceWords(%d, %d) is '%s'", (now, before, words) => {
  expect(differenceWords(now, before, moneyText)).toBe(words);
});

it('groupBefore compares a month with the one at the same position, and a group with itself', () => {
  const periods = { now: { from: '2026-01', to: '2026-02' }, before: { from: '2025-11', to: '2025-12' } };
  const groups = [group('2025-11', 1), group('2025-12', 2), group('Food', 3)];
  expect(groupBefore(groups, '2026-02', periods).revenue).toBe(2);
  expect(groupBefore(groups, 'Food', periods).revenue).toBe(3);
  expect(groupBefore(groups, 'Retail', periods)).toEqual({ rows: 0 });
});
