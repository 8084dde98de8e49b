import { randomBytes } from 'node:crypto';
import { mongo } from 'mongoose';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { cacheFolder } from '#api/platform/config/config.ts';
import { findMongod } from '#api/platform/mongod/find.ts';
import { freePort, startMongod } from '#api/platform/mongod/start.ts';
import { callerOf } from '#tests/product/call.ts';
import { callersOf } from '#tests/product/callers.ts';
import { messagesTo, openMailbox } from '#tests/product/mail.ts';
import { newDataDir, removeDataDir, spawnProduct, startProduct } from '#tests/product/product.ts';
import { metricsToken, readinessOf } from '#tests/product/readiness.ts';
import { pollUntil } from '#tests/product/until.ts';

let folders: string[];
beforeEach(async () => {
  folders = [await newDataDir(), await newDataDir(), await newDataDir()];
});
afterEach(async () => {
  for (const folder of folders) await removeDataDir(folder);
});

const report = () => undefined;
const address = 'admin@example.com';

test('a process that only runs jobs sends the mail enqueued by a process without jobs, and listens on no port', async () => {
  const [data = '', ofServing = '', ofWorking = ''] = folders;
  const binary = await findMongod({
    configured: process.env.MONGOD_BINARY,
    cacheFolder: cacheFolder(process.env),
    report,
  });
  const database = await startMongod({ binary, folder: data, report });
  onTestFinished(() => database.stop());
  const shared = { MONGODB_URI: database.uri('jobs'), SECRET_KEY: randomBytes(32).toString('hex'), DEMO: 'off' };

  const serving = await startProduct({
    dataDir: ofServing,
    environment: { ...shared, JOBS: 'off', METRICS_TOKEN: metricsToken },
  });
  onTestFinished(() => serving.kill());
  const response = await callerOf(serving.url)({ method: 'POST', path: '/api/auth/magic', body: { key: address } });
  expect(response.status).toBe(200);
  expect(await readinessOf(serving.url)).toMatchObject({ status: 'ready', loops: [], mail: { waiting: 1 } });

  const mailbox = await openMailbox(ofWorking, address);
  const port = await freePort();
  const working = spawnProduct({ dataDir: ofWorking, port, environment: { ...shared, JOBS: 'only' } });
  onTestFinished(() => working.kill());
  expect((await mailbox.next()).subject).toBe('Your sign-in link');
  expect(await messagesTo(ofServing, address)).toEqual([]);
  await pollUntil({ label: 'nothing to wait', seconds: 5 }, async () =>
    (await readinessOf(serving.url)).mail?.waiting === 0 ? true : undefined,
  );
  // The process with jobs also seals the audit entries that the other process writes.
  const { admin } = await callersOf({ call: callerOf(serving.url), dataDir: ofWorking });
  await admin.create('Entity', { name: 'Agency' });
  const client = await mongo.MongoClient.connect(database.uri('jobs'));
  onTestFinished(() => client.close());
  const entries = client.db().collection('audit_log');
  await pollUntil({ label: 'the audit log to be sealed', seconds: 10 }, async () =>
    (await entries.countDocuments({ sequence: null })) === 0 ? true : undefined,
  );
  expect(await entries.countDocuments({ sequence: { $gt: 0 } })).toBeGreaterThan(0);
  await expect(fetch(`http://127.0.0.1:${port}/api/healthz`)).rejects.toThrow('fetch failed');
  expect(working.output()).toContain('This process runs background jobs and does not serve requests');
  expect(await working.stop()).toBe(0);
  expect(await serving.stop()).toBe(0);
});
