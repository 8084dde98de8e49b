import { describe, expect, it } from 'vitest';
import { addTags } from './addTags.ts';
import { re2Split } from './re2Split.ts';
import { literalSplit } from './useSplit.ts';

describe('tags', () => {
  it('are added trimmed, and blank ones are left out', () => {
    expect(addTags(['a'], [' b ', '', '  '], false)).toEqual({ tags: ['a', 'b'], refused: [] });
  });

  it('that are there already are refused by name, also among the new ones', () => {
    expect(addTags(['a'], ['a', 'b', 'b'], false)).toEqual({ tags: ['a', 'b'], refused: ['a', 'b'] });
  });

  it('may be there twice where that is allowed', () => {
    expect(addTags(['a'], ['a'], true)).toEqual({ tags: ['a', 'a'], refused: [] });
  });
});

describe('a split pattern', () => {
  it('that is plain text needs no engine', () => {
    expect(literalSplit(',')?.('a,b, c')).toEqual(['a', 'b', ' c']);
    expect(literalSplit(' - ')?.('a - b-c')).toEqual(['a', 'b-c']);
    expect(literalSplit('')?.('abc')).toEqual(['abc']);
    expect(literalSplit('[,;]')).toBeUndefined();
  });

  it('is a regular expression of RE2, which ends on any text', () => {
    expect(re2Split('\\s*[,;]\\s*')('a ; b,c')).toEqual(['a', 'b', 'c']);
    expect(re2Split('[,;]')('a;')).toEqual(['a', '']);
    expect(re2Split('(a+)+$')(`${'a'.repeat(5000)}b`)).toHaveLength(1);
  });

  it('that RE2 does not know leaves the text whole', () => {
    expect(re2Split('(?=x)')('axb')).toEqual(['axb']);
  });
});
