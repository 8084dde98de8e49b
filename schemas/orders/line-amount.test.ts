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
  ['the sum of counted values times their factors', { spots: 12, weeks: 4, rate: 33.35, fee: 10, deposit: 99 }, 1610.8],
  ['the sum without a value whose factor is missing', { spots: 12, rate: 33.35, fee: 10 }, 10],
  ['a price per thousand', { views: 18, shown: 50_500 }, 909],
  ['half a cent rounded away from zero', { fee: 1.005 }, 1.01],
  ['a product of decimals', { rate: 1.15, spots: 1.5, weeks: 1.1 }, 1.9],
  ['null if no counted value is filled in', { deposit: 99, fee: 'ten' }, null],
])('lineAmount computes %s', (_, data, amount) => {
  expect(lineAmount(spots, data)).toBe(amount);
});

it("lineAmount counts values that the parent's schema counts, also where the product narrows them", () => {
  const weekend = { allOf: [spots, { properties: { fee: { maximum: 90 } } }] };
  expect(lineAmount(weekend, { fee: 7 })).toBe(7);
});

it('orderAmount is null if neither form nor lines have an amount', () => {
  expect(orderAmount(null, [null])).toBeNull();
  expect(orderAmount(0.1, [0.2, null])).toBe(0.3);
});

it('lineAmount is exact to the cent for each product of 1 to 100 and a price from $0.01 to $20.00', () => {
  const wrong = Array.from({ length: 2_000 }, (_, index) => index + 1).flatMap((cents) =>
    Array.from({ length: 100 }, (_, index) => index + 1).filter((spots) => {
      const amount = lineAmount(spotOnly, { spots, rate: Number(`${cents}e-2`) });
      return amount !== Number(`${cents * spots}e-2`);
    }),
  );
  expect(wrong).toEqual([]);
});

it('orderAmount adds up 500 lines exactly to the cent', () => {
  const lines = Array.from({ length: 500 }, () => 1.1);
  expect(orderAmount(0.1, lines)).toBe(550.1);
});

const spotOnly = { properties: { rate: { type: 'number', 'x-money': 'USD', 'x-counted': ['spots'] } } };
