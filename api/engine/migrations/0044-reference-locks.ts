import type { Migration } from './steps/migration.ts';

/** Drops the former collection of the reference locks, which are documents of `idempotent_answers` now. */
export const referenceLocksMoved: Migration = {
  name: '0044-reference-locks',
  olderVersions: 'stop',
  before: async ({ db }) => void (await db.dropCollection('reference_locks')),
  up: async () => undefined,
};
