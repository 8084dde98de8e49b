import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownIdentity } from './identity.ts';
import { acquireLock, type FileLock, LockedError } from './lock.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-lock-'));
  file = join(folder, 'a.lock');
});

afterEach(() => rmSync(folder, { recursive: true }));

const take = (patience = 0): Promise<FileLock> => acquireLock({ file, patience: () => patience });

function leftBehindBy(holder: unknown): void {
  writeFileSync(file, typeof holder === 'string' ? holder : JSON.stringify(holder));
}

test("acquireLock rejects with the holder's pid if a living process holds the lock", async () => {
  await take();
  await expect(take()).rejects.toThrow(LockedError);
  await expect(take()).rejects.toMatchObject({ holder: { pid: process.pid, isEnding: false } });
});

test('acquireLock succeeds after the lock was released', async () => {
  (await take()).release();
  expect(existsSync(file)).toBe(false);
  await take();
});

test('acquireLock with patience gets the lock as soon as it is released', async () => {
  const first = await take();
  const second = take(10_000);
  first.release();
  await expect(second).resolves.toBeDefined();
});

test('acquireLock reports that the holder is ending', async () => {
  (await take()).markEnding();
  await expect(take()).rejects.toMatchObject({ holder: { isEnding: true } });
});

test.each([
  ['a process that has ended', { pid: 2 ** 22 - 1, since: 'then' }],
  ['another process whose pid was reused', { pid: process.pid, since: 'another time' }],
  ['a power cut', ''],
  ['another program', '{"what": "is this"}'],
])('acquireLock takes over a lock left behind by %s', async (_who, holder) => {
  leftBehindBy(holder);
  await take();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject(ownIdentity());
});

test('acquireLock gives the lock to only one of many concurrent callers', async () => {
  leftBehindBy({ pid: 2 ** 22 - 1, since: 'then' });
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => take()));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('acquireLock rejects for a missing folder instead of waiting', async () => {
  await expect(acquireLock({ file: join(folder, 'none', 'a.lock'), patience: () => 60_000 })).rejects.toThrow('ENOENT');
});
