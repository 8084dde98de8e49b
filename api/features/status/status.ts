import { readFile, statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import mongoose from 'mongoose';
import { sizeInWords } from '#schemas/texts/size-in-words.ts';
import type { JobKinds } from '../../engine/jobs/kind.ts';
import type { Loops } from '../../engine/jobs/loops.ts';
import { mailBacklog } from '../../engine/mail/backlog.ts';
import { storeOf } from '../../engine/store/store.ts';
import { now } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { FailedRequest, FailedRequestLog } from '../../platform/errors/failed-requests.ts';
import { type DatabaseStatus, databaseStatus, type SchemaStatus, schemaStatus } from './database.ts';
import { type JobsStatus, jobsStatus } from './jobs.ts';
import { memoizeQuery } from './memoize-query.ts';
import { good, needsAttention, type PartStatus } from './part-status.ts';

interface MailStatus extends PartStatus {
  waiting: number | null;
  failed: number | null;
  goes: 'smtp' | 'files';
  lastFailure: { id: string; at: string; reason: string | null } | null;
}

export interface SystemStatus {
  at: string;
  database: DatabaseStatus;
  schema: SchemaStatus;
  jobs: JobsStatus;
  mail: MailStatus;
  storage: StorageStatus;
  errors: PartStatus & { requests: FailedRequest[] };
  versions: { product: string; node: string; mongodb: string | null; migration: string | null; since: string };
}

export interface StatusSources {
  config: Config;
  kinds: JobKinds;
  loops: Loops;
  failed: FailedRequestLog;
}

/** An error younger than this needs attention; milliseconds. */
const recent = 3_600_000;

/** The status of all parts of the product, for administrators. */
export async function loadStatus({ config, kinds, loops, failed }: StatusSources): Promise<SystemStatus> {
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
      ? needsAttention('Mail failed for good after three days')
      : good(waiting ? 'Mail is being sent' : 'All mail is sent')),
    ...{ waiting, failed, goes: smtpUrl === undefined ? ('files' as const) : ('smtp' as const) },
    lastFailure: last ? { id: last.id, at: last.endedAt ?? last.updatedAt, reason: last.lastError ?? null } : null,
  };
}

function errorsOf(requests: FailedRequest[], at: Date): PartStatus & { requests: FailedRequest[] } {
  const isRecent = requests.some((failed) => at.getTime() - Date.parse(failed.at) < recent);
  return {
    ...(isRecent
      ? needsAttention('Requests to this process failed in the last hour; see the log')
      : good('No request to this process failed in the last hour')),
    requests,
  };
}

interface StorageStatus extends PartStatus {
  kind: Config['fileStore'];
  files: number;
  /** Size of the files in the database; null when it does not answer. The size of a bucket is unknown. */
  bytes: number | null;
  /** The disk under DATA_DIR, if the embedded database writes there. */
  disk: { free: number; size: number } | null;
}

/** Below this free space the disk is almost full: bytes, and share of the disk. */
const minFree = { bytes: 2 ** 30, share: 0.05 };

/** File storage status: where files are stored and whether there is free space. */
async function storageStatus({ fileStore, embedded, dataDir }: Config): Promise<StorageStatus> {
  const [files, { bytes }, disk] = await Promise.all([
    storeOf('File').count({}, 10_000),
    stored(),
    embedded ? roomOf(dataDir) : null,
  ]);
  const isTight = disk !== null && (disk.free < minFree.bytes || disk.free < minFree.share * disk.size);
  return {
    ...(isTight
      ? needsAttention(
          `Only ${sizeInWords(disk.free)} of disk space are free: the database stops when the disk is full`,
        )
      : good(
          disk
            ? 'There is enough disk space'
            : 'Files and data are stored on other systems, whose free space is unknown',
        )),
    ...{ kind: fileStore, files, bytes, disk },
  };
}

async function roomOf(folder: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
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
