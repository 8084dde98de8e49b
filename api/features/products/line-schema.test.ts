import { afterAll, describe, expect, it } from 'vitest';
import { setClock } from '../../platform/clock/clock.ts';
import { normalizeLine, validateLineData } from './line-schema.ts';

const restoreClock = setClock(() => Date.parse('2026-11-25T12:00:00Z'));
afterAll(restoreClock);

const schema = {
  type: 'object',
  properties: {
    rate: { type: 'number' },
    weeks: { type: 'integer' },
    day: { type: 'string', format: 'date' },
    moment: { type: 'string', format: 'date-time' },
    time: { type: 'string', format: 'time' },
    mail: { type: 'string', format: 'email' },
    page: { type: 'string', format: 'uri' },
    site: { format: 'url' },
    phone: { type: 'string', format: 'phone' },
    code: { type: 'string' },
    short: { type: 'string', maxLength: 3 },
    area: { type: 'string', format: 'textarea' },
    long: { type: 'string', maxLength: 500 },
    secret: { type: 'string', format: 'password' },
    choice: { type: 'string', enum: [' a '] },
    either: { anyOf: [{ type: 'number' }, { type: 'string' }] },
    rows: { type: 'array', items: { type: 'object', properties: { when: { format: 'date' } } } },
    free: { type: 'object', additionalProperties: true },
  },
};

describe('a typed text in line data', () => {
  it.each<[string, unknown, unknown]>([
    ['rate', '1,200', 1200],
    ['rate', '$2,000.50', 2000.5],
    ['rate', '(500.00)', -500],
    ['rate', '$(1,234.50)', -1234.5],
    ['rate', '1,234.50-', -1234.5],
    ['rate', '−5', -5],
    ['rate', 'USD 5', 5],
    ['rate', '1.2E+05', 120_000],
    ['rate', '\u00a01\u202f200 ', 1200],
    ['weeks', ' 12 ', 12],
    ['day', '2026/03/31', '2026-03-31'],
    ['day', '3/31/2026', '2026-03-31'],
    ['day', '3/31/26', '2026-03-31'],
    ['day', '31-Mar-26', '2026-03-31'],
    ['day', 'March 31, 2026', '2026-03-31'],
    ['day', 'Mar 31', '2027-03-31'],
    ['day', '\u200b2026-03-31\t', '2026-03-31'],
    ['moment', '3/31/2026 8:30 PM', '2026-03-31T20:30:00.000Z'],
    ['time', '8:30 PM', '20:30'],
    ['time', '20:30', '20:30'],
    ['time', '9am', '09:00'],
    ['time', '20:30:00', '20:30:00'],
    ['mail', ' ann@example.com\u200b', 'ann@example.com'],
    ['page', 'https://example.com ', 'https://example.com'],
    ['site', '\thttps://example.com', 'https://example.com'],
    ['phone', '(212) 555-0100 ', '(212) 555-0100'],
    ['code', ' a  b ', 'a  b'],
    ['code', '1,200', '1,200'],
    ['short', ' abc ', 'abc'],
    ['either', '12', '12'],
  ])('a typed text in line data for %s is normalized: %o to %o', (key, typed, value) => {
    const read = normalizeLine(schema, { [key]: typed });
    expect(read.data).toEqual({ [key]: value });
    expect(read.normalized).toEqual(typed === value ? [] : [{ path: `/${key}`, from: typed, to: value }]);
    expect(validateLineData(schema, read.data)).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['rate', '200.5.0', 'Must be a number'],
    ['rate', '150.000.00', 'Must be a number'],
    ['rate', '1.234,50', 'Must be a number'],
    ['rate', 'abc', 'Must be a number'],
    ['weeks', '200.5.0', 'Must be a whole number'],
    ['day', '2026-02-30', 'February 2026 has no day 30'],
    ['day', '0026-03-31', 'The year must be 1900 or later'],
    ['day', '0000-00-00', 'There is no month 00'],
    ['day', '3/31/', 'This date is incomplete'],
    ['day', '2026-03', 'This date is incomplete'],
    ['day', 'soon', 'Must be a date, such as 3/31/2026'],
    ['moment', '2026-02-30T10:00:00Z', 'February 2026 has no day 30'],
    ['moment', '3/31/2026', 'Add a time, such as 3/31/2026 8:30 PM'],
    ['time', '25:00', 'Must be a time, such as 9:30 AM or 14:30'],
    ['time', '8:', 'This time is incomplete'],
    ['mail', 'ann', 'Please enter a valid e-mail address'],
    ['page', 'example', 'Please enter a valid website address, such as https://example.com'],
    ['phone', '12', 'Please enter a valid phone number'],
  ])(
    'a typed text in line data for %s that cannot be parsed, %o, stays as typed and is reported: %s',
    (key, typed, message) => {
      const { data, normalized } = normalizeLine(schema, { [key]: typed });
      expect({ data, normalized }).toEqual({ data: { [key]: typed }, normalized: [] });
      expect(validateLineData(schema, data)).toEqual([{ path: `/${key}`, value: typed, message }]);
    },
  );

  it.each(['area', 'long', 'secret', 'choice'])('a typed text for %s keeps surrounding blanks', (key) => {
    expect(normalizeLine(schema, { [key]: ' a ' }).data).toEqual({ [key]: ' a ' });
  });

  it("is normalized in rows and by a parent's schema, and stays as typed where no schema describes it", () => {
    const combined = { allOf: [{ properties: { code: { type: 'string' } } }, schema] };
    const data = { code: ' x ', rows: [{ when: 'soon' }, { when: '3/1/26 ' }], free: { a: ' 1 ' }, other: ' 2 ' };
    expect(normalizeLine(combined, data)).toEqual({
      data: { code: 'x', rows: [{ when: 'soon' }, { when: '2026-03-01' }], free: { a: ' 1 ' }, other: ' 2 ' },
      normalized: [
        { path: '/code', from: ' x ', to: 'x' },
        { path: '/rows/1/when', from: '3/1/26 ', to: '2026-03-01' },
      ],
    });
  });
});

describe('several patterns in one schema', () => {
  it('several patterns in one schema are checked independently', () => {
    const patterns = { properties: { a: { type: 'string', pattern: '^a$' }, b: { type: 'string', pattern: '^b$' } } };
    expect(validateLineData(patterns, { a: 'a', b: 'b' })).toEqual([]);
    expect(validateLineData(patterns, { a: 'b', b: 'a' })).toMatchObject([
      { path: '/a', message: 'Must match ^a$' },
      { path: '/b', message: 'Must match ^b$' },
    ]);
  });
});

it("escapes the name of a missing property in the problem's path", () => {
  expect(validateLineData({ required: ['a/b'] }, {})).toEqual([
    { path: '/a~1b', message: 'Missing required field: a/b' },
  ]);
});
