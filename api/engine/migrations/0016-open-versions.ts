import type { Migration } from './steps/migration.ts';

/** Renames the field for the version that autosaves are merged into, because `autosave` now is a property of a save. */
export const openVersions: Migration = {
  name: '0016-open-versions',
  olderVersions: 'stop',
  up: async ({ db, session }) => {
    const withAutosave = { autosave: { $exists: true } };
    await db.collection('orders').updateMany(withAutosave, { $rename: { autosave: 'openVersion' } }, { session });
  },
};
