import { macOfEntry } from '../audit/chain.ts';
import type { Migration } from './steps/migration.ts';

/**
 * Entries of the audit log are signed when they are written. What an earlier product left unsealed is signed once here, with the log that
 * this product finds: from then on nothing without a signature is sealed.
 */
export const auditSignatures: Migration = {
  name: '0032-audit-signatures',
  before: async ({ db }) => {
    const log = db.collection('audit_log');
    for await (const entry of log.find({ sequence: null, mac: { $exists: false } }))
      await log.updateOne({ _id: entry._id, sequence: null }, { $set: { mac: macOfEntry(entry) } });
  },
  up: async () => undefined,
};
