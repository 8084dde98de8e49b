import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mongo } from 'mongoose';
import { expect, onTestFinished, test } from 'vitest';
import { cacheFolder } from '#api/platform/config/config.ts';
import { findMongod } from '#api/platform/mongod/find.ts';
import { freePort, startMongod } from '#api/platform/mongod/start.ts';
import { callerOf } from '#tests/product/call.ts';
import { callersOf } from '#tests/product/callers.ts';
import { newDataDir, removeDataDir, spawnProduct, startProduct } from '#tests/product/product.ts';
import { pollUntil } from '#tests/product/until.ts';

// README, Run it, Upgrade, with several processes. A newer version is represented by what it writes to the database, since
// only this version can be started here.

const report = () => undefined;

/** A database with its collections, apart from the processes that are stopped. */
async function startDatabase() {
  const folder = await newDataDir();
  const configured = process.env.MONGOD_BINARY;
  const binary = await findMongod({ configured, cacheFolder: cacheFolder(process.env), report });
  const database = await startMongod({ binary, folder, report });
  const uri = database.uri('versions');
  const client = await mongo.MongoClient.connect(uri);
  onTestFinished(async () => {
    await client.close();
    await database.stop();
    await removeDataDir(folder);
  });
  return { uri, db: client.db() };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('processes of an older version run beside a newer one until it announces a migration that they cannot work with', async () => {
  const { uri, db } = await startDatabase();
  const environment = { MONGODB_URI: uri, SECRET_KEY: randomBytes(32).toString('hex'), DEMO: 'off' };
  const folders = [await newDataDir(), await newDataDir()];
  const [dataDir = '', other = ''] = folders;
  onTestFinished(async () => {
    for (const folder of folders) await removeDataDir(folder);
  });
  const start = (folder: string, port: number) => spawnProduct({ dataDir: folder, port, environment });
  const first = await startProduct({ dataDir, environment });
  onTestFinished(() => first.kill());
  const { admin } = await callersOf({ call: callerOf(first.url), dataDir });
  const write = () => admin.call({ method: 'POST', path: '/api/entities', body: { name: 'Agency' } });

  const migrations = db.collection<{ _id: string; at: Date; olderVersions: string }>('schema_migrations');
  await migrations.insertOne({ _id: '9998-compatible', at: new Date(), olderVersions: 'continue' });
  const second = await startProduct({ dataDir: other, environment });
  onTestFinished(() => second.kill());
  // The second process starts after it, and takes longer than several turns of the watch of the first one.
  expect((await write()).status).toBe(201);
  expect(await second.stop()).toBe(0);

  const exited = pollUntil({ label: 'the old process to exit', seconds: 30 }, () =>
    first.output().includes('exiting: a newer version') ? true : undefined,
  );
  const locks = db.collection<{ _id: string; holder: string; until: Date; announced: string[] }>('start_locks');
  const until = new Date(Date.now() + 60_000);
  await locks.insertOne({ _id: 'start', holder: 'newer', until, announced: ['9999-incompatible'] });
  await exited;
  const rejected = await write();
  expect(rejected).toMatchObject({
    status: 503,
    body: { code: 'APPLICATION_ERROR', reason: 'This process is being replaced by a newer version; try again' },
  });
  expect(rejected.headers.get('retry-after')).toBe('5');
  expect((await admin.call({ path: '/api/entities' })).status).toBe(200);
  const readiness = await fetch(`${first.url}/api/readyz`);
  expect([readiness.status, await readiness.json()]).toEqual([503, { status: 'stopping' }]);
  // It still answers for its drain, and then exits by itself.
  await pollUntil({ label: 'the old process to stop', seconds: 30 }, () => (isRunning(first.pid) ? undefined : true));
  expect(await first.stop()).toBe(0);
  expect(first.output()).toContain('9999-incompatible');

  await migrations.insertOne({ _id: '9999-incompatible', at: new Date(), olderVersions: 'stop' });
  await locks.deleteMany({});
  const late = start(dataDir, await freePort());
  const [code] = await once(late.process, 'close');
  expect([code, late.output()]).toEqual([1, expect.stringContaining('it has the migrations 9999-incompatible, but')]);
}, 120_000);
