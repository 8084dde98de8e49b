import { macOfEntry } from '../audit/chain.ts';
import type { Migration } from './steps/migration.ts';

/**
 * Signs audit entries that an earlier version left unsealed, once. From here on, entries are signed when they are
 * written, and unsigned ones are never sealed.
 */
export const auditSignatures: Migration = {
  name: '0032-audit-signatures',
  olderVersions: 'stop',
  before: async ({ db }) => {
    const log = db.collection('audit_log');
    for await (const entry of log.find({ sequence: null, mac: { $exists: false } }))
      await log.updateOne({ _id: entry._id, sequence: null }, { $set: { mac: macOfEntry(entry) } });
  },
  up: async () => undefined,
};
