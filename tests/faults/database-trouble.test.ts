import { existsSync } from 'node:fs';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cacheFolder } from '#api/platform/config/config.ts';
import { findMongod } from '#api/platform/mongod/find.ts';
import { type ApiCall, type ApiResponse, callerOf } from '#tests/product/call.ts';
import { type ApiCallers, callersOf } from '#tests/product/callers.ts';
import { newDataDir, type Product, type ProductOptions, removeDataDir, startProduct } from '#tests/product/product.ts';
import { pollUntil } from '#tests/product/until.ts';
import { isNightly } from '#tests/runner/sweep.ts';
import { databaseServerOf } from './database-server.ts';
import { fillDisk, pathInNamespaceOf, wrapWithSmallDisk } from './small-disk.ts';

let dataDir: string;
let product: Product;
let people: ApiCallers;

beforeEach(async () => {
  dataDir = await newDataDir();
});

afterEach(async () => {
  await product.stop();
  await removeDataDir(dataDir);
});

async function start(options: Partial<ProductOptions> = {}, folder = () => dataDir): Promise<void> {
  const { environment, ...rest } = options;
  product = await startProduct({ dataDir, environment: { DEMO: 'off', ...environment }, ...rest });
  people = await callersOf({ call: callerOf(product.url), dataDir: folder() });
}

type Timed = ApiResponse & { milliseconds: number };

async function timed(request: ApiCall): Promise<Timed> {
  const began = performance.now();
  const answer = await people.admin.call(request);
  return { ...answer, milliseconds: performance.now() - began };
}

const unavailable = {
  status: 503,
  body: { code: 'DATABASE_ERROR', error: 'Database error', reason: 'The database is not responding; try again' },
};
const readiness = async () => (await fetch(`${product.url}/api/readyz`)).status;
const untilReadiness = (status: number, seconds: number) =>
  pollUntil({ label: `readyz to be ${status}`, seconds }, async () =>
    (await readiness()) === status ? true : undefined,
  );
const expectNoGiveUpAdvice = () => expect(product.output()).not.toMatch(/damaged|empty (one|database)|move it away/);

test('a hung database is detected within seconds: pending and new requests get 503, and it recovers', async () => {
  await start();
  const { admin } = people;
  const entity = await admin.create('Entity', { name: 'Kept' });
  const path = `/api/entities/${entity.id}`;
  const { pid } = await databaseServerOf(dataDir);
  process.kill(pid, 'SIGSTOP');
  const waiting = await Promise.all([
    timed({ path }),
    timed({ path: '/api/orders?limit=5' }),
    timed({ method: 'PATCH', path, body: { name: 'Changed' } }),
    timed({ method: 'POST', path: '/api/auth/magic', body: { key: 'admin@example.com' } }),
  ]);
  for (const answer of waiting) {
    expect(answer).toMatchObject(unavailable);
    expect(answer.milliseconds).toBeLessThan(10_000);
  }
  expect(await readiness()).toBe(503);
  const next = await timed({ path });
  expect(next).toMatchObject(unavailable);
  expect(Number(next.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(next.milliseconds).toBeLessThan(1_000);
  process.kill(pid, 'SIGCONT');
  await untilReadiness(200, 20);
  expect(await admin.read('Entity', entity.id)).toMatchObject({ id: entity.id });
  expect((await databaseServerOf(dataDir)).pid).toBe(pid);
});

// `npm test` has the recovery itself in crash.test.ts.
if (isNightly())
  test('a killed database server is logged with its signal and the end of its own log', async () => {
    await start();
    process.kill((await databaseServerOf(dataDir)).pid, 'SIGKILL');
    await untilReadiness(503, 10);
    await untilReadiness(200, 60);
    expect(product.output()).toMatch(/mongod was killed \(SIGKILL\).*end of its log .*mongod\.log: \S/);
    expectNoGiveUpAdvice();
  });

// `npm test` has restarts on intact data in crash.test.ts.
if (isNightly())
  test('a database whose files were deleted is not replaced by an empty one: the log says so, and calls get 503', async () => {
    await start();
    const { pid } = await databaseServerOf(dataDir);
    await rm(join(dataDir, 'db'), { recursive: true });
    process.kill(pid, 'SIGKILL');
    await untilReadiness(503, 10);
    const line = `The database in ${join(dataDir, 'db')} was deleted, or its disk is not mounted any more`;
    await pollUntil(
      { label: 'the log entry', seconds: 20 },
      () => product.output().split(line).length > 2 || undefined,
    );
    expect(await timed({ path: '/api/users/me' })).toMatchObject(unavailable);
    expect(existsSync(join(dataDir, 'db', 'journal'))).toBe(false);
    expect(await product.stop()).toBe(0);
  });

// Waits half a minute. `npm test` has a restart in crash.test.ts, and the responses meanwhile above.
if (isNightly())
  test('a slow restart of the database server is awaited, and calls are answered meanwhile', async () => {
    const gate = join(dataDir, 'gate');
    const slow = join(dataDir, 'slow-mongod');
    const { path } = await findMongod({
      configured: process.env.MONGOD_BINARY,
      cacheFolder: cacheFolder(process.env),
      report: () => undefined,
    });
    await writeFile(
      slow,
      `#!/bin/sh\nwhile [ -e '${gate}' ] && [ "$1" != --version ]; do sleep 0.1; done\nexec '${path}' "$@"\n`,
    );
    await chmod(slow, 0o755);
    await start({ environment: { MONGOD_BINARY: slow } });
    await writeFile(gate, '');
    process.kill((await databaseServerOf(dataDir)).pid, 'SIGKILL');
    await untilReadiness(503, 10);
    await pollUntil({ label: 'the product to say that it waits', seconds: 40 }, async () => {
      const answer = await timed({ path: '/api/users/me' });
      expect(answer).toMatchObject(unavailable);
      expect(answer.milliseconds).toBeLessThan(2_000);
      return product.output().includes('is still opening its files; waiting for it') || undefined;
    });
    await rm(gate);
    await untilReadiness(200, 60);
    expect((await timed({ path: '/api/users/me' })).status).toBe(200);
    expectNoGiveUpAdvice();
    expect(await product.stop()).toBe(0);
  });

// Waits two minutes. `npm test` has a read-only disk in read-only-disk.test.ts.
if (isNightly())
  test('a full disk is logged with its free space, calls get 503 meanwhile, and the database recovers once there is room', async () => {
    const within = wrapWithSmallDisk(dataDir, 700);
    await start({ within }, () => pathInNamespaceOf(product.pid, dataDir));
    const folder = pathInNamespaceOf(product.pid, dataDir);
    const entity = await people.admin.create('Entity', { name: 'Kept' });
    const filler = await fillDisk(folder);
    await pollUntil({ label: 'the full disk to be noticed', seconds: 100 }, async () => {
      const written = await people.admin.call({
        method: 'POST',
        path: '/api/forms',
        body: {
          name: 'Form',
          formSchema: { version: 1, root: { type: 'container', id: 'root', config: { layout: [] } } },
        },
      });
      expect([201, 503]).toContain(written.status);
      return written.status === 503 || undefined;
    });
    await pollUntil(
      { label: 'the log entry of the full disk', seconds: 60 },
      () =>
        new RegExp(`The disk of ${dataDir} is full: \\d+ MiB are free\\. Free up space`).test(product.output()) ||
        undefined,
    );
    expect(await readiness()).toBe(503);
    expect(await timed({ path: `/api/entities/${entity.id}` })).toMatchObject(unavailable);
    await filler.remove();
    await untilReadiness(200, 90);
    expect(await people.admin.read('Entity', entity.id)).toMatchObject({ name: 'Kept' });
    expectNoGiveUpAdvice();
  });
