import { describe, expect, it } from 'vitest';
import { createLineAjv } from '../../features/products/line-ajv.ts';
import { requestValidators } from './request-validators.ts';

const validators = {
  'a product line': (schema: object) => createLineAjv('check').compile(schema),
  'a request body': (schema: object) => requestValidators()({ schema }),
};

describe.each(Object.entries(validators))('multipleOf of %s', (_, validatorOf) => {
  const cents = validatorOf({ type: 'number', multipleOf: 0.01 });

  it('accepts every price from $0.01 to $200.00 for 0.01, and none with more decimals', () => {
    const prices = Array.from({ length: 20_000 }, (_, index) => index + 1);
    expect(prices.filter((price) => !cents(Number(`${price}e-2`)))).toEqual([]);
    expect(prices.filter((price) => cents(Number(`${price}5e-3`)))).toEqual([]);
  });

  it.each([
    [19.99, 0.01, true],
    [0.3, 0.1, true],
    [20.95, 0.05, true],
    [-4.35, 0.01, true],
    [1e15, 0.01, true],
    [123_456_789.12, 0.01, true],
    [19.990_000_1, 0.01, false],
    [20.93, 0.05, false],
    [7, 2, false],
  ])('%d of %d: %s', (value, step, expected) => {
    expect(validatorOf({ type: 'number', multipleOf: step })(value)).toBe(expected);
  });

  it('reports the step in the error', () => {
    cents(19.995);
    expect(cents.errors).toMatchObject([{ keyword: 'multipleOf', params: { multipleOf: 0.01 } }]);
  });
});
