import { describe, expect, it } from 'vitest';
import { compile } from '#grammar/index.ts';

const fixed = (source: string): (string | null)[] =>
  compile(source)
    .diagnostics.filter(({ code }) => code !== 'errors-occurred-parsing-source')
    .map(({ fixes: [fix] = [] }) => (fix ? source.slice(0, fix.from) + fix.text + source.slice(fix.to) : null));

describe('checkFixes', () => {
  it('combines fixes until there are fewer errors', () => expect(fixed('var x = 5')).toEqual(['let $x = 5']));

  it('removes a fix that leaves as many errors, with its suggestion', () => {
    expect(fixed('select 5 from 6')).toEqual([null]);
    expect(compile('select 5 from 6').diagnostics.some(({ suggestion }) => suggestion)).toBe(false);
  });

  it('offers the other fixes of a script with many errors once the first are applied', () => {
    const offered = fixed('$a && $b\n'.repeat(60)).filter((text) => text !== null);
    expect(offered).toHaveLength(16);
  });
});
