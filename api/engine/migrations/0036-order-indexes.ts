import type { Migration } from './steps/migration.ts';
import { schemaMigration } from './steps/schema-migration.ts';
import { dropIndexesByName, rebuildSearchWords } from './steps/step.ts';

/**
 * The indexes of orders that lists no longer need: a sort without an index reads at most 10,000 orders, and an index by
 * status also serves the lists of any status.
 */
const unusedIndexes = [
  'channelId_1_amount_1__id_1',
  'channelId_1_campaign_1__id_1',
  'channelId_1_clientName_1__id_1',
  'channelId_1_refCode_1__id_1',
  'channelId_1_status_1_updatedAt_-1__id_-1',
  'channelId_1_userName_1__id_1',
  'client_1_updatedAt_-1__id_-1',
  'createdAt_-1__id_-1',
  'status_1_updatedAt_-1__id_-1',
  'status_1_waitingSince_1__id_1',
  'treeScope_1_channelId_1_status_1_updatedAt_-1__id_-1',
  'treeScope_1_client_1_status_1_updatedAt_-1__id_-1',
  'treeScope_1_createdAt_-1__id_-1',
  'treeScope_1_status_1_updatedAt_-1__id_-1',
  'treeScope_1_status_1_waitingSince_1__id_1',
  'treeScope_1_updatedAt_-1__id_-1',
  'updatedAt_-1__id_-1',
];

const rebuild = schemaMigration('0036-order-indexes', [
  rebuildSearchWords({ resource: 'Order', collection: 'orders' }),
  rebuildSearchWords({ resource: 'Client', collection: 'clients' }),
]);

/**
 * Drops the indexes of orders that are no longer declared, and makes orders and clients searchable by phone number and
 * amount, which also stores the channel's name in orders.
 */
export const orderIndexes: Migration = {
  ...rebuild,
  before: async (context) => {
    await dropIndexesByName(context.db.collection('orders'), unusedIndexes);
    await rebuild.before?.(context);
  },
};
