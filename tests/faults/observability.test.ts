import { mongo } from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadOrCreateSecret } from '#api/platform/config/config.ts';
import { runningDatabaseUri } from '#api/platform/database/running.ts';
import { freePort } from '#api/platform/mongod/start.ts';
import { aDraft, anAgency } from '#tests/api/factories.ts';
import { callerOf } from '#tests/product/call.ts';
import { type ApiCallers, callersOf } from '#tests/product/callers.ts';
import { newDataDir, type Product, removeDataDir, spawnProduct, startProduct } from '#tests/product/product.ts';
import { pollUntil } from '#tests/product/until.ts';
import { databaseServerOf } from './database-server.ts';

// Observability during failures: Prometheus metrics, and traces to an unreachable collector.

const token = 'the token of the tests';
let folders: string[];
let product: Product;
let people: ApiCallers;
let environment: Record<string, string>;

beforeAll(async () => {
  folders = [await newDataDir(), await newDataDir()];
  environment = {
    ...{ DEMO: 'off', LINK_LIMIT_ADDRESS: '1000', METRICS_TOKEN: token },
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
  };
  const [dataDir = ''] = folders;
  product = await startProduct({ dataDir, environment });
  people = await callersOf({ call: callerOf(product.url), dataDir });
});
afterAll(async () => {
  const code = await product?.stop();
  for (const folder of folders) await removeDataDir(folder);
  expect(code).toBe(0);
});

/** The lines of a process's metrics. */
async function measured(url = product.url): Promise<string[]> {
  const answer = await fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  return (await answer.text()).split('\n');
}

const logged = (): Record<string, unknown>[] =>
  product
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

test('a failed request is counted by route, and the log has its reason under the request id in the response', async () => {
  const order = await aDraft(await anAgency(people));
  const other = await aDraft(await anAgency(people));
  const client = await mongo.MongoClient.connect(runningDatabaseUri(product.dataDir) ?? '');
  // No request could store this value.
  await client
    .db()
    .collection('orders')
    .updateOne({ refCode: order.refCode }, { $set: { products: 'damaged' } });
  await client.close();
  const { status, body } = await people.admin.call({ path: `/api/orders/${order.id}` });
  expect([status, body]).toMatchObject([500, { code: 'APPLICATION_ERROR', reqId: expect.any(String) }]);
  expect((await people.admin.call({ path: `/api/orders/${other.id}` })).status).toBe(200);
  const counted = 'portal_request_duration_seconds_count{method="GET",route="/api/orders/:id",status="500"} 1';
  await expect.poll(measured).toContain(counted);
  const { reqId } = Object(body);
  await expect
    .poll(() => logged().filter((line) => line.reqId === reqId))
    .toContainEqual(
      expect.objectContaining({ msg: 'request failed', err: expect.objectContaining({ stack: expect.any(String) }) }),
    );
});

test('an unreachable trace collector delays neither requests nor the shutdown, and is logged', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => people.admin.call({ path: '/api/clients' })));
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
  expect((await fetch(`${product.url}/api/readyz`)).status).toBe(200);
  await expect
    .poll(logged, { timeout: 30_000 })
    .toContainEqual(expect.objectContaining({ level: 40, msg: 'traces could not be sent' }));
});

test('metrics without a database report that and no stale values', async () => {
  expect(await measured()).toEqual(expect.arrayContaining(['portal_database_up 1', 'portal_jobs_due{kind="mail"} 0']));
  const { pid } = await databaseServerOf(product.dataDir);
  process.kill(pid, 'SIGSTOP');
  try {
    await expect.poll(measured, { timeout: 30_000 }).toContain('portal_database_up 0');
    expect((await measured()).filter((line) => /^portal_(jobs_due|mail_unsent)\{/.test(line))).toEqual([]);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await expect.poll(measured, { timeout: 30_000 }).toContain('portal_database_up 1');
});

test('a process that only runs jobs exposes metrics of its jobs, and no other route', async () => {
  const [dataDir = '', other = ''] = folders;
  const port = await freePort();
  const shared = { MONGODB_URI: runningDatabaseUri(dataDir) ?? '', SECRET_KEY: loadOrCreateSecret(dataDir) };
  const working = spawnProduct({ dataDir: other, port, environment: { ...environment, ...shared, JOBS: 'only' } });
  try {
    await pollUntil({ label: 'the process that does jobs to answer', seconds: 60 }, async () => {
      const answer = await fetch(`${working.url}/api/readyz`).catch(() => undefined);
      return answer?.status === 200 || undefined;
    });
    // Either process may take the job; eventually this one does.
    await pollUntil({ label: 'a mail to be sent there', seconds: 60 }, async () => {
      await callerOf(product.url)({ method: 'POST', path: '/api/auth/magic', body: { key: 'admin@example.com' } });
      const lines = await measured(working.url);
      return (
        lines.some((line) => /^portal_job_duration_seconds_count\{kind="mail",outcome="done"\} [1-9]/.test(line)) ||
        undefined
      );
    });
    expect((await fetch(`${working.url}/api/metrics`)).status).toBe(401);
    expect((await fetch(`${working.url}/api/orders`)).status).toBe(404);
  } finally {
    expect([await working.stop(), working.output()]).toEqual([0, expect.any(String)]);
  }
});
