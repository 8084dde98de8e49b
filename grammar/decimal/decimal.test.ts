import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  averageOf,
  compareNumbers,
  divide,
  isMultipleOf,
  modulo,
  multiply,
  roundTo,
  subtract,
  sum,
  toCents,
  toSignificant,
} from './decimal.ts';

/** An exact rational number built from a number's shortest text: the reference for the decimal arithmetic. */
interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

function fractionOf(value: number): Fraction {
  const [, sign, whole = '', decimals = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const digits = BigInt(whole + decimals) * (sign === '-' ? -1n : 1n);
  const places = Number(exponent) - decimals.length;
  return places < 0
    ? { top: digits, bottom: 10n ** BigInt(-places) }
    : { top: digits * 10n ** BigInt(places), bottom: 1n };
}

/** The number nearest to a fraction, computed from enough digits that no rounding boundary lies in between. */
function nearestTo({ top, bottom }: Fraction): number {
  const places = 700n;
  const [size, divisor] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
  const digits = (size * 10n ** places) / divisor;
  const isMore = (size * 10n ** places) % divisor !== 0n;
  const nearest = Number(`${digits}${isMore ? 1 : 0}e-${places + 1n}`);
  return top < 0n === bottom < 0n ? nearest : -nearest;
}

const exactOperations = {
  add: (a: Fraction, b: Fraction) => ({ top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom }),
  subtract: (a: Fraction, b: Fraction) => ({ top: a.top * b.bottom - b.top * a.bottom, bottom: a.bottom * b.bottom }),
  multiply: (a: Fraction, b: Fraction) => ({ top: a.top * b.top, bottom: a.bottom * b.bottom }),
  divide: (a: Fraction, b: Fraction) => ({ top: a.top * b.bottom, bottom: a.bottom * b.top }),
  modulo: (a: Fraction, b: Fraction) => {
    const [x, y] = [a.top * b.bottom, b.top * a.bottom];
    return { top: ((x % y) + y) % y, bottom: a.bottom * b.bottom };
  },
};

const operations = { add, subtract, multiply, divide, modulo };

/** Typed numbers and the results of divisions. */
const typedNumbers = fc
  .tuple(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), fc.nat({ max: 9 }))
  .map(([digits, places]) => Number(`${digits}e-${places}`));
const quotients = fc.tuple(typedNumbers, fc.integer({ min: 2, max: 97 })).map(([number, divisor]) => number / divisor);
const whole = fc.maxSafeInteger();
const moderate = fc.oneof(typedNumbers, quotients, whole);
const anything = fc.oneof(moderate, fc.double({ noNaN: true, noDefaultInfinity: true }));

const prices = Array.from({ length: 2_000 }, (_, cent) => ({ cents: cent + 1, price: Number(`${cent + 1}e-2`) }));

describe('decimal arithmetic', () => {
  it.each([
    ['0.1 + 0.2', add(0.1, 0.2), 0.3],
    ['1000000.1 - 1000000', subtract(1_000_000.1, 1_000_000), 0.1],
    ['3 * 1.2', multiply(3, 1.2), 3.6],
    ['100 * 4.35', multiply(100, 4.35), 435],
    ['19.99 * 100', multiply(19.99, 100), 1999],
    ['0.3 / 0.1', divide(0.3, 0.1), 3],
    ['-10 % 4', modulo(-10, 4), 2],
    ['10 % -4', modulo(10, -4), -2],
    ['-10 % -4', modulo(-10, -4), -2],
    ['8 % 4', modulo(8, 4), 0],
    ['1 % 0.1', modulo(1, 0.1), 0],
    ['5.5 % 0.2', modulo(5.5, 0.2), 0.1],
    ['1e16 + 0.1 - 1e16', sum([1e16, 0.1, -1e16]), 0.1],
    ['the sum of nothing', sum([]), 0],
    ['the sum of 500 times 1.1', sum(Array.from({ length: 500 }, () => 1.1)), 550],
    ['the mean of 0.1, 0.2 and 0.3', averageOf([0.1, 0.2, 0.3]), 0.2],
    ['9007199254740991 + 1', add(Number.MAX_SAFE_INTEGER, 1), 2 ** 53],
    ['5e-324 + 1', add(5e-324, 1), 1],
    ['1e308 * 10', multiply(1e308, 10), Number.POSITIVE_INFINITY],
    ['1 / 0', divide(1, 0), Number.POSITIVE_INFINITY],
    ['0.1 / 0', divide(0.1, 0), Number.POSITIVE_INFINITY],
    ['1 % 0', modulo(1, 0), Number.NaN],
    ['0.1 % 0', modulo(0.1, 0), Number.NaN],
    ['infinity + 1', add(Number.POSITIVE_INFINITY, 1), Number.POSITIVE_INFINITY],
  ])('computes %s exactly', (_, result, expected) => {
    expect(result).toBe(expected);
  });

  it('multiplies quantities 1 to 100 by prices from $0.01 to $20.00 exactly to the cent', () => {
    const wrong = prices.flatMap(({ cents, price }) =>
      Array.from({ length: 100 }, (_, quantity) => quantity + 1).filter(
        (quantity) => multiply(quantity, price) !== Number(`${cents * quantity}e-2`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('adds prices exactly to the cent, one by one and as a list', () => {
    const total = prices.reduce((cents, price) => cents + price.cents, 0) / 100;
    expect(prices.reduce((amount, { price }) => add(amount, price), 0)).toBe(total);
    expect(sum(prices.map(({ price }) => price))).toBe(total);
  });

  it.each(Object.keys(operations) as (keyof typeof operations)[])(
    'rounds the exact result of %s to the nearest number',
    (name) => {
      const check = (a: number, b: number) => {
        fc.pre(b !== 0 || (name !== 'divide' && name !== 'modulo'));
        const expected = nearestTo(exactOperations[name](fractionOf(a), fractionOf(b)));
        expect(operations[name](a, b) + 0).toBe(expected + 0);
      };
      fc.assert(fc.property(moderate, moderate, check), { numRuns: 3_000 });
      fc.assert(fc.property(anything, anything, check), { numRuns: 300 });
    },
  );

  it('rounds the exact sum of a list to the nearest number', () => {
    fc.assert(
      fc.property(fc.array(moderate), (values) => {
        const expected = values.map(fractionOf).reduce(exactOperations.add, { top: 0n, bottom: 1n });
        expect(sum(values) + 0).toBe(nearestTo(expected) + 0);
      }),
    );
  });
});

describe('toSignificant', () => {
  it.each([
    [0.1 + 0.2, 0.3],
    [1 / 3, 0.333_333_333_333_333],
    [2 / 3, 0.666_666_666_666_667],
    [0.123_456_789_012_345_5, 0.123_456_789_012_346],
    [0.123_456_789_012_344_5, 0.123_456_789_012_344],
    [-0.123_456_789_012_345_5, -0.123_456_789_012_346],
    [9_007_199_254_740_991, 9_007_199_254_740_991],
    [2 ** 53, 2 ** 53],
    [2 ** 60, 1.152_921_504_606_85e18],
    [99.999_999_999_999_99, 100],
    [Number.MAX_VALUE, Number.MAX_VALUE],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    [Number.NaN, Number.NaN],
    [5e-324, 5e-324],
    [0, 0],
  ])('rounds %d to %d: 15 significant digits, half to even', (value, expected) => {
    expect(toSignificant(value)).toBe(expected);
  });

  it('rounds to the nearest 15 significant digits, and ties to the even digit', () => {
    fc.assert(
      fc.property(fc.oneof(quotients, fc.double({ noNaN: true, noDefaultInfinity: true })), (value) => {
        fc.pre(value !== 0 && !Number.isInteger(value));
        const { top, bottom } = fractionOf(Math.abs(value));
        const places = BigInt(14 - Math.floor(Math.log10(Math.abs(value))));
        const unit = (at: bigint) => (at < 0n ? { up: 1n, down: 10n ** -at } : { up: 10n ** at, down: 1n });
        // Near a power of ten the logarithm may be off by one, which gives 14 or 16 digits.
        const { up, down } = unit(
          (top * unit(places).up) / (bottom * unit(places).down) >= 10n ** 15n ? places - 1n : places,
        );
        const [scaled, divisor] = [top * up, bottom * down];
        const head = scaled / divisor;
        const twice = (scaled % divisor) * 2n;
        const isUp = twice > divisor || (twice === divisor && head % 2n === 1n);
        const expected = nearestTo({ top: (head + (isUp ? 1n : 0n)) * down, bottom: up });
        expect(toSignificant(Math.abs(value))).toBe(expected);
        expect(toSignificant(-value)).toBe(-toSignificant(value));
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives the same order as compareNumbers', () => {
    fc.assert(
      fc.property(moderate, fc.oneof(moderate, fc.integer({ min: -40, max: 40 })), (a, b) => {
        const other = Number.isInteger(b) && Math.abs(b) <= 40 ? a * (1 + b * Number.EPSILON) : b;
        expect(Math.sign(compareNumbers(a, other))).toBe(Math.sign(toSignificant(a) - toSignificant(other)) + 0);
      }),
      { numRuns: 3_000 },
    );
  });

  it('makes a price equal to itself after dividing and multiplying by the same number, and truncates to it', () => {
    const wrong = Array.from({ length: 201 }, (_, step) => 101 + step * 997)
      .filter((cents) => cents <= 200_000)
      .flatMap((cents) => {
        const price = Number(`${cents}e-2`);
        return Array.from({ length: 51 }, (_, index) => index + 2)
          .map((divisor) => multiply(divide(price, divisor), divisor))
          .filter((back) => compareNumbers(back, price) !== 0 || roundTo(back, 2, 'truncate') !== price);
      });
    expect(wrong).toEqual([]);
  });
});

describe('roundTo', () => {
  it.each([
    [1.005, 2, 'round', 1.01],
    [-1.005, 2, 'round', -1.01],
    [2.5, 0, 'round', 3],
    [-2.5, 0, 'round', -3],
    [0.29, 2, 'truncate', 0.29],
    [100.009, 2, 'truncate', 100],
    [-1.239, 2, 'truncate', -1.23],
    [multiply(divide(100, 3), 3), 2, 'truncate', 100],
    [multiply(19.99, 100), 0, 'floor', 1999],
    [1.001, 2, 'ceil', 1.01],
    [1.1, 0, 'ceil', 2],
    [0.1 + 0.7, 1, 'floor', 0.8],
    [1e300, 2, 'truncate', 1e300],
    [1.5e-9, 2, 'truncate', 0],
    [-1.5e-9, 2, 'round', 0],
    [123_456_789_012.345, 2, 'truncate', 123_456_789_012.34],
    [Number.NaN, 2, 'truncate', Number.NaN],
  ] as const)('rounds %d to %d decimals by %s to %d', (value, decimals, rounding, expected) => {
    expect(roundTo(value, decimals, rounding)).toBe(expected);
  });

  it('rounds halves of a cent away from zero in toCents', () => {
    expect([0.005, 0.285, 1.115, -0.005, 2.675].map(toCents)).toEqual([0.01, 0.29, 1.12, -0.01, 2.68]);
  });
});

describe('isMultipleOf', () => {
  it.each(prices.filter(({ cents }) => cents % 37 === 0 || cents === 1999))('accepts $price for 0.01', ({ price }) => {
    expect(isMultipleOf(price, 0.01)).toBe(true);
  });

  it.each([
    [19.99, 0.01, true],
    [0.3, 0.1, true],
    [multiply(divide(19.99, 3), 3), 0.01, true],
    [-7.5, 2.5, true],
    [19.995, 0.01, false],
    [19.990_001, 0.01, false],
    [7, 2, false],
    [1e20, 10, true],
    [4, 0, false],
  ])('returns for %d and step %d: %s', (value, step, expected) => {
    expect(isMultipleOf(value, step)).toBe(expected);
  });
});
