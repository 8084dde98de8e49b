import { describe, expect, it } from 'vitest';
import { lineMarks } from './lineMarks.ts';

const schema = { properties: { rate: { type: 'number', title: 'Rate' }, show: { type: 'string', title: 'Show' } } };
const line = (id: string, data = {}) => ({ id, product: 'p', key: 'spots', data });
const was = [line('a', { rate: 54 }), line('b'), line('e'), line('c', { show: 'Morning' })];
const now = [line('c', { show: '' }), line('a', { rate: 1200 }), line('d'), line('e')];

describe('lineMarks', () => {
  it('describes changed, moved, added and removed lines of the current state', () => {
    const { textsOf, missingLines } = lineMarks({ was, now }, 'now', () => schema);
    expect(textsOf('a')).toEqual(['Rate: Changed from 54']);
    expect(textsOf('c')).toEqual(['Moved from number 4', 'Show: Changed from Morning']);
    expect(textsOf('d')).toEqual(['Added']);
    expect(missingLines.map(({ id }) => id)).toEqual(['b']);
  });

  it('describes later changes when the earlier state is shown', () => {
    const { textsOf, missingLines } = lineMarks({ was, now }, 'was', () => schema);
    expect(textsOf('a')).toEqual(['Rate: Changed later to 1,200']);
    expect(textsOf('b')).toEqual(['Removed later']);
    expect(textsOf('c')).toEqual(['Moved later to number 1', 'Show: Cleared later']);
    expect(missingLines.map(({ id }) => id)).toEqual(['d']);
  });

  it('returns nothing when the states are equal', () => {
    const { textsOf, missingLines } = lineMarks({ was, now: was }, 'now', () => schema);
    expect([was.flatMap(({ id }) => textsOf(id)), missingLines]).toEqual([[], []]);
  });
});
