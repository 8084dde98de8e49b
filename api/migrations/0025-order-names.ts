import { findAnew } from './steps/collections.ts';
import { schemaMigration } from './steps/schema-migration.ts';

const orders = { resource: 'Order', collection: 'orders' };

/** Orders have the names of their client and their user with them, which the lists of a channel are sorted by. */
export const orderNames = schemaMigration('0025-order-names', [findAnew(orders)]);
