import fc from 'fast-check';
import { expect, it } from 'vitest';
import { moneyText } from './money.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

it.each([
  [1601.6, undefined, '$1,601.60'],
  [0, undefined, '$0.00'],
  [-0, undefined, '$0.00'],
  [-1234.05, undefined, '-$1,234.05'],
  [1.005, undefined, '$1.01'],
  [100 / 3, undefined, '$33.33'],
  [1e15, undefined, '$1,000,000,000,000,000.00'],
  [1601.6, 'EUR', '€1,601.60'],
  ['unknown', undefined, 'unknown'],
  [null, undefined, ''],
] as const)('formats %s with the currency %s as %s', (value, currency, text) => {
  expect(moneyText(value, currency)).toBe(text);
});

it('formats whole cents exactly as Intl does', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e15, max: 1e15 }), (cents) => {
      const amount = (cents || 0) / 100;
      expect(moneyText(amount)).toBe(dollars.format(amount));
    }),
  );
});
