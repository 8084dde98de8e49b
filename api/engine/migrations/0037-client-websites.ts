import { schemaMigration } from './steps/schema-migration.ts';
import { rebuildSearchWords } from './steps/step.ts';

/**
 * Makes clients searchable by the host of their website and by e-mail address, and clients and orders by a phone number
 * with another country code.
 */
export const clientWebsites = schemaMigration('0037-client-websites', [
  rebuildSearchWords({ resource: 'Order', collection: 'orders' }),
  rebuildSearchWords({ resource: 'Client', collection: 'clients' }),
]);
