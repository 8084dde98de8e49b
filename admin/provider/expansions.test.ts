import { describe, expect, it } from 'vitest';
import { resourceAt } from '../generate/catalogue.ts';
import { expandedRecords, listMetaOf, splitExpansions } from './expansions.ts';

const orders = resourceAt('orders');
const [client, other, user, stranger] = [
  { id: 'c', name: 'Client', industry: 'Food' },
  { id: 'o', name: 'Other', industry: 'Food' },
  { id: 'u', name: 'User', email: 'user@example.com' },
  { id: 's', name: 'Stranger' },
];

describe('list rows with expanded references', () => {
  it('get plain ids, with the records deduplicated in cell order', () => {
    if (!orders) throw new Error('There are no orders');
    const rows = [
      { id: '1', client, user, channelId: 'h' },
      { id: '2', client: other, user, channelId: 'h' },
      { id: '3', client, user: 'hidden', channelId: 'h' },
      { id: '4', client: null, user: stranger, channelId: 'h' },
    ];
    expect(splitExpansions(orders, rows, ['client', 'user'])).toEqual({
      data: [
        { id: '1', client: 'c', user: 'u', channelId: 'h' },
        { id: '2', client: 'o', user: 'u', channelId: 'h' },
        { id: '3', client: 'c', user: 'hidden', channelId: 'h' },
        { id: '4', client: null, user: 's', channelId: 'h' },
      ],
      meta: { prefetched: { clients: [client, other], users: [user] }, nameOnly: { users: [stranger] } },
    });
  });

  it('show the names of users that cannot be opened, which are not cached as if they had been loaded', () => {
    if (!orders) throw new Error('There are no orders');
    const { meta } = splitExpansions(
      orders,
      [
        { id: '1', user },
        { id: '2', user: stranger },
      ],
      ['user'],
    );
    expect(expandedRecords(meta, 'users')).toEqual([user, stranger]);
    expect(meta.prefetched).not.toHaveProperty('users.1');
  });

  it.each([undefined, {}, { populate: 'client' }, { populate: [1] }])(
    'are requested only by an array of names in meta.populate, not by %j',
    (meta) => {
      expect(listMetaOf(meta).populate).toEqual([]);
    },
  );
});
