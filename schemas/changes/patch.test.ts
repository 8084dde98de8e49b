import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patchOf, type Step, stepBack } from './patch.ts';
import { states } from './random-states.ts';

const never = (version: Step, error: unknown) => {
  throw new Error(`skipped ${version.id}: ${error}`);
};
const through = (state: object, patch: Step['patch']) => stepBack(state, [{ id: '1', patch }], never);

describe('a patch', () => {
  it('leads forth and back between any two states, and ends where it began', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(states, states, (before, after) => {
        const forth = through(before, patchOf(before, after));
        expect(forth).toEqual(after);
        expect(through(forth, patchOf(after, before))).toEqual(before);
      }),
      { numRuns: 600 },
    );
  });

  it('leads back through any number of edits, the newest first', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.array(states, { minLength: 2, maxLength: 8 }), (life) => {
        const versions = life
          .slice(1)
          .map((state, index) => ({ id: String(index), patch: patchOf(state, life[index] ?? {}) }));
        expect(stepBack(life.at(-1) ?? {}, versions.reverse(), never)).toEqual(life[0]);
      }),
    );
  });

  it.each([
    ['came', 'ab', 'axb', [{ op: 'add', path: '/rows/1', value: { _id: 'x', n: 0 } }]],
    ['went', 'axb', 'ab', [{ op: 'remove', path: '/rows/1' }]],
    ['moved', 'abcd', 'bcda', [{ op: 'move', from: '/rows/0', path: '/rows/3' }]],
    ['moved up', 'abcd', 'dabc', [{ op: 'move', from: '/rows/3', path: '/rows/0' }]],
  ])('says in one operation that a row %s', (_, before, after, patch) => {
    const state = (ids: string) => ({ rows: [...ids].map((_id) => ({ _id, n: 0 })) });
    expect(patchOf(state(before), state(after))).toEqual(patch);
  });

  it('says what changed in a row at the place where the row is now', () => {
    const before = {
      rows: [
        { _id: 'a', n: 1 },
        { _id: 'b', n: 1 },
      ],
    };
    const after = { rows: [{ _id: 'b', n: 2 }] };
    expect(patchOf(before, after)).toEqual([
      { op: 'remove', path: '/rows/0' },
      { op: 'replace', path: '/rows/0/n', value: 2 },
    ]);
  });

  it('replaces a list whole where a thousand rows change places', () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => ({ _id: `r${n}` }));
    const [before, after] = [{ rows }, { rows: rows.toReversed() }];
    expect(patchOf(before, after)).toEqual([{ op: 'replace', path: '/rows', value: after.rows }]);
  });

  it('knows no keys without a value', () => {
    const patch = patchOf({ note: undefined }, { data: { note: undefined, kept: 1 } });
    expect(JSON.stringify(patch)).toBe('[{"op":"add","path":"/data","value":{"kept":1}}]');
    expect(through({}, patch)).toEqual({ data: { kept: 1 } });
  });
});

describe('stepping back', () => {
  it('ignores operations of kind test', () => {
    const patch: Step['patch'] = [
      { op: 'test', path: '/a', value: 9 },
      { op: 'replace', path: '/a', value: 0 },
    ];
    expect(stepBack({ a: 1 }, [{ id: '1', patch }], never)).toEqual({ a: 0 });
  });

  it('skips a patch that fails whole, and tells of it', () => {
    const skipped: string[] = [];
    const broken: Step = {
      id: '2',
      patch: [
        { op: 'replace', path: '/a', value: 5 },
        { op: 'remove', path: '/none/there' },
      ],
    };
    const state = stepBack(
      { a: 1 },
      [broken, { id: '1', patch: [{ op: 'replace', path: '/a', value: 0 }] }],
      ({ id }) => skipped.push(id),
    );
    expect(state).toEqual({ a: 0 });
    expect(skipped).toEqual(['2']);
  });
});
