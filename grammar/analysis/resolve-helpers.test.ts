import { describe, expect, it } from 'vitest';
import { formatFindings, scriptOf } from '#tests/rules/analyze-valid.ts';
import { resolveHelpers } from './resolve-helpers.ts';

function findings(source: string, hostNames: readonly string[] = []): string[] {
  return formatFindings(source, resolveHelpers(scriptOf(source), new Set(hostNames)).findings);
}

describe('resolveHelpers', () => {
  it.each([
    ['"a":length', []],
    ['"a":nope:length', ["unknown-ornament ':nope'"]],
    ['define :f { 1 } 2:f', []],
    ['2:f define :f { 1 }', ["unknown-ornament ':f'"]],
    ['define :f { $input:f }', ["unknown-ornament ':f'"]],
    ['define :f { $input:g } define :g { $input:f }', ["unknown-ornament ':g'"]],
    ['{ define :f { 1 } } 2:f', ["unknown-ornament ':f'"]],
    ['if true { define :f { 1 } 2:f }', []],
    ['define :f { 1 } define :f { 2 }', ["can-not-insert 'f'"]],
    ['define :f { ] } 2:f', []],
    ['define :f ) 2:f', []],
  ])('reports the helper errors of %s', (source, expected) => {
    expect(findings(source)).toEqual(expected);
  });

  it('accepts a host helper and reports a define of the same name', () => {
    expect(findings('1:vat define :vat { 2 }', ['vat'])).toEqual(["can-not-insert 'vat'"]);
  });

  it('suggests the nearest helper for an unknown name', () => {
    const [finding] = resolveHelpers(scriptOf('"a":lenght'), new Set()).findings;
    expect(finding?.suggestion).toBe(':length');
  });
});
