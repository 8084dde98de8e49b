import { describe, expect, it } from 'vitest';
import { groupLines } from './lineGroups.ts';

const line = (id: string, linkedTo?: string) => ({
  id,
  product: `p-${id}`,
  data: {},
  ...(linkedTo ? { linkedTo } : {}),
});

describe('the lines of an order', () => {
  it('show what each includes under it, with their numbers in the order', () => {
    const groups = groupLines([line('a'), line('b'), line('c', 'a'), line('d', 'a')]);
    expect(groups.map(({ line: { id }, included }) => [id, included.map(({ index }) => index)])).toEqual([
      ['a', [2, 3]],
      ['b', []],
    ]);
  });

  it('keep a line whose includer is gone', () => {
    expect(groupLines([line('c', 'gone')]).map(({ line: { id } }) => id)).toEqual(['c']);
  });
});
