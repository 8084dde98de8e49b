import { schemaMigration } from './steps/schema-migration.ts';
import { rebuildSearchWords } from './steps/step.ts';

const orders = { resource: 'Order', collection: 'orders' };

/** Copies the names of client and user into orders, for sorting the lists of a channel. */
export const orderNames = schemaMigration('0025-order-names', [rebuildSearchWords(orders)]);
