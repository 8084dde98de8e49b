import { describe, expect, it } from 'vitest';
import { formatFindings, scriptOf } from '#tests/rules/analyze-valid.ts';
import type { Schema } from '../types.ts';
import { resolveScopes } from './scopes.ts';

function findings(source: string, schema?: Schema): string[] {
  return formatFindings(source, resolveScopes(scriptOf(source), schema).findings);
}

describe('resolveScopes', () => {
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
  ])('reports the name errors of %s', (source, expected) => {
    expect(findings(source, {})).toEqual(expected);
  });

  it.each([
    ['let $key = 1', ["can-not-insert '$key'"]],
    ['{ let $key = 1 }', []],
    ['take $key $key = 1', ["immutable '$key'"]],
    ['$key = 1', ["immutable '$key'"]],
    ['$kee', ["undefined-variable '$kee'"]],
  ])('reports the name errors of %s in a form with the field $key', (source, expected) => {
    expect(findings(source, { key: 'text' })).toEqual(expected);
  });

  it('treats undeclared names as input keys if there is no schema', () => {
    expect(findings('$a + $b.c')).toEqual([]);
  });

  it('suggests the nearest name for an undefined variable', () => {
    const { findings } = resolveScopes(scriptOf('let $total = 1 $totl'), { quantity: 'number' });
    expect(findings.map(({ suggestion, fixes }) => ({ suggestion, fixes }))).toEqual([
      { suggestion: '$total', fixes: [{ from: 15, to: 20, text: '$total' }] },
    ]);
  });

  it('gives every variable its own slot, including one that shadows another', () => {
    const { names } = resolveScopes(scriptOf('let $a = 1 { let $a = 2 } each $x of [] { }'), {});
    const slots = [...names.bindings.values()].map(({ slot }) => slot);
    expect(new Set(slots).size).toBe(slots.length);
    expect(names.frameSize).toBe(4);
  });
});
