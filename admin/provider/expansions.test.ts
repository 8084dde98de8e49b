import { describe, expect, it } from 'vitest';
import { resourceAt } from '../generate/catalogue.ts';
import { listMetaOf, splitExpansions } from './expansions.ts';

const orders = resourceAt('orders');
const [client, other, user] = [
  { id: 'c', name: 'Client' },
  { id: 'o', name: 'Other' },
  { id: 'u', name: 'User' },
];

describe('list rows with expanded references', () => {
  it('get plain ids, with the records deduplicated in cell order', () => {
    if (!orders) throw new Error('There are no orders');
    const rows = [
      { id: '1', client, user, channelId: 'h' },
      { id: '2', client: other, user, channelId: 'h' },
      { id: '3', client, user: 'hidden', channelId: 'h' },
      { id: '4', client: null, user, channelId: 'h' },
    ];
    expect(splitExpansions(orders, rows, ['client', 'user'])).toEqual({
      data: [
        { id: '1', client: 'c', user: 'u', channelId: 'h' },
        { id: '2', client: 'o', user: 'u', channelId: 'h' },
        { id: '3', client: 'c', user: 'hidden', channelId: 'h' },
        { id: '4', client: null, user: 'u', channelId: 'h' },
      ],
      meta: { prefetched: { clients: [client, other], users: [user] } },
    });
  });

  it.each([undefined, {}, { populate: 'client' }, { populate: [1] }])(
    'are requested only by an array of names in meta.populate, not by %j',
    (meta) => {
      expect(listMetaOf(meta).populate).toEqual([]);
    },
  );
});
