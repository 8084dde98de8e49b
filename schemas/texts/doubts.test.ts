import { describe, expect, it } from 'vitest';
import { doubtAbout, isWebsite } from './doubts.ts';

describe('a website', () => {
  it.each(['https://pottery.example', 'pottery.example', 'www.straße.example/shop?a=1', 'HTTP://a.b.example:8080/#x'])(
    'may be %s',
    (text) => {
      expect(isWebsite(text)).toBe(true);
    },
  );

  it.each(['none', 'n/a', 'not yet. soon', 'ftp://pottery.example', 'https://', 'pottery', '-.-'])(
    'is not %j',
    (text) => {
      expect(isWebsite(text)).toBe(false);
    },
  );

  it('of any length is judged at once', () => {
    expect(isWebsite('a.'.repeat(50_000))).toBe(false);
  });
});

describe('a text that should be something', () => {
  it.each([
    ['none', 'website', 'This does not look like a website. It is saved as it is.'],
    ['ask Pat', 'phone', 'This does not look like a phone number. It is saved as it is.'],
    ['', 'phone', undefined],
    [' 512-555-0100 ', 'phone', undefined],
    ['anything', undefined, undefined],
  ] as const)('%j for a %s is told: %s', (text, expects, message) => {
    expect(doubtAbout(text, expects)).toBe(message);
  });
});
