import { expect, it } from 'vitest';
import { toggleRow } from './SelectionBar.tsx';

const visible = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
const rowOf = (id: string) => ({ id });
const selectionOf = (...ids: string[]) => ({
  rows: new Map(ids.map((id) => [id, { id }])),
});
const idsAfter = (before: ReturnType<typeof selectionOf>, id: string, isRange = false) =>
  [...toggleRow(before, { visible, row: rowOf(id), isRange }).rows.keys()].sort();

it('a click selects one row, and the next clears it', () => {
  expect(idsAfter(selectionOf(), 'b')).toEqual(['b']);
  expect(idsAfter(selectionOf('b'), 'b')).toEqual([]);
});

it('Shift selects all rows since the last one, in both directions', () => {
  expect(idsAfter(selectionOf('b'), 'd', true)).toEqual(['b', 'c', 'd']);
  expect(idsAfter(selectionOf('c'), 'a', true)).toEqual(['a', 'b', 'c']);
});

it('Shift on a selected row clears the range', () => {
  expect(idsAfter(selectionOf('d', 'c', 'b', 'a'), 'c', true)).toEqual(['d']);
});

it('Shift selects one row when the last one is on another page', () => {
  expect(idsAfter(selectionOf('z'), 'b', true)).toEqual(['b', 'z']);
});

it('clearing one row of everything that matches leaves the other visible rows', () => {
  const all = { ...selectionOf(), isAll: true };
  expect([...toggleRow(all, { visible, row: rowOf('b'), isRange: false }).rows.keys()]).toEqual(['a', 'c', 'd']);
});
