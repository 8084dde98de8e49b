import { schemaMigration } from './steps/schema-migration.ts';
import { rebuildSearchWords } from './steps/step.ts';

/** Indexes the whole e-mail address of clients and users, by which likely duplicates are found. */
export const emailSearchWords = schemaMigration('0039-email-words', [
  rebuildSearchWords({ resource: 'Client', collection: 'clients' }),
  rebuildSearchWords({ resource: 'User', collection: 'users' }),
]);
