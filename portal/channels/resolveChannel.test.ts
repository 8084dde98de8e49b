import { describe, expect, it } from 'vitest';
import { resolveChannel } from './useChannels.ts';

const radio = { id: 'a'.repeat(24), name: 'Radio', slug: 'radio' };
const web = { id: 'b'.repeat(24), name: 'Websites', slug: 'web' };

describe('resolveChannel', () => {
  it('returns the channel that the address names by slug or id', () => {
    expect(resolveChannel([radio, web], { slug: 'web', last: 'radio' })).toBe(web);
    expect(resolveChannel([radio, web], { slug: radio.id, last: 'web' })).toBe(radio);
  });

  it('returns undefined when the channel in the address does not exist', () => {
    expect(resolveChannel([radio], { slug: 'gone', last: 'radio' })).toBeUndefined();
  });

  it('falls back to the last selected channel when the address names none', () => {
    expect(resolveChannel([radio, web], { slug: undefined, last: 'web' })).toBe(web);
  });

  it('falls back to the only channel when neither the address nor the last selection matches one', () => {
    expect(resolveChannel([radio], { slug: undefined, last: 'gone' })).toBe(radio);
    expect(resolveChannel([radio, web], { slug: undefined, last: null })).toBeUndefined();
  });
});
