import { describe, expect, it } from 'vitest';
import { isAddress, isLine, isName } from './texts.ts';

describe('an e-mail address', () => {
  it.each([
    'ann@agency.example',
    'a@b.',
    'ann+radio@mail.agency.example',
    "o'brien@agency.example",
    'jörg@straße.example',
  ])('may be %s', (text) => {
    expect(isAddress(text)).toBe(true);
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
  ])('is not %j', (text) => {
    expect(isAddress(text)).toBe(false);
  });
});

describe('a line', () => {
  it.each(['', 'Smith & Sons, Inc.', 'www.bakery.example', "Żółć – O'Neil"])('may be %j', (text) => {
    expect(isLine(text)).toBe(true);
  });

  it.each(['a\nb', 'a\rb', 'a\tb', 'a\u0000', 'a\u0085b', 'a\u2028b', 'a\u202eb'])('is not %j', (text) => {
    expect(isLine(text)).toBe(false);
  });
});

describe('a name of somebody', () => {
  it.each(['Ada Stone', 'first.one', 'J.R. Smith', 'Dr.Who', 'Ann (Radio)'])('may be %j', (text) => {
    expect(isName(text)).toBe(true);
  });

  it.each([
    'see http://evil.example',
    'HTTPS://evil.example',
    'ftp://evil',
    'www.evil.example',
    'your prize: evil.example/win',
    'Ada\nStone',
  ])('is not %j', (text) => {
    expect(isName(text)).toBe(false);
  });
});
