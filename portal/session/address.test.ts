import { describe, expect, it } from 'vitest';
import { isAddress } from './address.ts';

describe('an e-mail address', () => {
  it.each(['ann@agency.example', 'a@b.', 'ann+radio@mail.agency.example'])('may be %s', (text) => {
    expect(isAddress(text)).toBe(true);
  });

  it.each(['', 'ann', 'ann@agency', '@agency.example', 'ann.agency.example'])('is not %s', (text) => {
    expect(isAddress(text)).toBe(false);
  });
});
