import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { restoreBackup } from '#api/engine/backup/restore-backup.ts';
import { runNow } from '#api/engine/jobs/queue.ts';
import { storeOf } from '#api/engine/store/store.ts';
import type { Job } from '#schemas/generated/types.ts';
import { aClient } from './factories.ts';
import { type Api, startApi } from './server.ts';

const token = 'the token of the tests';
const scheduled = /^\d{4}-\d\d-\d\dT.*\.scheduled\.order-portal\.tar$/;
let folder: string;
let api: Api;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-backups-'));
  api = await startApi({ BACKUP_DIR: folder, BACKUP_EVERY: '6h', BACKUP_KEEP: '2', METRICS_TOKEN: token });
});
afterAll(async () => {
  await api?.close();
  await rm(folder, { recursive: true, force: true });
});

const scheduledBackups = async () => (await readdir(folder)).filter((name) => scheduled.test(name)).toSorted();

/** The job after an attempt that began later than another one ended. */
async function jobWhen(isReached: (job: Job) => boolean): Promise<Job> {
  const find = () => storeOf('Job').findOne({ kind: 'backup' });
  await expect.poll(async () => isReached((await find()) ?? raise()), { timeout: 20_000 }).toBe(true);
  return (await find()) ?? raise();
}

function raise(): never {
  throw new Error('There is no backup job');
}

/** Makes the job due now; resolves when a backup has been made. */
async function makeBackupNow(): Promise<Job> {
  const before = await jobWhen(({ status, endedAt }) => status === 'waiting' && endedAt !== null);
  await runNow(before);
  return await jobWhen(({ status, endedAt }) => status === 'waiting' && endedAt !== before.endedAt);
}

it('the first backup is made at once, and the next ones by the UTC clock', async () => {
  const { dueAt } = await jobWhen(({ endedAt }) => endedAt !== null);
  expect(await scheduledBackups()).toHaveLength(1);
  expect(await readdir(folder)).toHaveLength(1);
  expect(dueAt).toMatch(/T(00|06|12|18):00:00\.000Z$/);
  expect(Date.parse(dueAt ?? '') - Date.now()).toBeLessThanOrEqual(6 * 3_600_000);
});

it('the metrics have the age of the last backup and its interval', async () => {
  const headers = { authorization: `Bearer ${token}` };
  const lines = String((await api.call({ path: '/api/metrics', headers })).body).split('\n');
  expect(lines).toContain('portal_backup_interval_seconds 21600');
  expect(lines).toContainEqual(expect.stringMatching(/^portal_backup_age_seconds \d?\d(\.\d+)?$/));
  expect(lines).toContainEqual(expect.stringMatching(/^portal_disk_free_bytes\{disk="backups"\} [1-9]/));
});

it('the oldest scheduled backups beyond BACKUP_KEEP are deleted, never those made by command or half-written ones counted', async () => {
  const [first = ''] = await scheduledBackups();
  await copyFile(join(folder, first), join(folder, '2020-01-01T00-00-00.000Z.order-portal.tar'));
  await writeFile(join(folder, '2999-01-01T00-00-00.000Z.scheduled.order-portal.tar.part'), 'half');
  await makeBackupNow();
  expect(await scheduledBackups()).toHaveLength(2);
  await makeBackupNow();
  const names = await readdir(folder);
  expect(names).toContain('2020-01-01T00-00-00.000Z.order-portal.tar');
  expect(names).not.toContain(first);
  expect(names).toHaveLength(3);
});

it('a backup that fails leaves the earlier ones, and its reason is at the job', async () => {
  const before = await readdir(folder);
  const lost = await storeOf('File').insert({
    ...{ name: 'lost.txt', size: 4, mimeType: 'text/plain' },
    storage: [{ type: 'gridfs', location: 'f'.repeat(24) }],
  });
  const job = await jobWhen(({ status }) => status === 'waiting');
  await runNow(job);
  const failed = await jobWhen(({ lastError, status }) => lastError !== undefined && status === 'waiting');
  expect(failed.lastError).toMatch(/'lost\.txt'.* cannot be read .*it was not written/);
  expect(failed.endedAt).toBe(job.endedAt);
  expect(await readdir(folder)).toEqual(before);
  await storeOf('File').delete({ _id: lost.id });
});

it('a scheduled backup restores the records, without the job that made it', async () => {
  const { id } = await aClient(api);
  await jobWhen(({ status }) => status === 'waiting');
  await makeBackupNow();
  const newest = (await scheduledBackups()).at(-1) ?? '';
  await api.app.close();
  await mongoose.connection.dropDatabase();
  await restoreBackup({
    ...{ file: join(folder, newest), secretKeys: api.config.secretKeys, isKeyLost: false, storage: 'gridfs' },
    ...{ report: () => undefined, signal: new AbortController().signal },
  });
  expect(await storeOf('Client').findOne({ _id: id })).toMatchObject({ id });
  expect(await storeOf('Job').count({ kind: 'backup' })).toBe(0);
  expect(await storeOf('Job').count({ kind: 'fileCollection' })).toBe(1);
});
