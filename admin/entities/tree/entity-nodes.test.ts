import { describe, expect, it } from 'vitest';
import { describeMoveSize, indexTree, visibleTreeItems } from './entity-nodes.ts';

const leaf = (id: string, name: string) => ({ id, name, subType: 'abstract' as const, children: [] });
const nodes = indexTree([
  {
    ...leaf('a', 'Agency'),
    children: [
      { ...leaf('b', 'Boston'), children: [{ ...leaf('c', 'Clam Shack'), subType: 'client' as const }] },
      leaf('d', 'Denver'),
    ],
  },
]);
const shown = { opened: new Set<string>(), hasClients: false, search: '', hasTop: false };
const names = (more: Partial<typeof shown>) => visibleTreeItems(nodes, { ...shown, ...more }).map(({ name }) => name);

describe('lines of the entity tree', () => {
  it('include only the children of open nodes', () => {
    expect(names({})).toEqual(['Agency']);
    expect(names({ opened: new Set(['a']) })).toEqual(['Agency', 'Boston', 'Denver']);
    expect(names({ opened: new Set(['a', 'b']) })).toEqual(['Agency', 'Boston', 'Denver']);
  });

  it('include clients only when they are switched on, but always count them', () => {
    const [, boston] = visibleTreeItems(nodes, { ...shown, opened: new Set(['a']) });
    expect(boston).toMatchObject({ note: '1 client', isExpanded: null, level: 2, parent: 'a' });
    expect(names({ opened: new Set(['a', 'b']), hasClients: true })).toContain('Clam Shack');
  });

  it('are filtered by the search term, together with the ancestors of each match', () => {
    expect(names({ search: 'den' })).toEqual(['Agency', 'Denver']);
    expect(names({ search: 'clam', hasClients: true })).toEqual(['Agency', 'Boston', 'Clam Shack']);
    expect(names({ search: 'nobody' })).toEqual([]);
  });

  it('start with a root line when the user sees the whole tree', () => {
    expect(names({ hasTop: true })).toEqual(['All entities', 'Agency']);
  });
});

it('records that move along with an entity are formatted as an English list', () => {
  expect(describeMoveSize({ entities: 2, clients: 1, orders: 40 })).toBe('2 entities, 1 client, and 40 orders');
  expect(describeMoveSize({ entities: 0, clients: 0, orders: 0 })).toBe('');
});
