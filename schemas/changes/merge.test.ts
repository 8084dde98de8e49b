import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Change, diff } from './diff.ts';
import { merge } from './merge.ts';
import { arbitraryState } from './random-states.ts';

const spot = (_id: string, price = 1) => ({ _id, price });
const ids = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id).join('');

describe("merge of two people's changes", () => {
  const before = { name: 'Spring', address: { city: 'Boone', zip: '1' }, spots: [spot('a'), spot('b'), spot('c')] };

  it('keeps both changes if each edits another field, also inside an object', () => {
    const mine = { ...before, address: { city: 'Lenoir', zip: '1' } };
    const theirs = { ...before, name: 'Summer', address: { city: 'Boone', zip: '2' } };
    const merged = { ...before, name: 'Summer', address: { city: 'Lenoir', zip: '2' } };
    expect(merge({ before, mine, theirs })).toEqual({ merged, conflicts: [] });
  });

  it('keeps both changes if each edits another row, or another field of one', () => {
    const mine = { ...before, spots: [spot('a', 5), spot('x'), spot('b'), spot('c')] };
    const theirs = { ...before, spots: [spot('b', 7), spot('c'), spot('y')] };
    const { merged, conflicts } = merge({ before, mine, theirs });
    expect(conflicts.map(({ path }) => path)).toEqual(['/spots/a']);
    expect(merged.spots).toEqual([spot('a', 5), spot('x'), spot('b', 7), spot('c'), spot('y')]);
  });

  it('reports a conflict if both change one value, and keeps mine until theirs is chosen', () => {
    const three = { before, mine: { ...before, name: 'Mine' }, theirs: { ...before, name: 'Theirs' } };
    const conflicts = [{ path: '/name', before: 'Spring', mine: 'Mine', theirs: 'Theirs' }];
    expect(merge(three)).toEqual({ merged: three.mine, conflicts });
    expect(merge(three, ['/name'])).toEqual({ merged: three.theirs, conflicts });
  });

  it('reports a conflict if one removes a row that the other changes', () => {
    const [less, more] = [
      { ...before, spots: [spot('b'), spot('c')] },
      { ...before, spots: [spot('a', 9), spot('b'), spot('c')] },
    ];
    expect(ids(merge({ before, mine: less, theirs: more }).merged.spots)).toBe('bc');
    expect(ids(merge({ before, mine: less, theirs: more }, ['/spots/a']).merged.spots)).toBe('abc');
    expect(merge({ before, mine: more, theirs: less }).merged.spots).toEqual(more.spots);
    expect(ids(merge({ before, mine: more, theirs: less }, ['/spots/a']).merged.spots)).toBe('bc');
  });

  it('applies a change to a row that the other side moved', () => {
    const mine = { ...before, spots: [spot('c'), spot('a'), spot('b')] };
    const theirs = { ...before, spots: [spot('a'), spot('b'), spot('c', 3)] };
    expect(merge({ before, mine, theirs })).toEqual({
      merged: { ...before, spots: [spot('c', 3), spot('a'), spot('b')] },
      conflicts: [],
    });
  });

  it('reports a conflict on the list if both reorder its rows', () => {
    const mine = { ...before, spots: [spot('c'), spot('a'), spot('b')] };
    const theirs = { ...before, spots: [spot('b'), spot('a'), spot('c')] };
    const { merged, conflicts } = merge({ before, mine, theirs });
    expect([ids(merged.spots), conflicts.map(({ path }) => path)]).toEqual(['cab', ['/spots']]);
    expect(ids(merge({ before, mine, theirs }, ['/spots']).merged.spots)).toBe('bac');
  });

  it('merges the contents if both create the same object or list', () => {
    const three = {
      before: {},
      mine: { data: { a: 1 }, rows: [spot('a')] },
      theirs: { data: { b: 2 }, rows: [spot('b')] },
    };
    expect(merge<object>(three)).toEqual({
      merged: { data: { a: 1, b: 2 }, rows: [spot('a'), spot('b')] },
      conflicts: [],
    });
  });
});

describe('merge of random edits', () => {
  it('equals the changed side if the other side is unchanged', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(arbitraryState, arbitraryState, (before, changed) => {
        expect(merge({ before, mine: changed, theirs: before })).toEqual({ merged: changed, conflicts: [] });
        expect(merge({ before, mine: before, theirs: changed })).toEqual({ merged: changed, conflicts: [] });
        expect(merge({ before, mine: changed, theirs: changed })).toEqual({ merged: changed, conflicts: [] });
      }),
    );
  });

  it('loses no change that does not overlap, and reports a conflict for each that does', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(arbitraryState, arbitraryState, arbitraryState, (before, mine, theirs) => {
        const { merged, conflicts } = merge({ before, mine, theirs });
        const [own, others] = [diff(before, mine), diff(before, theirs)];
        const result = diff(before, merged).map(summary);
        const conflictPaths = conflicts.map(({ path }) => path);
        const isInConflict = ({ path }: Change) => conflictPaths.some((each) => isWithin(path, each));
        for (const [changes, otherChanges] of [
          [own, others],
          [others, own],
        ] as const) {
          for (const change of changes.filter((each) => each.kind !== 'moved' && !isInConflict(each))) {
            const isAlone = !otherChanges.some(
              ({ path }) => isWithin(path, change.path) || isWithin(change.path, path),
            );
            if (isAlone) expect(result).toContain(summary(change));
          }
        }
        const isClash = (change: Change) =>
          others.some((each) => each.path === change.path && isLeaf(each) && summary(each) !== summary(change));
        expect(own.filter((change) => isLeaf(change) && isClash(change)).every(isInConflict)).toBe(true);
      }),
      { numRuns: 600 },
    );
  });

  it('takes theirs at each conflict path that is passed', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(arbitraryState, arbitraryState, arbitraryState, (before, mine, theirs) => {
        const { conflicts } = merge({ before, mine, theirs });
        const paths = conflicts.map(({ path }) => path);
        const theirsFirst = merge({ before, mine: theirs, theirs: mine });
        expect(contentOf(merge({ before, mine, theirs }, paths).merged)).toEqual(contentOf(theirsFirst.merged));
      }),
      { numRuns: 500 },
    );
  });
});

const summary = ({ kind, path, after }: Change) => JSON.stringify([kind, path, contentOf(after)]);
const isLeaf = ({ kind, after }: Change) => kind === 'changed' && (typeof after !== 'object' || after === null);
const isWithin = (path: string, outer: string) => path === outer || path.startsWith(`${outer}/`);

/** The value with keys and rows sorted, so that order does not matter. */
function contentOf(value: unknown): unknown {
  if (Array.isArray(value))
    return value
      .map(contentOf)
      .map((each) => JSON.stringify(each))
      .sort();
  if (value === null || typeof value !== 'object') return value ?? null;
  return Object.entries(value)
    .map(([key, each]) => JSON.stringify([key, contentOf(each)]))
    .sort();
}
