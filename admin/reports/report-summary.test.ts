import { expect, it } from 'vitest';
import { largest, money } from './report-summary.ts';

const group = (value: string, revenue: number) => ({ value, rows: 1, revenue, netRevenue: revenue / 2 });

it('a chart shows the largest groups first', () => {
  expect(largest([group('a', 1), group('b', 3), group('c', 2)]).map(({ value }) => value)).toEqual(['b', 'c', 'a']);
});

it('a chart of more than ten groups adds up the smallest', () => {
  const shown = largest(Array.from({ length: 13 }, (_, index) => group(`g${index}`, index)));
  expect(shown).toHaveLength(10);
  expect(shown.at(-1)).toEqual({ value: '4 others', rows: 4, revenue: 6, netRevenue: 3 });
});

it('money is in dollars, to the cent', () => {
  expect(money(12_345)).toBe('$12,345.00');
});
