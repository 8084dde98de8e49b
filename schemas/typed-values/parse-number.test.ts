import { describe, expect, it } from 'vitest';
import { decimalsOf, type NumberOptions, parseMoney, parseNumber } from './parse-number.ts';

const nbsp = '\u00a0';
const narrow = '\u202f';

describe('parseNumber', () => {
  it.each([
    ['0', 0],
    ['-0', 0],
    ['007', 7],
    ['7.50', 7.5],
    ['7.', 7],
    ['.5', 0.5],
    ['1,200', 1200],
    ['1,234,567.89', 1234567.89],
    ['$2,000.50', 2000.5],
    ['-$5', -5],
    ['$-5', -5],
    ['- 5', -5],
    ['+5', 5],
    ['(500.00)', -500],
    ['$(1,234.50)', -1234.5],
    ['$ (500.00)', -500],
    ['($500.00)', -500],
    ['( 500 )', -500],
    ['1,234.50-', -1234.5],
    ['\u22125', -5],
    ['\u20135', -5],
    ['USD 5', 5],
    ['usd5', 5],
    ['5 USD', 5],
    ['US$ 5', 5],
    ['-USD 5.25', -5.25],
    ['€5', 5],
    ['1.2E+05', 120000],
    ['1e-7', 1e-7],
    [`1${nbsp}200`, 1200],
    [`1${narrow}234${narrow}567.5`, 1234567.5],
    ['1 200', 1200],
    [`$${nbsp}5`, 5],
    [`${nbsp}5\u200b`, 5],
    ['\t12\t', 12],
    ['123456789012345', 123456789012345],
    ['0.000000000000001', 1e-15],
    ['1.00000000000000000000', 1],
  ])('parses %j as %d', (text, value) => {
    expect(parseNumber(text)).toEqual({ status: 'value', value, text: String(value) });
  });

  it.each([
    '200.5.0',
    '150.000.00',
    '1.234,50',
    'abc',
    '5 apples',
    '1,5',
    '12,00',
    '0,123',
    '1,2345',
    '1,234,56',
    '1 2',
    '1 200,000',
    '--5',
    '-5-',
    '-(5)',
    '(-5)',
    '((5))',
    '(5',
    '5)',
    '()',
    '$$5',
    '$5 USD',
    '$',
    '-',
    '.',
    ',',
    'e5',
    '1e',
    '1e5.5',
    '0x10',
    'Infinity',
    'NaN',
    '5%',
    '1/2',
    'EUR 5',
  ])('rejects %j', (text) => {
    expect(parseNumber(text)).toEqual({ status: 'problem', message: 'Must be a number' });
  });

  it('rejects a text of 100,000 characters quickly', () => {
    for (const text of ['1'.repeat(100_000), '1,'.repeat(50_000), `1${' '.repeat(100_000)}x`]) {
      expect(parseNumber(text)).toMatchObject({ status: 'problem' });
    }
  });

  it.each(['', '   ', nbsp, '\u200b\ufeff'])('returns empty for the blank text %j', (text) => {
    expect(parseNumber(text)).toEqual({ status: 'empty' });
  });

  it('rejects more digits than a double can hold, instead of storing another number', () => {
    expect(parseNumber('1234567890123456')).toEqual({ status: 'problem', message: 'At most 15 digits' });
    expect(parseNumber('0.1234567890123456')).toMatchObject({ status: 'problem' });
  });

  it('rejects a number that is too large for a double', () => {
    expect(parseNumber('1e400')).toEqual({ status: 'problem', message: 'This number is too large' });
  });

  it.each<[string, NumberOptions, number]>([
    ['1.234,50', { decimalMark: ',' }, 1234.5],
    ['12,5', { decimalMark: ',' }, 12.5],
    ['(1.234,50)', { decimalMark: ',' }, -1234.5],
    ['1 234,5', { decimalMark: ',' }, 1234.5],
    ['-', { isDashZero: true }, 0],
    [' $ -   ', { isDashZero: true }, 0],
    ['\u2013', { isDashZero: true }, 0],
  ])('parses %j with the import options %j as %d', (text, options, value) => {
    expect(parseNumber(text, options)).toMatchObject({ status: 'value', value });
  });

  it.each<[string, NumberOptions]>([
    ['1,234.50', { decimalMark: ',' }],
    ['1.5', { decimalMark: ',' }],
  ])('rejects %j with the import options %j', (text, options) => {
    expect(parseNumber(text, options)).toMatchObject({ status: 'problem' });
  });

  it('returns a canonical text that parses as the same number', () => {
    for (const value of [0.1, 1e21, 1e-7, -2000.5, 123456789012345]) {
      expect(parseNumber(String(value))).toMatchObject({ value });
    }
  });
});

describe('parseMoney', () => {
  it.each([
    ['$1,000.50', 1000.5],
    ['(0.10)', -0.1],
    ['1.20', 1.2],
  ])('parses %j as %d', (text, value) => {
    expect(parseMoney(text)).toMatchObject({ status: 'value', value });
  });

  it('rejects more than two decimals', () => {
    expect(parseMoney('1.005')).toEqual({
      status: 'problem',
      message: 'Must be an amount in dollars and cents, such as 1,601.60',
    });
  });
});

it.each([
  [1, 0],
  [1.25, 2],
  [1e21, 0],
  [1e-7, 7],
  [1.5e-7, 8],
])('decimalsOf(%d) is %d', (value, decimals) => {
  expect(decimalsOf(value)).toBe(decimals);
});
