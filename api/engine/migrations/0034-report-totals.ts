import type { mongo } from 'mongoose';
import type { Migration } from './steps/migration.ts';
import { schemaMigration } from './steps/schema-migration.ts';
import { moveCollection } from './steps/step.ts';

const collection = 'report_totalses';
const to = 'report_totals';

const move = schemaMigration('0034-report-totals', [moveCollection({ resource: 'ReportTotals', collection }, { to })]);

/** Renames the collection of report totals, which had a wrong plural. */
export const reportTotalsName: Migration = {
  ...move,
  before: async (context) => {
    await resolveConflict(context.db);
    await move.before?.(context);
  },
};

/**
 * Migration 0021 has always written its stale blocks under the new name. They are outdated as soon as the old collection
 * contains blocks, which are those that the product has read and rebuilt since.
 */
async function resolveConflict(db: mongo.Db): Promise<void> {
  const old = db.collection(collection);
  const exists = await db.listCollections({ name: collection }, { nameOnly: true }).hasNext();
  if (!exists) return;
  if ((await old.countDocuments({}, { limit: 1 })) === 0) await old.drop();
  else await db.collection(to).deleteMany({});
}
