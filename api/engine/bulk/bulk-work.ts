import { maxBulkMatches } from '#schemas/bulk/bulk-jobs.ts';
import type { BulkItem, BulkJob } from '#schemas/generated/types.ts';
import { fromNow } from '../../platform/clock/clock.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { type Viewer, viewerNow } from '../access/viewer.ts';
import { type JobKind, type ReportProgress, subjectId, transactionTimeout } from '../jobs/kind.ts';
import { enqueueJob } from '../jobs/queue.ts';
import { storeOf } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { type BulkTarget, bulkTarget } from './bulk-actions.ts';
import { bulkRetention, endedChanges, unchanged } from './bulk-jobs.ts';

/** How long a job works before the others in the queue have their turn; milliseconds. */
const turn = 5_000;

/** Records between two updates of the counts, and selected records that are stored at once. */
const portion = 20;
const collectedAtOnce = 500;

/** An unexpected error of one record is reported in the result after this many attempts, so that it does not block the others. */
const maxAttempts = 3;

const maxProblems = 20;
const maxReasons = 20;

/**
 * The job that previews and runs a bulk job. The outcome of each record is stored in the transaction that changes it,
 * so after a crash another worker continues with the next record and changes none twice. It works for a few seconds,
 * then enqueues its continuation, so that a long job does not hold up others.
 */
export const bulkJob: JobKind<'bulk'> = {
  name: 'bulk',
  pollInterval: 1_000,
  concurrency: 2,
  lease: 2 * transactionTimeout,
  longestWait: transactionTimeout,
  giveUpAfter: 86_400_000,
  cancelableIn: ['waiting', 'running'],
  async work({ subject, attempts }, report) {
    const id = subjectId(subject);
    const until = performance.now() + turn;
    const work: Turn = { report, attempts, isOver: () => performance.now() > until };
    const job = await storeOf('BulkJob').findOne({ _id: id });
    const target = job && bulkTarget(job.resource);
    if (!job || !target) return;
    const isDone = job.status === 'checking' ? await preview(job, target, work) : await run(job, target, work);
    if (!isDone) await enqueueJob('bulk', subject);
  },
  async onStatusChange({ subject, status }) {
    if (status !== 'canceled' && status !== 'failed') return;
    const inProgress = { _id: subjectId(subject), status: { $in: ['checking', 'running'] } };
    await storeOf('BulkJob').updateMany(inProgress, { $set: endedChanges(status) });
  },
};

/** The time that one attempt has. */
interface Turn {
  report: ReportProgress;
  attempts: number;
  isOver: () => boolean;
}

const items = () => storeOf('BulkItem');

/** Checks the selected records. Returns false if some are left. */
async function preview(job: BulkJob, target: BulkTarget, work: Turn): Promise<boolean> {
  const starter = await viewerNow(job.user, job.actor);
  if (!starter) return await failJob(job);
  if (!job.isCollected) await collect(job, target, starter, work.report);
  const check = async (item: BulkItem, viewer: Viewer): Promise<void> => {
    const { revision, name, problem } = await checked({ job, target, item, viewer, attempts: work.attempts });
    const outcome: Partial<BulkItem> = problem
      ? { status: 'refused', ...problem }
      : { status: 'allowed', seenRevision: revision };
    await items().updateMany({ _id: item.id, status: 'waiting' }, { $set: { ...outcome, name } });
  };
  if (!(await eachItem(job, 'waiting', { work, act: check }))) return false;
  const groups = await reasonsOf(job.id);
  await storeOf('BulkJob').updateMany({ _id: job.id, status: 'checking' }, { $set: { status: 'ready', groups } });
  return true;
}

/** Stores the selected records as items of the job. A repeated attempt adds only those that are missing. */
async function collect(job: BulkJob, target: BulkTarget, viewer: Viewer, report: ReportProgress): Promise<void> {
  let position = 0;
  for await (const ids of selectedIds(job, target, viewer)) {
    const known = await items().find({ filter: { job: job.id, record: { $in: ids } }, only: ['record'] });
    const stored = new Set(known.map(({ record }) => record));
    const missing = ids
      .map((record, index) => ({ job: job.id, record, position: position + index, expires: job.expires }))
      .filter(({ record }) => !stored.has(record));
    if (missing.length > 0) await items().insertMany(missing);
    position += ids.length;
    await report(0, job.total);
  }
  const total = await items().count({ job: job.id });
  await storeOf('BulkJob').updateDerived({ _id: job.id }, { $set: { isCollected: true, total } });
}

/** The ids of the selection in portions, at most `maxBulkMatches`. */
async function* selectedIds(
  { selection: { ids, query, failedOf } }: BulkJob,
  target: BulkTarget,
  viewer: Viewer,
): AsyncGenerator<string[]> {
  if (Array.isArray(ids)) return yield ids.map(String);
  if (typeof failedOf === 'string') {
    const left = { filter: { job: failedOf, status: unchanged }, sort: ['position'], only: ['record'] };
    for await (const found of items().batches(left, collectedAtOnce)) yield found.map(({ record }) => record);
    return;
  }
  let room = maxBulkMatches;
  for await (const found of target.ids(viewer, { ...Object(query) })) {
    yield found.slice(0, room);
    room -= found.length;
    if (room <= 0) return;
  }
}

interface ItemWork {
  job: BulkJob;
  target: BulkTarget;
  item: BulkItem;
  viewer: Viewer;
  attempts: number;
}

/** What the preview found out about one record. */
async function checked({ job, target, item, viewer, attempts }: ItemWork) {
  const { action, input } = job;
  const found = { name: '', revision: 0 };
  const problem = await problemOf(attempts, async () => {
    const { name, revision, check } = await target.load(viewer, item.record);
    Object.assign(found, { name, revision });
    await check(action, input);
  });
  return { ...found, problem };
}

/** Changes the records that the preview allowed. Returns false if some are left. */
async function run(job: BulkJob, target: BulkTarget, work: Turn): Promise<boolean> {
  if (job.status !== 'running') return true;
  const expires = fromNow(bulkRetention.run);
  // The results of a job that was started are retained longer than those of a mere preview.
  await items().updateMany(
    { job: job.id, expires: { $lt: fromNow(bulkRetention.run - bulkRetention.preview) } },
    { $set: { expires } },
  );
  const change = async (item: BulkItem, viewer: Viewer) =>
    await changeItem({ job, target, item, viewer, attempts: work.attempts });
  if (!(await eachItem(job, 'allowed', { work, act: change }))) return false;
  await storeOf('BulkJob').updateMany({ _id: job.id, status: 'running' }, { $set: endedChanges('done') });
  return true;
}

/** Another worker has already noted the outcome of this record. */
class ItemSettled extends Error {}

async function changeItem({ job, target, item, viewer, attempts }: ItemWork): Promise<void> {
  const { action, input } = job;
  const open = { _id: item.id, status: 'allowed' };
  const done = { status: 'done' as const };
  const storeResponse = async ({ id, name }: { id: string; name: string }) => {
    const result = id === item.record ? {} : { result: id, resultName: name };
    if ((await items().updateMany(open, { $set: { ...done, ...result } })) === 0) throw new ItemSettled();
  };
  try {
    const revision = item.seenRevision ?? 0;
    const problem = await problemOf(attempts, () =>
      target.run({ viewer, action, id: item.record, input, revision, storeResponse }),
    );
    // A change without effect stores nothing, so its outcome is noted here.
    await items().updateMany(open, { $set: problem ? { status: 'failed', ...problem } : done });
  } catch (error) {
    if (!(error instanceof ItemSettled)) throw error;
  }
}

/**
 * Runs a step on one record. Returns why it was rejected; other errors are thrown, so that the job is retried, until
 * its last attempt.
 */
async function problemOf(
  attempts: number,
  step: () => Promise<unknown>,
): Promise<Pick<BulkItem, 'reason' | 'problems'> | undefined> {
  try {
    await step();
    return undefined;
  } catch (error) {
    if (error instanceof ItemSettled) throw error;
    if (!(error instanceof ApiError) || error.status >= 500) {
      if (attempts < maxAttempts) throw error;
      return { reason: 'An unexpected error occurred', problems: [] };
    }
    // One reason for all of them, without their ids.
    const isUnreadable = error.code === 'RESOURCE_NOT_FOUND';
    const reason = isUnreadable ? "It doesn't exist, or you don't have access to it" : error.message.slice(0, 500);
    return { reason, problems: problemsIn(error) };
  }
}

/** The problems with fields that an error names. */
function problemsIn({ details }: ApiError): BulkItem['problems'] {
  const { fields, errors } = details ?? {};
  const found: unknown[] = [fields, errors].find(Array.isArray) ?? [];
  return found.slice(0, maxProblems).flatMap((each) => {
    const { path, message }: Record<string, unknown> = Object(each);
    return typeof path === 'string' && typeof message === 'string' ? [{ path, message }] : [];
  });
}

interface EachItem {
  work: Turn;
  act(item: BulkItem, viewer: Viewer): Promise<void>;
}

/**
 * Acts on the items with a status, in order, with the current rights of the job's user. Returns true when none is left
 * or the job has ended, false when the turn is over.
 */
async function eachItem(job: BulkJob, status: BulkItem['status'], { work, act }: EachItem): Promise<boolean> {
  for (;;) {
    const next = await items().find({ filter: { job: job.id, status }, sort: ['position'], limit: portion });
    if (next.length === 0) return true;
    for (const item of next) {
      if (!(await isInStatus(job))) return true;
      const viewer = await viewerNow(job.user, job.actor);
      if (!viewer) return await failJob(job);
      await act(item, viewer);
    }
    await saveCounts(job.id);
    await work.report(0, job.total);
    if (work.isOver()) return false;
  }
}

const isInStatus = async ({ id, status }: BulkJob) => (await storeOf('BulkJob').count({ _id: id, status }, 1)) > 0;

/** Ends the job of a user who was deactivated or deleted. Returns true: nothing is left to do. */
async function failJob({ id }: BulkJob): Promise<true> {
  const lastError = 'The user who started this job is no longer active';
  await storeOf('BulkJob').updateMany({ _id: id }, { $set: { ...endedChanges('failed'), lastError } });
  return true;
}

/** Counts the items by status, so that the counts are right after any number of restarts. */
async function saveCounts(id: string): Promise<void> {
  await transaction(async () => {
    const groups = await items().aggregate({ job: id }, [{ $group: { _id: '$status', count: { $sum: 1 } } }]);
    const counts = new Map(groups.map(({ _id, count }) => [String(_id), Number(count)]));
    const of = (status: BulkItem['status']) => counts.get(status) ?? 0;
    const [succeeded, failed, refused] = [of('done'), of('failed'), of('refused')];
    const allowed = of('allowed') + succeeded + failed;
    const $set = { checked: allowed + refused, allowed, refused, succeeded, failed };
    await storeOf('BulkJob').updateDerived({ _id: id }, { $set });
  });
}

/** The most frequent reasons of the refused records. */
async function reasonsOf(job: string): Promise<BulkJob['groups']> {
  const groups = await items().aggregate({ job, status: 'refused' }, [
    { $group: { _id: '$reason', count: { $sum: 1 } } },
    { $sort: { count: -1, _id: 1 } },
    { $limit: maxReasons },
  ]);
  return groups.map(({ _id, count }) => ({ reason: String(_id), count: Number(count) }));
}
