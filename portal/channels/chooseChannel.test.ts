import { describe, expect, it } from 'vitest';
import { chooseChannel } from './chooseChannel.ts';

const radio = { id: 'a'.repeat(24), name: 'Radio', slug: 'radio' };
const web = { id: 'b'.repeat(24), name: 'Websites', slug: 'web' };

describe('chooseChannel', () => {
  it('returns the channel that the address names by slug or id', () => {
    expect(chooseChannel([radio, web], { asked: 'web', last: 'radio' })).toBe(web);
    expect(chooseChannel([radio, web], { asked: radio.id, last: 'web' })).toBe(radio);
  });

  it('returns undefined when the channel in the address does not exist', () => {
    expect(chooseChannel([radio], { asked: 'gone', last: 'radio' })).toBeUndefined();
  });

  it('falls back to the last selected channel when the address names none', () => {
    expect(chooseChannel([radio, web], { asked: undefined, last: 'web' })).toBe(web);
  });

  it('falls back to the only channel when neither the address nor the last selection matches one', () => {
    expect(chooseChannel([radio], { asked: undefined, last: 'gone' })).toBe(radio);
    expect(chooseChannel([radio, web], { asked: undefined, last: null })).toBeUndefined();
  });
});
