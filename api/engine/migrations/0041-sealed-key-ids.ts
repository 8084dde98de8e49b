import type { Migration } from './steps/migration.ts';

/**
 * Sealed texts name their key from here on. It changes no record: it stops processes of earlier versions, which would
 * return such texts as they are and seal them again.
 */
export const sealedKeyIds: Migration = {
  name: '0041-sealed-key-ids',
  olderVersions: 'stop',
  up: async () => undefined,
};
