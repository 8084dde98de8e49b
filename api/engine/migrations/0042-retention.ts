import type { mongo } from 'mongoose';
import type { Migration, MigrationContext } from './steps/migration.ts';

const day = 86_400_000;
/** Records of a batch. */
const batch = 1_000;

/**
 * Sets when existing prospect audits, their reports, and the changes of imports are deleted. Nothing is deleted within 90
 * days of the upgrade, so that it can be exported before.
 */
export const retentionTimes: Migration = {
  name: '0042-retention',
  olderVersions: 'stop',
  up: async (context) => {
    await expireAudits(context);
    await enqueueImportUpkeep(context);
  },
};

async function expireAudits({ db, session }: MigrationContext): Promise<void> {
  const end = { $dateAdd: { startDate: '$createdAt', unit: 'day', amount: 730 } };
  const expires = { $max: [end, new Date(Date.now() + 90 * day)] };
  const [audits, reports] = [db.collection('prospect_audit'), db.collection('audit_reports')];
  await audits.updateMany({ madeClient: null }, [{ $set: { expires } }], { session });
  await reports.updateMany({}, [{ $set: { expires } }], { session });
  let retained: unknown[] = [];
  const unset = async () => {
    await reports.updateMany({ audit: { $in: retained } }, { $set: { expires: null } }, { session });
    retained = [];
  };
  for await (const { _id } of audits.find({ madeClient: { $ne: null } }, { session, projection: { _id: 1 } })) {
    retained.push(_id);
    if (retained.length >= batch) await unset();
  }
  await unset();
}

async function enqueueImportUpkeep({ db, session }: MigrationContext): Promise<void> {
  const saved = { status: 'done', resource: { $nin: ['ReportRow', 'ProofOfWork'] } };
  const time = new Date();
  let jobs: mongo.Document[] = [];
  const insert = async () => {
    if (jobs.length > 0) await db.collection('jobs').insertMany(jobs, { session });
    jobs = [];
  };
  for await (const { _id, endedAt } of db.collection('imports').find(saved, { session, projection: { endedAt: 1 } })) {
    const dueAt = new Date(Math.max((endedAt ?? time).getTime() + 91 * day, time.getTime()));
    const times = { createdAt: time, updatedAt: time, dueAt, endedAt: null, expires: null };
    const counts = { status: 'waiting', attempts: 0, done: 0, total: null, revision: 1 };
    jobs.push({ kind: 'importUpkeep', subject: `Import/${_id}`, ...counts, ...times });
    if (jobs.length >= batch) await insert();
  }
  await insert();
}
