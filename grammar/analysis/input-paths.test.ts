import { describe, expect, it } from 'vitest';
import { analyzeValid } from '#tests/rules/analyze-valid.ts';
import { findInputPaths, findLengthPaths } from './input-paths.ts';

function paths(source: string): string[] {
  const { script, analysis } = analyzeValid(source);
  return findInputPaths(script, analysis.names, analysis.origins).map((path) => path.join('.'));
}

describe('findInputPaths', () => {
  it.each([
    ['$a + $b.c', ['a', 'b.c']],
    ['$a $a $a.b', ['a']],
    ['$a.b $a', ['a']],
    ['each $l of $lines { $l.q * $l.p }', ['lines.*.q', 'lines.*.p']],
    ['each $lines { take { $q } it.p }', ['lines.*.q', 'lines.*.p']],
    ['each $l of $lines { 1 }', ['lines']],
    ['each $l of $lines { $l:text }', ['lines.*']],
    ['$lines:length each $l of $lines { $l.q }', ['lines']],
    ['each $g of $groups { each $m of $g.members { $m.name } }', ['groups.*.members.*.name']],
    ['take { $start, $end } from $campaign', ['campaign.start', 'campaign.end']],
    ['take $a let $b = $a.c $b', ['a']],
    ['let $total = 0 $total += $price', ['price']],
    ['define :f { $input > $limit } 5:f', ['limit']],
    ['reject $a.b because $c', ['a.b', 'c']],
    ['1 + 2 now this index', []],
  ])('finds the input paths of %s', (source, expected) => {
    expect(paths(source)).toEqual(expected);
  });
});

describe('findLengthPaths', () => {
  it.each([
    ['$rows:length > 1', ['rows']],
    ['$a.rows:length > $b', ['a.rows']],
    ['let $n = $rows:length $n > 1', ['rows']],
    ['$rows:length > 1 and $rows', []],
    ['$rows:length > 1 each $row of $rows { $row.q }', []],
    ['each $row of $rows { $row.items:length }', ['rows.*.items']],
    ['$rows:first:length', []],
    ['$rows', []],
  ])('finds the paths of which only the length is read: %s', (source, expected) => {
    const { script, analysis } = analyzeValid(source);
    const found = findLengthPaths(script, analysis.names, analysis.origins).map((path) => path.join('.'));
    expect(found).toEqual(expected);
  });
});
