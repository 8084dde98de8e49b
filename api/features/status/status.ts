import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import mongoose from 'mongoose';
import type { Job } from '#schemas/generated/types.ts';
import { statusPage as item } from '#schemas/resource/back-office.ts';
import { sizeInWords } from '#schemas/texts/size-in-words.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { assertAbility } from '../../engine/access/viewer.ts';
import type { JobKinds } from '../../engine/jobs/kind.ts';
import type { Heartbeat, Loops } from '../../engine/jobs/loops.ts';
import { jobBacklog } from '../../engine/jobs/queue.ts';
import { mailBacklog } from '../../engine/mail/outbox.ts';
import { idShape as id, listOf, objectOf } from '../../engine/resource/schemas/shapes.ts';
import { storeOf } from '../../engine/store/store.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { FailedRequest, FailedRequestLog } from '../../platform/errors/handler.ts';
import { type DiskSpace, diskSpaceOf } from '../../platform/process/disk-space.ts';
import { type DatabaseStatus, databaseStatus, memoizeQuery, type SchemaStatus, schemaStatus } from './database.ts';

interface MailStatus extends PartStatus {
  waiting: number | null;
  failed: number | null;
  goes: 'smtp' | 'files';
  lastFailure: { id: string; at: string; reason: string | null } | null;
}

interface SystemStatus {
  at: string;
  database: DatabaseStatus;
  schema: SchemaStatus;
  jobs: JobsStatus;
  mail: MailStatus;
  storage: StorageStatus;
  errors: PartStatus & { requests: FailedRequest[] };
  versions: { product: string; node: string; mongodb: string | null; migration: string | null; since: string };
}

interface StatusSources {
  config: Config;
  kinds: JobKinds;
  loops: Loops;
  failed: FailedRequestLog;
}

/** An error younger than this needs attention; milliseconds. */
const recent = 3_600_000;

/** The status of all parts of the product, for administrators. */
async function loadStatus({ config, kinds, loops, failed }: StatusSources): Promise<SystemStatus> {
  const [product, database, schema, jobs, mail, storage] = await Promise.all([
    ownVersion(),
    databaseStatus(),
    schemaStatus(),
    jobsStatus(kinds, loops.heartbeats()),
    mailStatus(config),
    storageStatus(config),
  ]);
  const at = now();
  const since = new Date(at.getTime() - Math.round(process.uptime() * 1_000)).toISOString();
  return {
    ...{ at: at.toISOString(), database, schema, jobs, mail, storage, errors: errorsOf(failed.all(), at) },
    versions: {
      ...{
        product,
        node: process.versions.node,
        mongodb: database.version,
        migration: schema.migration,
        since,
      },
    },
  };
}

/** Finds package.json by its alias, because the source and the build (`dist/api`) are at different depths. */
async function ownVersion(): Promise<string> {
  const path = createRequire(import.meta.url).resolve('#package.json');
  return String(JSON.parse(await readFile(path, 'utf8')).version);
}

async function mailStatus({ smtpUrl }: Config): Promise<MailStatus> {
  const [backlog, [last]] = await Promise.all([
    mailBacklog(),
    storeOf('Job').find({ filter: { kind: 'mail', status: 'failed' }, sort: ['-createdAt'], limit: 1 }),
  ]);
  const { waiting, failed } = backlog ?? { waiting: null, failed: null };
  return {
    ...(failed
      ? attentionStatus('Mail failed for good after three days')
      : okStatus(waiting ? 'Mail is being sent' : 'All mail is sent')),
    ...{ waiting, failed, goes: smtpUrl === undefined ? ('files' as const) : ('smtp' as const) },
    lastFailure: last ? { id: last.id, at: last.endedAt ?? last.updatedAt, reason: last.lastError ?? null } : null,
  };
}

function errorsOf(requests: FailedRequest[], at: Date): PartStatus & { requests: FailedRequest[] } {
  const isRecent = requests.some((failed) => at.getTime() - Date.parse(failed.at) < recent);
  return {
    ...(isRecent
      ? attentionStatus('Requests to this process failed in the last hour; see the log')
      : okStatus('No request to this process failed in the last hour')),
    requests,
  };
}

interface StorageStatus extends PartStatus {
  kind: Config['fileStore'];
  files: number;
  /** Size of the files in the database; null when it does not answer. The size of a bucket is unknown. */
  bytes: number | null;
  /** The disk under DATA_DIR, if the embedded database writes there. */
  disk: DiskSpace | null;
}

/** Below this free space the disk is almost full: bytes, and share of the disk. */
const minFree = { bytes: 2 ** 30, share: 0.05 };

/** File storage status: where files are stored and whether there is free space. */
async function storageStatus({ fileStore, embedded, dataDir }: Config): Promise<StorageStatus> {
  const [files, { bytes }, disk] = await Promise.all([
    storeOf('File').count({}, 10_000),
    stored(),
    embedded ? diskSpaceOf(dataDir) : null,
  ]);
  const isTight = disk !== null && (disk.free < minFree.bytes || disk.free < minFree.share * disk.size);
  return {
    ...(isTight
      ? attentionStatus(
          `Only ${sizeInWords(disk.free)} of disk space are free: the database stops when the disk is full`,
        )
      : okStatus(
          disk
            ? 'There is enough disk space'
            : 'Files and data are stored on other systems, whose free space is unknown',
        )),
    ...{ kind: fileStore, files, bytes, disk },
  };
}

const stored = memoizeQuery(async () => {
  const [found] = await mongoose.connection
    .getClient()
    .db(mongoose.connection.name)
    .collection('file_bytes.chunks')
    .aggregate([{ $collStats: { storageStats: {} } }, { $project: { 'storageStats.size': 1 } }])
    .toArray()
    // The collection does not exist before the first upload.
    .catch(() => []);
  return { bytes: Number(found?.storageStats.size ?? 0) };
});

/** GET /api/status: the health status for administrators. */
export async function statusRoutes(app: FastifyInstance, circumstances: StatusSources): Promise<void> {
  app.get('/api/status', { config: { documentation, isHeavy: () => true } }, async (request) => {
    assertAbility(signedIn(request), 'read', item.label);
    return await loadStatus(circumstances);
  });
}

const text = { type: 'string' };
const maybeText = { type: ['string', 'null'] };
const count = { type: 'integer' };
const maybeCount = { type: ['integer', 'null'] };
const time = { type: 'string', format: 'date-time' };
const maybeTime = { type: ['string', 'null'], format: 'date-time' };
const texts = { type: 'array', items: text };
const part = { state: { type: 'string', enum: ['ok', 'attention'] }, message: text };
const maybe = (shape: object) => ({ ...shape, type: ['object', 'null'] });

const documentation = {
  tag: 'about',
  summary: 'Get the system status',
  description:
    'Returns database, schema, jobs, mail, storage, failed requests of the responding process, and versions, each with whether it needs attention. Sizes and indexes are cached for up to a minute; counts stop at 1,000. Requires ADMIN.',
  answer: objectOf({
    at: time,
    database: objectOf({
      ...part,
      version: maybeText,
      member: { type: 'string', enum: ['primary', 'secondary', 'router'] },
      members: count,
      connections: maybe(objectOf({ current: count, available: count })),
      bytes: { type: 'number' },
      collections: listOf({ name: text, count, bytes: { type: 'number' } }),
    }),
    schema: objectOf({
      ...part,
      migration: maybeText,
      pending: texts,
      indexes: listOf({ collection: text, missing: texts, undeclared: texts }),
    }),
    jobs: objectOf({
      ...part,
      ...{ waiting: count, running: count, failed: count, oldest: maybeCount },
      schedules: listOf({ kind: text, next: time }),
      failures: listOf({ id, kind: text, at: maybeTime, reason: maybeText }),
    }),
    mail: objectOf({
      ...part,
      ...{ waiting: maybeCount, failed: maybeCount, goes: { type: 'string', enum: ['smtp', 'files'] } },
      lastFailure: maybe(objectOf({ id, at: time, reason: maybeText })),
    }),
    storage: objectOf({
      ...part,
      kind: { type: 'string', enum: ['gridfs', 's3'] },
      files: count,
      bytes: { type: ['number', 'null'] },
      disk: maybe(objectOf({ free: { type: 'number' }, size: { type: 'number' } })),
    }),
    errors: objectOf({
      ...part,
      requests: listOf({ at: time, reqId: text, method: text, route: text, status: count, code: text }),
    }),
    versions: objectOf({ product: text, node: text, mongodb: maybeText, migration: maybeText, since: time }),
  }),
  errors: ['MISSING_ABILITY' as const],
};

interface JobsStatus extends PartStatus {
  waiting: number;
  running: number;
  failed: number;
  /** How long the oldest due job has been due, in seconds; null when the database does not answer. */
  oldest: number | null;
  schedules: { kind: Job['kind']; next: string }[];
  /** The newest failed jobs. */
  failures: { id: string; kind: Job['kind']; at: string | null; reason: string | null }[];
}

const countLimit = 1_000;
const maxFailures = 5;
/** A job due for longer than this needs attention; seconds. */
const maxDueSeconds = 600;
/** A failure younger than this needs attention; milliseconds. */
const failurePeriod = 7 * 86_400_000;

/** Status of background jobs; counted up to 1,000. */
async function jobsStatus(kinds: JobKinds, loops: Heartbeat[]): Promise<JobsStatus> {
  const jobs = storeOf('Job');
  const scheduled = Object.values(kinds).flatMap(({ name, schedule }) => (schedule === undefined ? [] : [name]));
  const count = (status: Job['status']) => jobs.count({ status }, countLimit);
  const [waiting, running, failed, due, failedJobs, next] = await Promise.all([
    count('waiting'),
    count('running'),
    count('failed'),
    jobBacklog(),
    jobs.find({ filter: { status: 'failed' }, sort: ['-createdAt'], limit: maxFailures }),
    jobs.find({
      filter: { kind: { $in: scheduled }, dueAt: { $ne: null } },
      sort: ['kind', 'dueAt'],
      limit: scheduled.length,
      only: ['kind', 'dueAt'],
    }),
  ]);
  const oldest = due && Math.round(Math.max(0, ...due.map(({ seconds }) => seconds)));
  const failures = failedJobs.map(({ id, kind, endedAt, lastError }) => ({
    ...{ id, kind, at: endedAt ?? null, reason: lastError ?? null },
  }));
  const since = fromNow(-failurePeriod).toISOString();
  const trouble = [
    ...(failures.some(({ at }) => at !== null && at > since) ? ['Jobs failed for good in the last 7 days'] : []),
    ...(oldest !== null && oldest > maxDueSeconds ? ['A job has been due for more than ten minutes'] : []),
    ...loops.filter(({ isLate }) => isLate).map(({ name }) => `The loop ${name} has stalled`),
  ];
  return {
    ...(trouble.length > 0 ? attentionStatus(trouble.join('. ')) : okStatus('Background jobs are running normally')),
    ...{ waiting, running, failed, oldest, failures },
    schedules: next.flatMap(({ kind, dueAt }) => (dueAt ? [{ kind, next: dueAt }] : [])),
  };
}

/** Status of one part of the product: whether it needs attention, and why. */
export interface PartStatus {
  state: 'ok' | 'attention';
  message: string;
}

export const okStatus = (message: string): PartStatus => ({ state: 'ok', message });
export const attentionStatus = (message: string): PartStatus => ({ state: 'attention', message });
