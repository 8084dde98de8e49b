import { describe, expect, it } from 'vitest';
import { monthAt, parseStoredMoment, timeOfDay, toStoredMoment, withTimeOfDay, yearPage } from './moments.ts';

describe('valueFor and momentOf', () => {
  it.each([
    { picking: 'day', value: '2024-02-29' },
    { picking: 'month', value: '2024-02-01' },
    { picking: 'moment', value: '2024-02-29T21:05:00.000Z' },
    { picking: 'time', value: '21:05' },
  ] as const)('valueFor and momentOf round-trip a $picking', ({ picking, value }) => {
    const moment = parseStoredMoment(value);
    expect(moment && toStoredMoment(moment, picking)).toBe(value);
  });

  it.each(['', 'soon', 3, null, '2024-99-99', '3/31/', 'Mar 31', '12/31/2024'])('reject %j', (value) => {
    expect(parseStoredMoment(value)).toBeUndefined();
  });
});

describe('yearPage', () => {
  it("returns nine years around the given one, clamped to the field's first year and to 9999", () => {
    expect(yearPage(2024)).toEqual([2020, 2021, 2022, 2023, 2024, 2025, 2026, 2027, 2028]);
    expect(yearPage(1901)[0]).toBe(1900);
    expect(yearPage(2, 1)[0]).toBe(1);
    expect(yearPage(9999).at(-1)).toBe(9999);
  });
});

describe('monthAt', () => {
  it('overflows into the next year and clamps to the first and last year', () => {
    const months = [monthAt(2024, 12), monthAt(2024, -1), monthAt(0, 5), monthAt(9999, 12), monthAt(0, 5, 1)];
    expect(months.map((month) => toStoredMoment(month, 'month'))).toEqual([
      '2025-01-01',
      '2023-12-01',
      '1900-01-01',
      '9999-12-01',
      '0001-01-01',
    ]);
  });
});

describe('timeOf and atTime', () => {
  it.each([
    ['00:00', { hour: 12, minute: 0, isAfternoon: false }],
    ['12:30', { hour: 12, minute: 30, isAfternoon: true }],
    ['23:59', { hour: 11, minute: 59, isAfternoon: true }],
  ])('convert %s to and from a 12-hour clock', (text, time) => {
    const moment = new Date(`2024-02-29T${text}:00.000Z`);
    expect(timeOfDay(moment)).toEqual(time);
    expect(withTimeOfDay(new Date('2024-02-29T05:06:07.008Z'), time)).toEqual(moment);
  });
});
