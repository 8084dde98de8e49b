import { describe, expect, it } from 'vitest';
import { doubtAbout } from './doubts.ts';

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
