import type { Migration } from './steps/migration.ts';

/**
 * Records that may come by an import say by which, and those that are there came by none. Totals of report rows are kept: what
 * there is of them is counted by a job for each kind, and until then of the rows themselves.
 */
export const importedRows: Migration = {
  name: '0021-imported-rows',
  // There may be millions: each is changed by itself.
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
      const begun = { done: 0, total: null, attempts: 0, endedAt: null, expires: null };
      await db.collection('jobs').insertOne({ ...times, ...job, ...begun }, { session });
    }
  },
};
