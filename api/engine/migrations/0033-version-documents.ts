import type { Migration } from './steps/migration.ts';

/** Removes the document with all cache versions, because each version now has a document of its own. */
export const versionDocuments: Migration = {
  name: '0033-version-documents',
  olderVersions: 'stop',
  up: async ({ db, session }) => {
    await db.collection('sessions').deleteOne({ hash: 'versions' }, { session });
  },
};
