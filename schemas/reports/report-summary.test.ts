import { expect, it } from 'vitest';
import { shownGroups } from './report-summary.ts';

const group = (value: string, revenue: number) => ({ value, rows: 1, revenue, netRevenue: revenue / 2 });

it('shownGroups sorts groups by revenue, but keeps months in order', () => {
  const groups = [group('a', 1), group('b', 3), group('c', 2)];
  expect(shownGroups('industry', groups).groups.map(({ value }) => value)).toEqual(['b', 'c', 'a']);
  expect(shownGroups('fiscalMonth', groups).groups).toEqual(groups);
});

it('shownGroups adds up the smallest groups if there are more than ten', () => {
  const { groups, others } = shownGroups(
    'industry',
    Array.from({ length: 13 }, (_, index) => group(`g${index}`, index)),
  );
  expect(groups).toHaveLength(9);
  expect(others).toEqual({ value: '4 others', rows: 4, revenue: 6, netRevenue: 3 });
});
