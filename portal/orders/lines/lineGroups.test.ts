import { describe, expect, it } from 'vitest';
import { groupLines } from './lineGroups.ts';

const line = (id: string, linkedTo?: string) => ({
  id,
  product: `p-${id}`,
  data: {},
  ...(linkedTo ? { linkedTo } : {}),
});

describe('groupLines', () => {
  it('puts included lines under their line, with their index in the order', () => {
    const groups = groupLines([line('a'), line('b'), line('c', 'a'), line('d', 'a')]);
    expect(groups.map(({ line: { id }, included }) => [id, included.map(({ index }) => index)])).toEqual([
      ['a', [2, 3]],
      ['b', []],
    ]);
  });

  it('treats a line as top-level if the line that included it is missing', () => {
    expect(groupLines([line('c', 'gone')]).map(({ line: { id } }) => id)).toEqual(['c']);
  });
});
