import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPatchesBackwards, createPatch, type VersionPatch } from './patch.ts';
import { arbitraryState } from './random-states.ts';

const failOnSkip = (version: VersionPatch, error: unknown) => {
  throw new Error(`skipped ${version.id}: ${error}`);
};
const applyPatch = (state: object, patch: VersionPatch['patch']) =>
  applyPatchesBackwards(state, [{ id: '1', patch }], failOnSkip);

describe('createPatch', () => {
  it('leads from any state to any other and back', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(arbitraryState, arbitraryState, (before, after) => {
        const forth = applyPatch(before, createPatch(before, after));
        expect(forth).toEqual(after);
        expect(applyPatch(forth, createPatch(after, before))).toEqual(before);
      }),
      { numRuns: 600 },
    );
  });

  it('restores the first state from any number of edits, applied newest first', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.array(arbitraryState, { minLength: 2, maxLength: 8 }), (snapshots) => {
        const versions = snapshots
          .slice(1)
          .map((state, index) => ({ id: String(index), patch: createPatch(state, snapshots[index] ?? {}) }));
        expect(applyPatchesBackwards(snapshots.at(-1) ?? {}, versions.reverse(), failOnSkip)).toEqual(snapshots[0]);
      }),
    );
  });

  it.each([
    ['was added', 'ab', 'axb', [{ op: 'add', path: '/rows/1', value: { _id: 'x', n: 0 } }]],
    ['was removed', 'axb', 'ab', [{ op: 'remove', path: '/rows/1' }]],
    ['moved', 'abcd', 'bcda', [{ op: 'move', from: '/rows/0', path: '/rows/3' }]],
    ['moved up', 'abcd', 'dabc', [{ op: 'move', from: '/rows/3', path: '/rows/0' }]],
  ])('needs one operation for a row that %s', (_, before, after, patch) => {
    const state = (ids: string) => ({ rows: [...ids].map((_id) => ({ _id, n: 0 })) });
    expect(createPatch(state(before), state(after))).toEqual(patch);
  });

  it('addresses a changed row by its new index', () => {
    const before = {
      rows: [
        { _id: 'a', n: 1 },
        { _id: 'b', n: 1 },
      ],
    };
    const after = { rows: [{ _id: 'b', n: 2 }] };
    expect(createPatch(before, after)).toEqual([
      { op: 'remove', path: '/rows/0' },
      { op: 'replace', path: '/rows/0/n', value: 2 },
    ]);
  });

  it('replaces the whole list if more than a thousand rows move', () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => ({ _id: `r${n}` }));
    const [before, after] = [{ rows }, { rows: rows.toReversed() }];
    expect(createPatch(before, after)).toEqual([{ op: 'replace', path: '/rows', value: after.rows }]);
  });

  it('omits keys whose value is undefined', () => {
    const patch = createPatch({ note: undefined }, { data: { note: undefined, kept: 1 } });
    expect(JSON.stringify(patch)).toBe('[{"op":"add","path":"/data","value":{"kept":1}}]');
    expect(applyPatch({}, patch)).toEqual({ data: { kept: 1 } });
  });
});

describe('applyPatchesBackwards', () => {
  it('applyPatchesBackwards ignores test operations', () => {
    const patch: VersionPatch['patch'] = [
      { op: 'test', path: '/a', value: 9 },
      { op: 'replace', path: '/a', value: 0 },
    ];
    expect(applyPatchesBackwards({ a: 1 }, [{ id: '1', patch }], failOnSkip)).toEqual({ a: 0 });
  });

  it('skips a patch that fails as a whole, and reports it', () => {
    const skipped: string[] = [];
    const broken: VersionPatch = {
      id: '2',
      patch: [
        { op: 'replace', path: '/a', value: 5 },
        { op: 'remove', path: '/none/there' },
      ],
    };
    const state = applyPatchesBackwards(
      { a: 1 },
      [broken, { id: '1', patch: [{ op: 'replace', path: '/a', value: 0 }] }],
      ({ id }) => skipped.push(id),
    );
    expect(state).toEqual({ a: 0 });
    expect(skipped).toEqual(['2']);
  });
});
