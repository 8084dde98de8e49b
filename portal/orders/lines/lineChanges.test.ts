import { expect, it } from 'vitest';
import type { PopulatedLine } from '../../api/queries.ts';
import { mergeLines } from './mergeLines.ts';
import { withCopy, withIncluded, withLineMoved, withoutLine, withRestoredLines } from './useLineEdits.ts';

const line = (id: string, linkedTo?: string, data: PopulatedLine['data'] = {}): PopulatedLine => ({
  id,
  key: id,
  product: `product of ${id}`,
  data,
  ...(linkedTo ? { linkedTo } : {}),
});
const lines = [line('a'), line('a1', 'a'), line('a2', 'a'), line('b'), line('c'), line('c1', 'c')];
const ids = (all: readonly PopulatedLine[]) => all.map(({ id }) => id).join(' ');

it('withoutLine removes a line with those that it includes, and withRestoredLines restores their position', () => {
  const rest = withoutLine(lines, 'a');
  expect(ids(rest)).toBe('b c c1');
  expect(withRestoredLines(rest, lines, lines.slice(0, 3))).toEqual(lines);
  expect(ids(withRestoredLines(withoutLine(lines, 'b'), lines, [line('b')]))).toBe(ids(lines));
  // Other lines were added or removed meanwhile.
  expect(ids(withRestoredLines([line('c'), line('d')], lines, [line('b')]))).toBe('b c d');
  expect(withRestoredLines(lines, lines, [line('b')])).toEqual(lines);
});

it('withLineMoved moves a line with those that it includes', () => {
  expect(ids(withLineMoved(lines, 0, 2))).toBe('b c c1 a a1 a2');
  expect(ids(withLineMoved(lines, 2, 0))).toBe('c c1 a a1 a2 b');
  expect(withLineMoved(lines, 0, -1)).toEqual(lines);
});

it('withCopy inserts the copy after the original, with copies of the included lines linked to it', () => {
  let last = 0;
  const copied = withCopy(lines, 'a', () => `new${++last}`);
  expect(ids(copied)).toBe('a a1 a2 new1 new2 new3 b c c1');
  expect(copied.slice(3, 6).map(({ linkedTo }) => linkedTo)).toEqual([undefined, 'new1', 'new1']);
});

it('withIncluded adds a line at the end of those that its line includes', () => {
  expect(ids(withIncluded(lines, 'a', line('a3')))).toBe('a a1 a2 a3 b c c1');
  expect(withIncluded(lines, 'a', line('a3'))[3]?.linkedTo).toBe('a');
});

it('mergeLines merges by line and field, and drops lines included in a line that the other person removed', () => {
  const before = [line('a', undefined, { weeks: 1, rate: 1 }), line('b')];
  const mine = [line('a', undefined, { weeks: 2, rate: 1 }), line('b'), line('b1', 'b')];
  const theirs = [line('c'), line('a', undefined, { weeks: 1, rate: 9 })];
  const { lines: merged, conflicts } = mergeLines({ before, mine, theirs });
  expect(conflicts).toEqual([]);
  expect(ids(merged)).toBe('c a');
  expect(merged[1]?.data).toEqual({ weeks: 2, rate: 9 });
  expect(mergeLines({ before, mine, theirs: mine.toReversed() }).conflicts).toEqual([]);
  const both = mergeLines({ before, mine, theirs: [line('a', undefined, { weeks: 7, rate: 1 }), line('b')] });
  expect(both.conflicts.map(({ path }) => path)).toEqual(['/a/data/weeks']);
});
