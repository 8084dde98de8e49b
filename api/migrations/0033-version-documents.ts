import type { Migration } from './steps/migration.ts';

/** Each version of what processes cache has a document of its own: the one that held all of them goes. */
export const versionDocuments: Migration = {
  name: '0033-version-documents',
  up: async ({ db, session }) => {
    await db.collection('sessions').deleteOne({ hash: 'versions' }, { session });
  },
};
