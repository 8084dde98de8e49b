import { describe, expect, it } from 'vitest';
import { hostHelpers } from '../helpers/host.ts';
import { helperSignature } from './helper-signature.ts';
import type { StaticType } from './static-type.ts';

const host = hostHelpers({
  vat: { input: 'number', output: 'number', doc: 'With tax', run: (value) => value },
  anything: { input: 'any', output: 'text', doc: 'Any value', run: () => '' },
});

describe('helperSignature', () => {
  it.each([
    ['length', { list: 'text' }, 'number'],
    ['first', { list: 'date' }, 'date'],
    ['first', 'any', 'any'],
    ['sum', { list: 'number' }, 'number'],
    ['sum', { list: 'duration' }, 'duration'],
    ['sort', { list: 'text' }, { list: 'text' }],
    ['upper', 'text', 'text'],
    ['upper', { list: 'text' }, { list: 'text' }],
    ['words', 'text', { list: 'text' }],
    ['date', 'text', 'date'],
    ['money', 'number', 'text'],
    ['valid_email', 'nothing', 'boolean'],
    ['vat', 'number', 'number'],
    ['anything', 'date', 'text'],
  ] satisfies [string, StaticType, StaticType][])('returns for :%s of %j the type %j', (name, input, expected) => {
    expect(helperSignature(name, host)?.resultType(input)).toEqual(expected);
  });

  it.each([
    ['money', 'a number'],
    ['min', 'a list'],
    ['length', 'a text, list or record'],
    ['vat', 'a number'],
  ])('says that :%s expects %s', (name, expected) => {
    expect(helperSignature(name, host)?.expected).toBe(expected);
  });

  it('accepts any value if a host helper declares the input type any', () => {
    expect(helperSignature('anything', host)?.accepts).toBeNull();
  });

  it('returns null for a helper that is not defined', () => {
    expect(helperSignature('toString', host)).toBeNull();
  });
});
