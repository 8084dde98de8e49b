import { schemaMigration } from './steps/schema-migration.ts';
import { rebuildSearchWords } from './steps/step.ts';

const orders = { resource: 'Order', collection: 'orders' };

/** Copies the industry of the client into orders, for reports about orders. */
export const orderIndustries = schemaMigration('0040-order-industries', [rebuildSearchWords(orders)]);
