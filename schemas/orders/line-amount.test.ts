import { expect, it } from 'vitest';
import { lineAmount, orderAmount } from './line-amount.ts';

const spots = {
  properties: {
    weeks: { type: 'integer' },
    rate: { type: 'number', 'x-money': 'USD', 'x-counted': ['spots', 'weeks'] },
    fee: { type: 'number', 'x-money': 'USD', 'x-counted': true },
    views: { type: 'number', 'x-money': 'USD', 'x-counted': ['shown', 0.001] },
    deposit: { type: 'number', 'x-money': 'USD' },
  },
};

it.each([
  ['each value as often as it says', { spots: 12, weeks: 4, rate: 33.35, fee: 10, deposit: 99 }, 1610.8],
  ['without what misses a factor', { spots: 12, rate: 33.35, fee: 10 }, 10],
  ['a price per thousand', { views: 18, shown: 50_500 }, 909],
  ['nothing where nothing that counts is filled in', { deposit: 99, fee: 'ten' }, null],
])('a line comes to %s', (_, data, amount) => {
  expect(lineAmount(spots, data)).toBe(amount);
});

it('counts what the product above lets count, also where its own narrows that', () => {
  const weekend = { allOf: [spots, { properties: { fee: { maximum: 90 } } }] };
  expect(lineAmount(weekend, { fee: 7 })).toBe(7);
});

it('has no amount where neither form nor lines have one', () => {
  expect(orderAmount(null, [null])).toBeNull();
  expect(orderAmount(0.1, [0.2, null])).toBe(0.3);
});
