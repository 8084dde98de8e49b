import { describe, expect, it } from 'vitest';
import { formatWarning } from './format-messages.ts';

describe('formatWarning', () => {
  it.each([
    ['none', 'website', 'This does not look like a website. It is saved as it is.'],
    ['ask Pat', 'phone', 'This does not look like a phone number. It is saved as it is.'],
    ['', 'phone', undefined],
    [' 512-555-0100 ', 'phone', undefined],
    ['anything', undefined, undefined],
  ] as const)('%j as a %s returns: %s', (text, expects, message) => {
    expect(formatWarning(text, expects)).toBe(message);
  });
});
