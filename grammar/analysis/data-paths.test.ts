import { describe, expect, it } from 'vitest';
import { analyzeValid } from '#tests/rules/analyze-valid.ts';
import { walk } from '../syntax/children.ts';
import { isSubject, type Origin } from './data-paths.ts';

/** Returns the origins of the rejected subjects as dotted paths, with '*' for rows. */
function originsOfRejects(source: string): (string | null)[] {
  const { script, analysis } = analyzeValid(source);
  const results: (string | null)[] = [];
  walk(script, (node) => {
    if (node.type === 'reject') results.push(textOf(analysis.origins.of(node.subject)));
  });
  return results;
}

function textOf(origin: Origin | null): string | null {
  if (origin === null) return null;
  return [origin.input, ...origin.segments.map((step) => (typeof step === 'string' ? step : '*'))].join('.');
}

describe('findOrigins', () => {
  it.each([
    ['reject $a', ['a']],
    ['reject $a.b.c', ['a.b.c']],
    ['reject ($a.b)', ['a.b']],
    [
      'each $l of $lines { reject $l reject $l.q reject it.q reject this }',
      ['lines.*', 'lines.*.q', 'lines.*.q', 'lines.*'],
    ],
    ['each $g of $a.groups { each $m of $g.members { reject $m.name } }', ['a.groups.*.members.*.name']],
    ['take { $b as $c } from $a.x reject $c reject $c.d', ['a.x.b', 'a.x.b.d']],
    ['each $l of $lines { take $q reject $q }', ['lines.*.q']],
    ['take $a reject $a', ['a']],
    ['let $p = $a.b reject $p reject $p.c', ['a.b', 'a.b.c']],
    ['let $p = $a.b $p = $a.c reject $p', [null]],
    ['let $p = $a + 1 reject $p reject $a:first reject $a + 1', [null, null, null]],
    ['each $l of $lines:reverse { reject $l }', [null]],
    ['define :f { reject $input reject $a }', [null, 'a']],
    ['reject this', [null]],
  ])('finds the input paths of the subjects in %s', (source, expected) => {
    expect(originsOfRejects(source)).toEqual(expected);
  });

  it.each([
    ['reject $a', true],
    ['reject this', true],
    ['let $m = "x" + 1 reject $m', false],
    ['let $m = $a reject $m', true],
    ['reject "x"', false],
    ['each $x of [1] { reject $x }', true],
  ])('isSubject for %s is %s', (source, expected) => {
    const { script, analysis } = analyzeValid(source);
    const flags: boolean[] = [];
    walk(script, (node) => {
      if (node.type === 'reject' && node.subject) flags.push(isSubject(node.subject, analysis.origins, analysis.names));
    });
    expect(flags).toEqual([expected]);
  });
});
