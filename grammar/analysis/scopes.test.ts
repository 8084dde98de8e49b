import { describe, expect, it } from 'vitest';
import { scriptOf, told } from '#tests/rules/analyzed.ts';
import type { Schema } from '../types.ts';
import { resolveScopes } from './scopes.ts';

function findings(source: string, schema?: Schema): string[] {
  return told(source, resolveScopes(scriptOf(source), schema).findings);
}

describe('names', () => {
  it.each([
    ['let $a = 1 $a', []],
    ['$a let $a = 1', ["undefined-variable '$a'"]],
    ['{ let $a = 1 } $a', ["undefined-variable '$a'"]],
    ['$a $a $b', ["undefined-variable '$a'", "undefined-variable '$b'"]],
    ['let $a = $a', ["undefined-variable '$a'"]],
    ['let $a = 1 let $a = 2', ["can-not-insert '$a'"]],
    ['let $a = 1 { let $a = 2 }', []],
    ['$a = 1 let $a = 2', ["can-not-update '$a'"]],
    ['$a = 1', ["left-hand-side-resolves-to-nothing '$a'"]],
    [
      'each $x of [] { $x = 1 index = 2 it = 3 $x.y = 4 }',
      ["immutable '$x'", "immutable 'index'", "immutable 'it'", "immutable '$x.y'"],
    ],
    ['define :f { $input = 1 }', ["immutable '$input'"]],
    ['let $a = 1 define :f { $a }', ["undefined-variable '$a'"]],
    ['let $a = 1 define :f { $a = 2 }', ["can-not-update '$a'"]],
    ['let = 1 let $b = ] $b $b = 2', []],
  ])('of %s', (source, expected) => {
    expect(findings(source, {})).toEqual(expected);
  });

  it.each([
    ['let $key = 1', ["can-not-insert '$key'"]],
    ['{ let $key = 1 }', []],
    ['take $key $key = 1', ["immutable '$key'"]],
    ['$key = 1', ["immutable '$key'"]],
    ['$kee', ["undefined-variable '$kee'"]],
  ])('of %s in a form with $key', (source, expected) => {
    expect(findings(source, { key: 'text' })).toEqual(expected);
  });

  it('may be keys of the input as long as no schema says which there are', () => {
    expect(findings('$a + $b.c')).toEqual([]);
  });

  it('come with the nearest name there is', () => {
    const { findings } = resolveScopes(scriptOf('let $total = 1 $totl'), { quantity: 'number' });
    expect(findings.map(({ suggestion, fixes }) => ({ suggestion, fixes }))).toEqual([
      { suggestion: '$total', fixes: [{ from: 15, to: 20, text: '$total' }] },
    ]);
  });

  it('have slots of their own, and a shadow has another', () => {
    const { names } = resolveScopes(scriptOf('let $a = 1 { let $a = 2 } each $x of [] { }'), {});
    const slots = [...names.bindings.values()].map(({ slot }) => slot);
    expect(new Set(slots).size).toBe(slots.length);
    expect(names.frameSize).toBe(4);
  });
});
