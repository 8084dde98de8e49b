import { describe, expect, it } from 'vitest';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { propertyKindOf } from '#schemas/resource/kind.ts';
import { CellIssue, type CellOptions, cellReader } from './cells.ts';

const defaults: CellOptions = {
  decimalMark: '.',
  dateOrder: 'MDY',
  timeZone: 'UTC',
  dashIsZero: false,
  serialDates: false,
  today: '2026-11-25',
};

/** Reads a cell; returns its value or the error message. */
function read(cell: string, property: Property, options: Partial<CellOptions> = {}): unknown {
  const field = { name: 'value', label: 'Value', kind: propertyKindOf(property, 'value'), property, isRequired: false };
  const value = cellReader(field, { ...defaults, ...options })(cell);
  return value instanceof CellIssue ? { message: value.message } : value;
}

const number: Property = { type: 'number' };
const date: Property = { type: 'string', format: 'date' };
const dateTime: Property = { type: 'string', format: 'date-time' };

describe('cellReader for numbers', () => {
  it.each([
    ['1,200', 1_200],
    ['$2,000.50', 2_000.5],
    ['-$5', -5],
    ['(500.00)', -500],
    ['$(1,234.50)', -1_234.5],
    ['$ (500.00)', -500],
    ['1,234.50-', -1_234.5],
    ['\u22125', -5],
    ['USD 5', 5],
    ['1.2E+05', 120_000],
    ['\u00a01\u202f200 ', 1_200],
  ])('reads %j as %d', (cell, value) => {
    expect(read(cell, number)).toBe(value);
  });

  it.each([
    ['abc', {}, 'Must be a number, such as 1,601.60'],
    ['200.5.0', {}, 'Must be a number, such as 1,601.60'],
    ['1.234,50', {}, 'Must be a number, such as 1,601.60; choose the decimal comma to import it'],
    ['1,234.50', { decimalMark: ',' }, 'Must be a number, such as 1.601,60; choose the decimal point to import it'],
    [' $-   ', {}, 'Must be a number; turn on “A dash is 0” to import it as 0'],
    ['1234567890.123456', {}, 'At most 15 digits'],
  ] as const)('rejects %j with options %j: %s', (cell, options, message) => {
    expect(read(cell, number, options)).toEqual({ message });
  });

  it("reads a decimal comma, and a dash as 0, if the import's options say so", () => {
    expect(read('1.234,50', number, { decimalMark: ',' })).toBe(1_234.5);
    expect(read('900,5', number, { decimalMark: ',' })).toBe(900.5);
    expect([' $-   ', '-', '\u2013'].map((cell) => read(cell, number, { dashIsZero: true }))).toEqual([0, 0, 0]);
  });

  it('reads a number of a workbook whatever the decimal mark of texts', () => {
    const field = { name: 'value', label: 'Value', kind: 'number' as const, property: number, isRequired: false };
    const readCell = cellReader(field, { ...defaults, decimalMark: ',' });
    expect(['12.5', '1.234', '-0.5'].map((cell) => readCell(cell, true))).toEqual([12.5, 1.234, -0.5]);
    expect(readCell('1.234')).toBe(1_234);
    const whole = cellReader(
      { ...field, property: { type: 'integer' }, kind: 'integer' },
      { ...defaults, decimalMark: ',' },
    );
    expect(whole('7.0', true)).toBe(7);
  });

  it('accepts only whole numbers, or amounts with two decimals, if the field requires it', () => {
    expect(read('7', { type: 'integer' })).toBe(7);
    expect(read('7.5', { type: 'integer' })).toEqual({ message: 'Must be a whole number' });
    expect(read('$7.50', { type: 'number', 'x-money': 'USD' })).toBe(7.5);
    expect(read('7.505', { type: 'number', 'x-money': 'USD' })).toEqual({
      message: 'Must be an amount in dollars and cents, such as 1,601.60',
    });
  });
});

describe('cellReader for dates', () => {
  it.each(['2026-03-31', '2026/03/31', '3/31/2026', '3/31/26', '31-Mar-26', 'March 31, 2026', ' 3/31/2026\u00a0'])(
    'reads %j as a date',
    (cell) => {
      expect(read(cell, date)).toBe('2026-03-31');
      expect(read(cell, dateTime)).toBe('2026-03-31T00:00:00.000Z');
    },
  );

  it.each([
    '2026-03-31 12:00',
    '2026-03-31T23:30:15.000Z',
    '3/31/2026 11:30 PM',
    '2026-03-31T23:30-05:00',
    '2026-03-31 00:30+0200',
  ])('reads the day of %j as a date', (cell) => {
    expect(read(cell, date)).toBe('2026-03-31');
  });

  it.each([
    ['2026-03-31T08:30Z', '2026-03-31T08:30:00.000Z'],
    ['2026-03-31 08:30:15', '2026-03-31T08:30:15.000Z'],
    ['3/31/26 8:30 PM', '2026-03-31T20:30:00.000Z'],
    ['2026-03-31T08:30+0200', '2026-03-31T06:30:00.000Z'],
  ])('reads %j as a time, in UTC unless it has an offset', (cell, value) => {
    expect(read(cell, dateTime)).toBe(value);
  });

  const usualDates = 'such as 2026-03-31, 3/31/2026 or 31-Mar-26';
  it.each([
    ['soon', `Must be a date, ${usualDates}`],
    ['Mar 31', `Add the year to this date. Dates are written ${usualDates}`],
    ['2026-02-30', `February 2026 has no day 30. Dates are written ${usualDates}`],
    ['0026-01-01', `The year must be 1900 or later. Dates are written ${usualDates}`],
    ['0000-00-00', `There is no month 00. Dates are written ${usualDates}`],
    ['3/31/', `This date is incomplete. Dates are written ${usualDates}`],
    ['46112', `Must be a date, ${usualDates}; turn on day numbers to import it`],
  ])('rejects %j with the accepted formats', (cell, message) => {
    expect(read(cell, date)).toEqual({ message });
    expect(read(cell, dateTime)).toEqual({ message });
  });

  it("reads day-first dates, or serial day numbers, if the import's options say so", () => {
    expect(read('4/3/2026', date, { dateOrder: 'DMY' })).toBe('2026-03-04');
    expect(read('31/3/2026', date, { dateOrder: 'DMY' })).toBe('2026-03-31');
    expect(read('3/31/2026', date, { dateOrder: 'DMY' })).toEqual({
      message: 'There is no month 31. Dates are written such as 2026-03-31, 31/3/2026 or 31-Mar-26',
    });
    expect(read('46112', date, { serialDates: true })).toBe('2026-03-31');
    expect(read('46112.5', dateTime, { serialDates: true })).toBe('2026-03-31T00:00:00.000Z');
  });
});

describe('cellReader for errors of a spreadsheet', () => {
  it.each(['#N/A', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', ' #NUM! ', '#NULL!', '#SPILL!'])(
    'rejects %j in a column of any kind',
    (cell) => {
      const message = `${cell.trim()} is an error in the spreadsheet`;
      for (const property of [number, date, { type: 'string' }] satisfies Property[])
        expect(read(cell, property)).toEqual({ message });
    },
  );

  it.each(['#1', '#N/A for now', '#DIV'])('reads %j as text', (cell) => {
    expect(read(cell, { type: 'string' })).toBe(cell);
  });
});

describe('cellReader for texts, booleans and enums', () => {
  it.each<[string, Property, unknown]>([
    ['\u200b Caf\u00e9\t\u00a0', { type: 'string' }, 'Caf\u00e9'],
    [' \u200b\u00a0', { type: 'string' }, undefined],
    ['ann@example.com ', { type: 'string', format: 'email' }, 'ann@example.com'],
    ['ann@example', { type: 'string', format: 'email' }, { message: 'Please enter a valid e-mail address' }],
    ['503-555-0100', { type: 'string', format: 'phone' }, '503-555-0100'],
    ['none', { type: 'string', format: 'phone' }, { message: 'Please enter a valid phone number' }],
    ['a\nb', { type: 'string', format: 'line' }, { message: 'Must be one line without control characters' }],
    ['abc', { type: 'string', maxLength: 2 }, { message: 'At most 2 characters' }],
    ['YES', { type: 'boolean' }, true],
    ['x', { type: 'boolean' }, { message: 'Must be yes or no' }],
    ['GRANT', { type: 'string', enum: ['grant', 'revoke'] }, 'grant'],
    ['none', { type: 'string', enum: ['grant', 'revoke'] }, { message: 'Must be one of: grant, revoke' }],
  ])('reads %j for the property %j as %j', (cell, property, value) => {
    expect(read(cell, property)).toEqual(value);
  });
});

describe('cellReader for times without an offset', () => {
  it.each([
    ['3/31/2026 8:30 PM', 'America/New_York', '2026-04-01T00:30:00.000Z'],
    ['2026-12-31T20:30', 'America/New_York', '2027-01-01T01:30:00.000Z'],
    ['3/31/2026 8:30', 'Asia/Tokyo', '2026-03-30T23:30:00.000Z'],
    ['3/31/2026 8:30', 'UTC', '2026-03-31T08:30:00.000Z'],
    ['2026-03-31T08:30:00Z', 'Asia/Tokyo', '2026-03-31T08:30:00.000Z'],
    ['2026-03-31T08:30+02:00', 'Asia/Tokyo', '2026-03-31T06:30:00.000Z'],
    ['3/31/2026', 'Asia/Tokyo', '2026-03-31T00:00:00.000Z'],
  ])('reads %j in the time zone %s as %s', (cell, timeZone, value) => {
    expect(read(cell, dateTime, { timeZone })).toBe(value);
  });
});
