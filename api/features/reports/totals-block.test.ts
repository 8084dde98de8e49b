import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Cells, decodeBlock, dimensions, type TreePaths } from './totals-block.ts';

const hex = (number: number) => number.toString(16).padStart(24, '0');

/** A client's tree scope with six levels. `number` is the client's own id; the levels above are shared with many. */
const placeOf = (number: number) =>
  [number, 100_000 + (number % 400), 200_001, 200_002, 200_003, 200_004].map(hex).join();

const cellAt = (line: string, month: string) => ({
  values: dimensions.map((name) => (name === 'treeScope' ? line : name === 'fiscal_year_month' ? month : 'Radio')),
  rows: 1,
  revenue: 100.25,
  netRevenue: 60,
});

/** The path of a node: its id and those of its ancestors. */
const lineIn = ({ ids, above }: TreePaths, number: number): string[] =>
  number < 0 ? [] : [ids[number] ?? '', ...lineIn({ ids, above, lines: [] }, above[number] ?? -1)];

/** Decodes a block cell by cell. */
function cellsIn(text: string) {
  const { values, places, codes, rows, revenue } = decodeBlock(text);
  const lines = places.lines.map((number) => lineIn(places, number).join());
  return [...rows].map((count, cell) => ({
    values: dimensions.map((_, index) => [...values, lines][index]?.[codes[cell * dimensions.length + index] ?? 0]),
    rows: count,
    revenue: revenue[cell],
  }));
}

describe('a block of totals', () => {
  it('has room for 20,000 cells at 12,000 places with six levels in 1.5 MB', () => {
    const cells = new Cells();
    for (let number = 0; number < 20_000; number += 1) {
      expect(cells.isFull).toBe(false);
      cells.add(cellAt(placeOf(number % 12_000), number < 12_000 ? '2026-01' : '2026-02'));
    }
    expect(cells.isFull).toBe(true);
    expect(cells.packed().length).toBeLessThan(1_500_000);
  });

  it('decodes each cell with the place of its rows, or no place', () => {
    const line = fc.oneof(
      fc.constant(''),
      fc.array(fc.nat({ max: 4 }).map(hex), { minLength: 1, maxLength: 5 }).map((ids) => ids.join()),
    );
    fc.assert(
      fc.property(fc.uniqueArray(line, { maxLength: 30 }), (lines) => {
        const cells = new Cells();
        for (const each of lines) cells.add(cellAt(each, '2026-01'));
        const decoded = cellsIn(cells.packed());
        expect(decoded).toEqual(
          lines.map((each) => ({ values: cellAt(each, '2026-01').values, rows: 1, revenue: 100.25 })),
        );
      }),
    );
  });

  it('decodes the earlier format, in which each place had its whole path', () => {
    const cells = new Cells();
    for (const number of [1, 2, 401]) cells.add(cellAt(placeOf(number), '2026-01'));
    const text = cells.packed();
    const { values, places } = decodeBlock(text);
    const lines = places.lines.map((number) => lineIn(places, number).join());
    const before = `${JSON.stringify([...values, lines])}${text.slice(text.indexOf('\n'))}`;
    expect(cellsIn(before)).toEqual(cellsIn(text));
  });
});
