import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diff } from './diff.ts';
import { arbitraryState } from './random-states.ts';

const row = (_id: string, price = 1) => ({ _id, price });

describe('diff', () => {
  it('reports a change at the leaf, inside nested objects', () => {
    const before = { name: 'A', address: { city: 'Boone', zip: '1' } };
    expect(diff(before, { name: 'A', address: { city: 'Lenoir', zip: '1' } })).toEqual([
      { kind: 'changed', path: '/address/city', before: 'Boone', after: 'Lenoir' },
    ]);
  });

  it('addresses a row by its id, whatever its index', () => {
    expect(diff({ spots: [row('a'), row('b')] }, { spots: [row('x'), row('a'), row('b', 2)] })).toEqual([
      { kind: 'added', path: '/spots/x', after: row('x') },
      { kind: 'changed', path: '/spots/b/price', before: 1, after: 2 },
    ]);
  });

  it('distinguishes a moved row from a removed and an added one', () => {
    expect(diff([row('a'), row('b'), row('c')], [row('b'), row('c'), row('a', 2)])).toEqual([
      { kind: 'moved', path: '/a', before: 0, after: 2 },
      { kind: 'changed', path: '/a/price', before: 1, after: 2 },
    ]);
    expect(diff([row('a')], [row('b')])).toEqual([
      { kind: 'removed', path: '/a', before: row('a') },
      { kind: 'added', path: '/b', after: row('b') },
    ]);
  });

  it('reports a list without ids, and an object with another id, as one changed value', () => {
    expect(diff({ tags: ['a'] }, { tags: ['a', 'b'] })).toMatchObject([{ path: '/tags' }]);
    const [one, other] = [
      { id: '1', name: 'a.pdf' },
      { id: '2', name: 'a.pdf' },
    ];
    expect(diff({ file: one }, { file: other })).toEqual([
      { kind: 'changed', path: '/file', before: one, after: other },
    ]);
  });

  it('omits the side that is undefined', () => {
    expect(diff({ note: 'n' }, {})).toEqual([{ kind: 'changed', path: '/note', before: 'n' }]);
    expect(diff({}, { note: 'n' })).toEqual([{ kind: 'changed', path: '/note', after: 'n' }]);
    expect(diff({ note: undefined }, {})).toEqual([]);
  });

  it('is empty between equal states, and not empty between any two others', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(arbitraryState, arbitraryState, (before, after) => {
        expect(diff(before, structuredClone(before))).toEqual([]);
        expect(diff(before, after).length === 0).toBe(JSON.stringify(sorted(before)) === JSON.stringify(sorted(after)));
      }),
      { numRuns: 500 },
    );
  });
});

/** The same value with the keys of each object sorted. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([key, each]) => [key, sorted(each)]),
  );
}
