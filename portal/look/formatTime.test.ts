import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDateTime, formatDay, formatRelativeTime } from './formatTime.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');

describe('formatRelativeTime', () => {
  it.each([
    ['2026-11-18T11:00:00.000Z', '3 days ago'],
    ['2026-11-20T11:00:00.000Z', '1 day ago'],
    ['2026-11-20T13:00:00.000Z', '23 hours ago'],
    ['2026-10-01T12:00:00.000Z', '1 month ago'],
    ['2024-11-01T12:00:00.000Z', '2 years ago'],
    ['2026-11-21T11:59:18.000Z', '42 seconds ago'],
    ['2026-11-21T12:00:00.000Z', 'just now'],
    ['2026-11-21T12:00:05.000Z', 'just now'],
  ])('formats %s as %s', (instant, words) => {
    expect(formatRelativeTime(instant, now)).toBe(words);
  });
});

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'short' });
const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

describe('formatDateTime', () => {
  it('formats an instant as M/d/yy h:mm a, as Intl does in the time zone of the user', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (value) => {
          const expected = `${date.format(value)} ${time.format(value).replaceAll('\u202f', ' ')}`;
          expect(formatDateTime(value.toISOString())).toBe(expected);
        },
      ),
    );
  });
});

describe('formatDay', () => {
  it.each([
    ['2026-03-01', '3/1/26'],
    ['2009-12-31', '12/31/09'],
    ['', ''],
  ])('formats %s as %s', (day, text) => {
    expect(formatDay(day)).toBe(text);
  });
});
