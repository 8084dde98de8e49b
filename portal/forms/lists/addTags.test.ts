import { describe, expect, it } from 'vitest';
import { addTags } from './addTags.ts';
import { re2Splitter } from './re2Splitter.ts';
import { literalSplitter } from './useTagSplitter.ts';

describe('addTags', () => {
  it('trims tags and drops blank ones', () => {
    expect(addTags(['a'], [' b ', '', '  '], false)).toEqual({ tags: ['a', 'b'], rejected: [] });
  });

  it('rejects duplicates by name, also among the new ones', () => {
    expect(addTags(['a'], ['a', 'b', 'b'], false)).toEqual({ tags: ['a', 'b'], rejected: ['a', 'b'] });
  });

  it('accepts duplicates where they are allowed', () => {
    expect(addTags(['a'], ['a'], true)).toEqual({ tags: ['a', 'a'], rejected: [] });
  });
});

describe('splitPattern', () => {
  it('splits by literal text without loading RE2', () => {
    expect(literalSplitter(',')?.('a,b, c')).toEqual(['a', 'b', ' c']);
    expect(literalSplitter(' - ')?.('a - b-c')).toEqual(['a', 'b-c']);
    expect(literalSplitter('')?.('abc')).toEqual(['abc']);
    expect(literalSplitter('[,;]')).toBeUndefined();
  });

  it('is an RE2 regular expression, which runs in linear time', () => {
    expect(re2Splitter('\\s*[,;]\\s*')('a ; b,c')).toEqual(['a', 'b', 'c']);
    expect(re2Splitter('[,;]')('a;')).toEqual(['a', '']);
    expect(re2Splitter('(a+)+$')(`${'a'.repeat(5000)}b`)).toHaveLength(1);
  });

  it('does not split if RE2 rejects the pattern', () => {
    expect(re2Splitter('(?=x)')('axb')).toEqual(['axb']);
  });
});
