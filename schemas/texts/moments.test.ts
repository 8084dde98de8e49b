import fc from 'fast-check';
import { expect, it } from 'vitest';
import { builtInFormats, momentText, relativeTimeText } from './moments.ts';

it.each([
  ['M/d/yy', '2026-03-31', '3/31/26'],
  ['M/d/yy', '2026-03-31T20:30:00.000Z', '3/31/26'],
  ['M/d/yy h:mm a', '2026-03-31T20:30:00.000Z', '3/31/26 8:30 PM'],
  ['MMMM yyyy', '2026-03-01', 'March 2026'],
  ['t', '14:30', '2:30 PM'],
  ['t', '14:30:15', '2:30 PM'],
])("builtInFormats['%s'] formats %s as %s", (format, value, text) => {
  expect(builtInFormats[format]?.(value)).toBe(text);
});

it.each(['3/31/', 'Mar 31', '3/31/26', '2026', '2026-02-30', '25:00', 'soon', ''])(
  'builtInFormats leave a text that is no stored date or time unchanged: %j',
  (text) => {
    expect(Object.values(builtInFormats).map((format) => format(text))).toEqual(
      Object.values(builtInFormats).map(() => text),
    );
  },
);

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'short' });
const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

it('momentText formats a moment as M/d/yy h:mm a, as Intl does in the time zone of the reader', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), (value) => {
      const expected = `${date.format(value)} ${time.format(value).replaceAll('\u202f', ' ')}`;
      expect(momentText(value.toISOString())).toBe(expected);
    }),
  );
});

it.each([
  ['2026-11-18T11:00:00.000Z', '3 days ago'],
  ['2026-11-20T11:00:00.000Z', '1 day ago'],
  ['2026-11-20T13:00:00.000Z', '23 hours ago'],
  ['2026-10-01T12:00:00.000Z', '1 month ago'],
  ['2024-11-01T12:00:00.000Z', '2 years ago'],
  ['2026-11-21T11:59:18.000Z', '42 seconds ago'],
  ['2026-11-21T12:00:00.000Z', 'just now'],
  ['2026-11-21T12:00:05.000Z', 'just now'],
])('relativeTimeText formats %s at noon of 11/21/26 as %s', (moment, text) => {
  expect(relativeTimeText(moment, Date.parse('2026-11-21T12:00:00.000Z'))).toBe(text);
});
