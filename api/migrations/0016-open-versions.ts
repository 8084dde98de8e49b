import type { Migration } from './steps/migration.ts';

/** The version that autosaves are gathered in has a name of its own: `autosave` is what a save says of itself. */
export const openVersions: Migration = {
  name: '0016-open-versions',
  up: async ({ db, session }) => {
    const named = { autosave: { $exists: true } };
    await db.collection('orders').updateMany(named, { $rename: { autosave: 'openVersion' } }, { session });
  },
};
