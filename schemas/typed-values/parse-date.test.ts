import { describe, expect, it } from 'vitest';
import { type DateOptions, parseDate, parseDateTime, parseMonth } from './parse-date.ts';
import { parseTime } from './parse-time.ts';

const today = '2026-11-25';

describe('parseDate', () => {
  it.each([
    ['2026-03-31', '2026-03-31'],
    ['2026-3-1', '2026-03-01'],
    ['2026/03/31', '2026-03-31'],
    ['3/31/2026', '2026-03-31'],
    ['03/31/2026', '2026-03-31'],
    ['3-31-2026', '2026-03-31'],
    ['3.31.2026', '2026-03-31'],
    [' 3 / 31 / 2026 ', '2026-03-31'],
    ['3/31/26', '2026-03-31'],
    ['31-Mar-26', '2026-03-31'],
    ['31-MAR-2026', '2026-03-31'],
    ['31 March 2026', '2026-03-31'],
    ['March 31, 2026', '2026-03-31'],
    ['Mar. 31, 2026', '2026-03-31'],
    ['Sept 5, 2026', '2026-09-05'],
    ['2026 Mar 31', '2026-03-31'],
    ['Tuesday, March 31st, 2026', '2026-03-31'],
    ['2/29/2024', '2024-02-29'],
    ['12/31/9999', '9999-12-31'],
    ['1/1/1900', '1900-01-01'],
    ['3/31/2026\u200b', '2026-03-31'],
    ['2026-03-31T00:00:00.000Z', '2026-03-31'],
    ['3/31/2026 12:00:00 AM', '2026-03-31'],
  ])('parses %j as %s', (text, value) => {
    expect(parseDate(text, { today })).toMatchObject({ status: 'value', value });
  });

  it('returns a canonical text that parses as the same date', () => {
    expect(parseDate('31-Mar-26', { today })).toEqual({ status: 'value', value: '2026-03-31', text: '3/31/2026' });
    expect(parseDate('3/31/2026', { today })).toMatchObject({ value: '2026-03-31' });
  });

  it.each([
    ['11/25/46', '2046-11-25'],
    ['11/26/46', '1946-11-26'],
    ['1/1/47', '1947-01-01'],
    ['1/1/99', '1999-01-01'],
    ['1/1/00', '2000-01-01'],
    ['5-May-45', '2045-05-05'],
  ])('puts a two-digit year between 80 years ago and 20 years ahead: %s is %s', (text, value) => {
    expect(parseDate(text, { today })).toMatchObject({ value });
  });

  it.each([
    ['Mar 31', today, '2027-03-31'],
    ['31 Mar', today, '2027-03-31'],
    ['3/31', today, '2027-03-31'],
    ['Nov 25', today, '2026-11-25'],
    ['May 25', today, '2027-05-25'],
    ['May 26', today, '2026-05-26'],
    ['Dec 31', '2026-01-05', '2025-12-31'],
    ['Jan 2', '2026-12-30', '2027-01-02'],
    ['Feb 29', '2027-12-01', '2028-02-29'],
  ])('puts a date without a year within 6 months of today: %s on %s is %s', (text, on, value) => {
    expect(parseDate(text, { today: on })).toMatchObject({ value });
  });

  it.each([
    '3/',
    '3/31/',
    '3/31/2',
    '3/31/202',
    '2026',
    '2026-',
    '2026-03',
    '2026-03-',
    '3/2026',
    'March',
    'Mar 2026',
    'Mar 31, 2',
    '12',
    '3-31-',
  ])('reports %j as incomplete', (text) => {
    expect(parseDate(text, { today })).toEqual({ status: 'problem', message: 'This date is incomplete' });
  });

  it.each([
    ['2026-02-30', 'February 2026 has no day 30'],
    ['2/29/2026', 'February 2026 has no day 29'],
    ['Feb 30', 'February 2026 has no day 30'],
    ['4/31/26', 'April 2026 has no day 31'],
    ['4/0/2026', 'April 2026 has no day 0'],
    ['13/1/2026', 'There is no month 13'],
    ['0000-00-00', 'There is no month 00'],
    ['0026-03-31', 'The year must be 1900 or later'],
    ['1899-12-31', 'The year must be 1900 or later'],
    ['abc', 'Must be a date, such as 3/31/2026'],
    ['tomorrow', 'Must be a date, such as 3/31/2026'],
    ['t', 'Must be a date, such as 3/31/2026'],
    ['Smarch 5, 2026', 'Must be a date, such as 3/31/2026'],
    ['1/2/3/4', 'Must be a date, such as 3/31/2026'],
    ['45382', 'Must be a date, such as 3/31/2026'],
    ['3/31/20266', 'Must be a date, such as 3/31/2026'],
    ['2026-03-31T10:00:00.000Z', 'Must be a date, such as 3/31/2026'],
    ['=3/31/2026', 'Must be a date, such as 3/31/2026'],
  ])('rejects %j: %s', (text, message) => {
    expect(parseDate(text, { today })).toEqual({ status: 'problem', message });
  });

  it('accepts a year before 1900 only with a minimum year', () => {
    expect(parseDate('7/4/1776', { today, minYear: 1700 })).toMatchObject({ value: '1776-07-04' });
    expect(parseDate('1/1/0026', { today, minYear: 1 })).toMatchObject({ value: '0026-01-01' });
    expect(parseDate('2/29/0004', { today, minYear: 1 })).toMatchObject({ value: '0004-02-29' });
  });

  it.each<[string, Partial<DateOptions>, string]>([
    ['31/3/2026', { order: 'DMY' }, '2026-03-31'],
    ['31.03.26', { order: 'DMY' }, '2026-03-31'],
    ['2026-03-31', { order: 'DMY' }, '2026-03-31'],
    ['46112', { isSerialAccepted: true }, '2026-03-31'],
    ['46112.75', { isSerialAccepted: true }, '2026-03-31'],
    ['61', { isSerialAccepted: true }, '1900-03-01'],
    ['t', { isRelativeAccepted: true }, today],
    ['Today', { isRelativeAccepted: true }, today],
    ['+7', { isRelativeAccepted: true }, '2026-12-02'],
    ['-25', { isRelativeAccepted: true }, '2026-10-31'],
  ])('parses %j with %j as %s', (text, options, value) => {
    expect(parseDate(text, { today, ...options })).toMatchObject({ status: 'value', value });
  });

  it('rejects a date without a year if the year is required', () => {
    expect(parseDate('Mar 31', { today, isYearRequired: true })).toEqual({
      status: 'problem',
      message: 'Add the year to this date',
    });
  });

  it('returns empty for a blank text', () => {
    expect(parseDate(' \u200b', { today })).toEqual({ status: 'empty' });
  });

  it('rejects a text of 100,000 characters quickly', () => {
    for (const text of ['1/'.repeat(50_000), `3/31/2026${' '.repeat(100_000)}x`, '1 '.repeat(50_000)])
      expect(parseDateTime(text, { today })).toMatchObject({ status: 'problem' });
  });
});

describe('parseMonth', () => {
  it.each([
    ['3/2026', '2026-03-01'],
    ['2026-03', '2026-03-01'],
    ['March 2026', '2026-03-01'],
    ['2026 Mar', '2026-03-01'],
    ['3/31/2026', '2026-03-01'],
    ['2026-03-01', '2026-03-01'],
  ])('parses %j as the first day %s', (text, value) => {
    expect(parseMonth(text, { today })).toMatchObject({ status: 'value', value, text: 'March 2026' });
  });

  it.each(['13/2026', '2026', 'March', '0/2026'])('rejects %j', (text) => {
    expect(parseMonth(text, { today })).toMatchObject({ status: 'problem' });
  });
});

describe('parseDateTime', () => {
  it.each([
    ['3/31/2026 8:30 PM', '2026-03-31T20:30:00.000Z'],
    ['3/31/26, 8:30 pm', '2026-03-31T20:30:00.000Z'],
    ['March 31, 2026 at 8pm', '2026-03-31T20:00:00.000Z'],
    ['2026-03-31T08:30', '2026-03-31T08:30:00.000Z'],
    ['2026-03-31 08:30:15', '2026-03-31T08:30:15.000Z'],
    ['2026-03-31T08:30:15.123Z', '2026-03-31T08:30:15.123Z'],
    ['2026-03-31T08:30+02:00', '2026-03-31T06:30:00.000Z'],
    ['2026-03-31 08:30 -0500', '2026-03-31T13:30:00.000Z'],
    ['3/31/2026', '2026-03-31'],
  ])('parses %j as %s', (text, value) => {
    expect(parseDateTime(text, { today })).toMatchObject({ status: 'value', value });
  });

  it.each(['3/31/2026 25:00', '3/31/2026 13:00 pm', '2/30/2026 10:00', '3/31/2026 10:', 'noon'])(
    'rejects %j',
    (text) => {
      expect(parseDateTime(text, { today })).toMatchObject({ status: 'problem' });
    },
  );

  it('returns a canonical text that parses as the same moment', () => {
    const parsed = parseDateTime('2026-03-31T20:30:00.000Z', { today });
    expect(parsed).toMatchObject({ text: '3/31/2026 8:30 PM' });
    expect(parseDateTime('3/31/2026 8:30 PM', { today })).toEqual(parsed);
  });
});

describe('parseTime', () => {
  it.each([
    ['14:30', '14:30'],
    ['9:30', '09:30'],
    ['09:30:15', '09:30:15'],
    ['9:30 AM', '09:30'],
    ['9:30 p.m.', '21:30'],
    ['9:30\u202fPM', '21:30'],
    ['9am', '09:00'],
    ['12 AM', '00:00'],
    ['12 PM', '12:00'],
    ['9p', '21:00'],
    ['9', '09:00'],
    ['0930', '09:30'],
    ['930', '09:30'],
    ['1430', '14:30'],
    ['noon', '12:00'],
    ['Midnight', '00:00'],
  ])('parses %j as %s', (text, value) => {
    const parsed = parseTime(text);
    expect(parsed).toMatchObject({ status: 'value', value });
    expect(parsed.status === 'value' && parseTime(parsed.text)).toMatchObject({ value });
  });

  it.each(['9:', '9:3', '14:3'])('reports %j as incomplete', (text) => {
    expect(parseTime(text)).toEqual({ status: 'problem', message: 'This time is incomplete' });
  });

  it.each(['25:00', '24:00', '9:60', '13 PM', '0 AM', '9:30:60', 'abc', '9:30 xm', '-9', '99999'])(
    'rejects %j',
    (text) => {
      expect(parseTime(text)).toEqual({ status: 'problem', message: 'Must be a time, such as 9:30 AM or 14:30' });
    },
  );
});
