import type { Migration } from './steps/migration.ts';
import { dropIndexesByName } from './steps/step.ts';

/**
 * Drops the index of the orders of a client that the wider one replaces, which also contains form and channel.
 */
export const orderCounts: Migration = {
  name: '0038-order-counts',
  olderVersions: 'stop',
  before: async ({ db }) => dropIndexesByName(db.collection('orders'), ['client_1_status_1_updatedAt_-1__id_-1']),
  up: async () => undefined,
};
