import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { now } from '../clock/clock.ts';
import type { FailedRequest, FailedRequestLog } from '../errors/failed-requests.ts';
import type { Config } from '../host/config/config.ts';
import type { JobKinds } from '../jobs/kind.ts';
import type { Loops } from '../jobs/loops.ts';
import { mailBacklog } from '../mail/backlog.ts';
import { storeOf } from '../store/store.ts';
import { type DatabaseStatus, databaseStatus, type SchemaStatus, schemaStatus } from './database.ts';
import { type JobsStatus, jobsStatus } from './jobs.ts';
import { good, needsAttention, type PartStatus } from './part-status.ts';
import { type StorageStatus, storageStatus } from './storage.ts';

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

/** package.json is two folders up, both from the source and from the build (`dist/api`). */
async function ownVersion(): Promise<string> {
  return String(JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8')).version);
}

async function mailStatus({ smtpUrl }: Config): Promise<MailStatus> {
  const [backlog, [last]] = await Promise.all([
    mailBacklog(),
    storeOf('Job').find({ filter: { kind: 'mail', status: 'failed' }, sort: ['-createdAt'], limit: 1 }),
  ]);
  const { waiting, failed } = backlog ?? { waiting: null, failed: null };
  return {
    ...(failed
      ? needsAttention('Mail was given up after three days')
      : good(waiting ? 'Mail is on its way' : 'All mail is sent')),
    ...{ waiting, failed, goes: smtpUrl === undefined ? ('files' as const) : ('smtp' as const) },
    lastFailure: last ? { id: last.id, at: last.endedAt ?? last.updatedAt, reason: last.lastError ?? null } : null,
  };
}

function errorsOf(requests: FailedRequest[], at: Date): PartStatus & { requests: FailedRequest[] } {
  const isRecent = requests.some((failed) => at.getTime() - Date.parse(failed.at) < recent);
  return {
    ...(isRecent
      ? needsAttention('Requests failed here in the last hour; the log tells why')
      : good('No request failed here in the last hour')),
    requests,
  };
}
