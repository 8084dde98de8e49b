import { expect, it } from 'vitest';
import { numberText } from './number-text.ts';

it.each([
  [7.5, { precision: 2 }, '7.50'],
  [1234.5, { precision: 2 }, '1,234.50'],
  [7, { precision: 2 }, '7.00'],
  [7, { precision: 0 }, '7'],
  [7.5, {}, '7.5'],
  [0.000_001, {}, '0.000001'],
  [100 / 3, {}, '33.3333333333333'],
  [0.1 + 0.2, {}, '0.3'],
  [1601.6, { money: 'shown' }, '$1,601.60'],
  [-5, { money: 'counted', precision: 0 }, '-$5'],
  [0.125, { money: 'shown', precision: 3 }, '$0.125'],
  [2.675, { money: 'shown' }, '$2.675'],
  [100 / 3, { money: 'shown' }, '$33.33'],
  ['twelve', { precision: 2 }, 'twelve'],
  [undefined, { precision: 2 }, ''],
] as const)('numberText formats %s with %o as %s', (value, format, text) => {
  expect(numberText(value, format)).toBe(text);
});
