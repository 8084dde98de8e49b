import { describe, expect, it } from 'vitest';
import { chooseChannel } from './chooseChannel.ts';

const radio = { id: 'a'.repeat(24), name: 'Radio', slug: 'radio' };
const web = { id: 'b'.repeat(24), name: 'Websites', slug: 'web' };

describe('the chosen channel', () => {
  it('is the one of the address, by slug or id', () => {
    expect(chooseChannel([radio, web], { asked: 'web', last: 'radio' })).toBe(web);
    expect(chooseChannel([radio, web], { asked: radio.id, last: 'web' })).toBe(radio);
  });

  it('is none when the address names one that is not there', () => {
    expect(chooseChannel([radio], { asked: 'gone', last: 'radio' })).toBeUndefined();
  });

  it('is else the last chosen', () => {
    expect(chooseChannel([radio, web], { asked: undefined, last: 'web' })).toBe(web);
  });

  it('is else the only one there is', () => {
    expect(chooseChannel([radio], { asked: undefined, last: 'gone' })).toBe(radio);
    expect(chooseChannel([radio, web], { asked: undefined, last: null })).toBeUndefined();
  });
});
