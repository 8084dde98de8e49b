import { describe, expect, it } from 'vitest';
import { isEmail } from '../typed-values/is-email.ts';
import { isLine, isPersonName, textFormats } from './formats.ts';

describe('isAddress', () => {
  it.each([
    'ann@agency.example',
    'a@b.',
    'ann+radio@mail.agency.example',
    "o'brien@agency.example",
    'jörg@straße.example',
  ])('accepts %s', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each([
    '',
    'ann',
    'ann@agency',
    '@agency.example',
    'ann.agency.example',
    'ann,eve@agency.example',
    'ann;eve@agency.example',
    'ann@agency.example,eve@evil.example',
    'ann@eve@agency.example',
    'Ann <ann@agency.example>',
    '<ann@agency.example>',
    '"ann"@agency.example',
    'ann(eve)@agency.example',
    'team:ann@agency.example',
    'ann@[127.0.0.1]',
    'ann @agency.example',
    'ann@agency.example\r\nBcc: eve@evil.example',
    'ann\u0000@agency.example',
    'ann\u202e@agency.example',
    'ann\\@agency.example',
  ])('rejects %j', (text) => {
    expect(isEmail(text)).toBe(false);
  });
});

describe('isLine', () => {
  it.each(['', 'Smith & Sons, Inc.', 'www.bakery.example', "Żółć – O'Neil"])('accepts %j', (text) => {
    expect(isLine(text)).toBe(true);
  });

  it.each(['a\nb', 'a\rb', 'a\tb', 'a\u0000', 'a\u0085b', 'a\u2028b', 'a\u202eb'])('rejects %j', (text) => {
    expect(isLine(text)).toBe(false);
  });
});

describe('isName', () => {
  it.each(['Ada Stone', 'first.one', 'J.R. Smith', 'Dr.Who', 'Ann (Radio)'])('accepts %j', (text) => {
    expect(isPersonName(text)).toBe(true);
  });

  it.each([
    'see http://evil.example',
    'HTTPS://evil.example',
    'ftp://evil',
    'www.evil.example',
    'your prize: evil.example/win',
    'Ada\nStone',
  ])('rejects %j', (text) => {
    expect(isPersonName(text)).toBe(false);
  });
});

describe.each([
  [
    'date',
    ['2026-01-31', '2024-02-29', '1900-01-01'],
    [
      '',
      '2026-02-30',
      '2025-02-29',
      '0026-01-01',
      '0000-00-00',
      '1899-12-31',
      '2026-1-31',
      '1/31/2026',
      '2026-01',
      ' 2026-01-31',
    ],
  ],
  [
    'date-time',
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.123456Z', '2026-01-31t23:59:59+05:30', '2026-01-31T00:00:00-0800'],
    [
      '2026-02-30T09:30:00Z',
      '0026-01-01T09:30:00Z',
      '0000-00-00T00:00:00Z',
      '2026-01-31T24:00:00Z',
      '2026-01-31T23:59:60Z',
      '2026-01-31T09:60:00Z',
      '2026-01-31T09:30Z',
      '2026-01-31T09:30:00',
      '2026-01-31T09:30:00+01',
      '2026-01-31T09:30:00+24:00',
      '2026-01-31 09:30:00Z',
      '2026-01-31',
    ],
  ],
  ['time', ['09:30', '09:30:00', '23:59:59.5', '09:30:00Z'], ['24:00', '09:60', '9:30', '23:59:60Z', '09:30 AM', '']],
] as const)('the format %s', (name, fitting, others) => {
  it.each(fitting)('accepts %j', (text) => {
    expect(textFormats[name].fits(text)).toBe(true);
  });

  it.each(others)('rejects %j', (text) => {
    expect(textFormats[name].fits(text)).toBe(false);
  });
});
