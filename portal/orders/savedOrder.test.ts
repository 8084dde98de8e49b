import { describe, expect, it } from 'vitest';
import type { SavedOrder, ShownOrder } from '../api/queries.ts';
import { lineInputs, shownFrom } from './savedOrder.ts';

const saved: SavedOrder = {
  id: 'o',
  revision: 2,
  createdAt: '',
  updatedAt: '',
  refCode: 'AB12CD34',
  status: 'DRAFT',
  form: 'f',
  formVersion: 1,
  client: 'c',
  user: 'u',
  channelId: 'ch',
  lastEditedBy: 'u',
  products: [{ id: 'l1', product: 'p1', key: 'one', data: { months: 3 } }],
  submissionDate: null,
  changeDate: null,
  cancelationReason: null,
  cancelationDate: null,
  sentBackReason: null,
  actions: [],
  validationMode: 'NORMAL',
  formData: {},
  treeScope: [],
  files: [],
  openVersion: null,
  waivers: [],
  onboardedAt: null,
  versionCount: 0,
  normalized: [{ path: '/formData/a', from: 1, to: 2 }],
};
const known: Pick<ShownOrder, 'client' | 'user'> = { client: 'c', user: 'u' };

describe('a saved order', () => {
  it('keeps ids where nothing more is known of them', () => {
    const shown = shownFrom(saved, { ...known, products: [] });
    expect(shown).toMatchObject({ client: 'c', user: 'u', products: [{ product: 'p1' }], revision: 2 });
    expect(shown).not.toHaveProperty('normalized');
  });

  it('does not show a client that it no longer has', () => {
    expect(shownFrom({ ...saved, client: null }, { ...known, products: [] }).client).toBeNull();
  });

  it('sends its lines without what the server writes', () => {
    expect(lineInputs(shownFrom(saved, { ...known, products: [] }).products)).toEqual([
      { id: 'l1', product: 'p1', data: { months: 3 } },
    ]);
  });
});
