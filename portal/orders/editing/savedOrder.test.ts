import { describe, expect, it } from 'vitest';
import { storedOrderWith } from '#tests/editing/order-samples.ts';
import type { PopulatedOrder, SaveResponse } from '../../api/queries.ts';
import { linesForRequest, populateSaved } from './savedOrder.ts';

const saved: SaveResponse = {
  ...storedOrderWith({
    revision: 2,
    client: 'c',
    products: [{ id: 'l1', product: 'p1', key: 'one', data: { months: 3 } }],
  }),
  normalized: [{ path: '/formData/a', from: 1, to: 2 }],
};
const known: Pick<PopulatedOrder, 'client' | 'user'> = { client: 'c', user: 'u' };

describe('a saved order', () => {
  it('keeps ids of references that are not known', () => {
    const shown = populateSaved(saved, { ...known, products: [] });
    expect(shown).toMatchObject({ client: 'c', user: 'u', products: [{ product: 'p1' }], revision: 2 });
    expect(shown).not.toHaveProperty('normalized');
  });

  it('does not show a client that it no longer has', () => {
    expect(populateSaved({ ...saved, client: null }, { ...known, products: [] }).client).toBeNull();
  });

  it('sends its lines without the fields that the server sets', () => {
    expect(linesForRequest(populateSaved(saved, { ...known, products: [] }).products)).toEqual([
      { id: 'l1', product: 'p1', data: { months: 3 } },
    ]);
  });
});
