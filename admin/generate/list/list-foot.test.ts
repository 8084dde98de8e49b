import { describe, expect, it } from 'vitest';
import { fieldByName, resourceAt } from '../catalogue.ts';
import { amountsOf, matchSummary } from './ListFoot.tsx';

const orders = resourceAt('orders');
if (!orders) throw new Error('There are no orders');
const fields = [fieldByName(orders, 'amount')];

describe('foot of a list', () => {
  it.each([
    [{ total: 133, meta: { sums: { amount: 12_345 } } }, '133 orders, $12,345.00'],
    [{ total: 1, meta: { sums: { amount: 0.1 } } }, '1 order, $0.10'],
    [{ total: 133, meta: {} }, '133 orders'],
    [{ total: undefined, meta: { atLeast: 10_000 } }, 'Over 10,000 orders'],
    [{ total: undefined, meta: undefined }, ''],
  ])('of %j is %j', (matches, words) => {
    expect(matchSummary(orders, { ...matches, fields })).toBe(words);
  });

  it('adds up amounts exactly, and leaves out records without one', () => {
    const amounts = [0.1, 0.2, null, undefined, 1_000_000.07];
    expect(
      amountsOf(
        amounts.map((amount) => ({ amount })),
        fields,
      ),
    ).toEqual({ amount: 1_000_000.37 });
    expect(amountsOf([], fields)).toEqual({ amount: 0 });
  });
});
