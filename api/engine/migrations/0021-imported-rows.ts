import type { Migration } from './steps/migration.ts';

/**
 * Sets import number 0 on existing records of importable resources, and enqueues a job per kind that computes the
 * totals of report rows. Until it is done, totals are counted from rows.
 */
export const importedRows: Migration = {
  name: '0021-imported-rows',
  olderVersions: 'stop',
  // There may be millions, so this runs outside of the transaction.
  before: async ({ db }) => {
    for (const name of ['report_rows', 'proof_of_work'])
      await db.collection(name).updateMany({ importNumber: { $exists: false } }, { $set: { importNumber: 0 } });
  },
  up: async ({ db, session }) => {
    const now = new Date();
    const times = { revision: 1, createdAt: now, updatedAt: now };
    for (const kind of await db.collection('report_rows').distinct('kind', {}, { session })) {
      const stale = { kind, importNumber: 0, isStale: true, cells: '' };
      await db.collection('report_totals').insertOne({ ...times, ...stale }, { session });
      const job = { kind: 'reportTotals', subject: `${kind}/0`, status: 'waiting', dueAt: now };
      const jobFields = { done: 0, total: null, attempts: 0, endedAt: null, expires: null };
      await db.collection('jobs').insertOne({ ...times, ...job, ...jobFields }, { session });
    }
  },
};
