import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { now } from '../../platform/clock/clock.ts';
import type { BackupConfig, Config } from '../../platform/config/config.ts';
import { type JobKind, type ReportProgress, transactionTimeout } from '../jobs/kind.ts';
import { storeOf } from '../store/store.ts';
import { makeVerifiedBackup, partSuffix } from './make-backup.ts';
import { backupName, scheduledSuffix } from './manifest.ts';

/** How often a running backup renews its claim; milliseconds. */
const reportInterval = 1_000;

/** Background job for scheduled backups. One process per database makes them, of those with BACKUP_DIR. */
export function scheduledBackupJob({ backups, secretKey }: Config, log: FastifyBaseLogger): JobKind<'backup'> {
  return {
    name: 'backup',
    pollInterval: 60_000,
    lease: 2 * transactionTimeout,
    longestWait: transactionTimeout,
    isOff: backups === null,
    ...(backups ? { schedule: backups.every } : {}),
    cancelableIn: ['waiting', 'running'],
    async work(_job, reportProgress) {
      if (!backups) throw new Error('This process has no BACKUP_DIR');
      const file = await makeScheduledBackup({ backups, secretKey, reportProgress });
      const deleted = await deleteOldBackups(backups);
      log.info({ file, deleted }, 'backup made and verified');
    },
  };
}

/**
 * Seconds since the last verified scheduled backup, or since these were turned on. Null if they never were or were
 * canceled, or if the database does not answer within a second.
 */
export async function scheduledBackupAge(): Promise<number | null> {
  const query = storeOf('Job').findOne({ kind: 'backup', status: { $in: ['waiting', 'running'] } });
  const job = await Promise.race([query.catch(() => null), after(1_000, null, { ref: false })]);
  return job ? (now().getTime() - Date.parse(job.endedAt ?? job.createdAt)) / 1_000 : null;
}

/** Makes a verified backup and returns its path. */
async function makeScheduledBackup(request: {
  backups: BackupConfig;
  secretKey: string;
  reportProgress: ReportProgress;
}): Promise<string> {
  const { backups, secretKey, reportProgress } = request;
  const file = join(backups.folder, backupName(scheduledSuffix));
  await removeParts(backups);
  let reportedAt = performance.now();
  let steps = 0;
  const onStep = async () => {
    steps += 1;
    if (performance.now() - reportedAt < reportInterval) return;
    reportedAt = performance.now();
    await reportProgress(steps);
  };
  await makeVerifiedBackup({
    ...{ file, secretKey, onStep, report: () => undefined, signal: new AbortController().signal },
    // A worker that lost its claim must not add a backup.
    beforeName: () => reportProgress(steps),
  });
  return file;
}

/** Removes what killed processes left behind. */
async function removeParts({ folder }: BackupConfig): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((each) => each.endsWith(scheduledSuffix + partSuffix)))
    await rm(join(folder, name), { force: true });
}

/** Deletes the oldest scheduled backups beyond BACKUP_KEEP, and never one made by command. Returns their names. */
async function deleteOldBackups({ folder, retained }: BackupConfig): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(scheduledSuffix)).toSorted();
  const old = names.slice(0, Math.max(0, names.length - retained));
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}
