import { expect, it } from 'vitest';
import { amountsOf, barMeasures, chartOf, measures, shownGroups, summaryIn } from './report-summary.ts';

const group = (value: string, revenue: number) => ({ value, rows: 1, revenue, netRevenue: revenue / 2 });

it('shownGroups sorts groups by revenue, but keeps months in order', () => {
  const groups = [group('a', 1), group('b', 3), group('c', 2)];
  expect(shownGroups('industry', groups, 'revenue').groups.map(({ value }) => value)).toEqual(['b', 'c', 'a']);
  expect(shownGroups('fiscalMonth', groups, 'revenue').groups).toEqual(groups);
});

it('shownGroups adds up the smallest groups if there are more than ten', () => {
  const { groups, others } = shownGroups(
    'industry',
    Array.from({ length: 13 }, (_, index) => group(`g${index}`, index)),
    'revenue',
  );
  expect(groups).toHaveLength(9);
  expect(others).toEqual({ value: '4 others', rows: 4, revenue: 6, netRevenue: 3 });
});

it('an average is the exact amount per row, and zero without rows', () => {
  expect(measures.averageRevenue.of({ rows: 3, revenue: 100.2 })).toBe(33.4);
  expect(measures.averageRevenue.of({ rows: 0 })).toBe(0);
});

it('a chart has bars for totals of money, or for the first measure, and is sorted by that measure', () => {
  expect(barMeasures(['rows', 'netRevenue', 'averageRevenue'])).toEqual(['netRevenue']);
  expect(barMeasures(['rows', 'averageRevenue'])).toEqual(['rows']);
  const groups = [group('a', 1), { ...group('b', 3), rows: 5 }, group('c', 2)];
  const chart = chartOf('industry', { by: { industry: groups } }, ['rows']);
  expect([chart.all.map(({ value }) => value), chart.max]).toEqual([['b', 'a', 'c'], 5]);
  expect(chartOf('industry', { by: {} }, ['revenue'])).toEqual({ all: [], others: null, max: 1 });
});

it('a summary has the requested amounts, and knows which amounts its measures need', () => {
  expect(amountsOf(['averageRevenue', 'revenue', 'totalVendorSpend', 'rows'])).toEqual(['revenue', 'totalVendorSpend']);
  const result = {
    rows: 2,
    totalVendorSpend: 1.5,
    by: { industry: [{ value: 'Food', rows: 2, totalVendorSpend: 1.5 }] },
  };
  expect(summaryIn({ ...result, other: 1 })).toEqual(result);
  const named = { rows: 2, by: { channel: [{ value: 'id', rows: 2, name: 'Radio', detail: 'North' }] } };
  expect(summaryIn(named)).toEqual(named);
});
