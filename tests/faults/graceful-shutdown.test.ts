import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '#api/platform/mongod/start.ts';
import { newDataDir, type Product, removeDataDir, spawnProduct, startProduct } from '#tests/product/product.ts';
import { pollUntil } from '#tests/product/until.ts';
import { isNightly, sweepSample } from '#tests/runner/sweep.ts';
import { databaseServerOf, hasOpenedData, wasShutDownCleanly } from './database-server.ts';
import { beginRequest } from './slow-request.ts';

let dataDir: string;
const environment = { DEMO: 'off' };

beforeEach(async () => {
  dataDir = await newDataDir();
});

afterEach(() => removeDataDir(dataDir));

/** Resolves when the product accepts no new connections. */
function untilClosed({ url }: Product): Promise<true> {
  return pollUntil({ label: `${url} to close`, seconds: 10 }, () =>
    fetch(`${url}/api/healthz`).then(
      () => undefined,
      () => true as const,
    ),
  );
}

function untilReady(url: string): Promise<true> {
  return pollUntil({ label: `${url} to be ready`, seconds: 60 }, async () => {
    const answer = await fetch(`${url}/api/readyz`).catch(() => undefined);
    return answer?.status === 200 || undefined;
  });
}

function untilEnded(isRunning: () => boolean): Promise<true> {
  return pollUntil({ label: 'the process to end', seconds: 20 }, () => (isRunning() ? undefined : true));
}

test('SIGTERM waits for the requests in flight, then shuts the database down cleanly', async () => {
  const product = await startProduct({ dataDir, environment });
  const database = await databaseServerOf(dataDir);
  const request = await beginRequest(product.url);
  const stopped = product.stop();
  await untilClosed(product);
  expect(database.isRunning()).toBe(true);
  expect(await request.finish()).toBe('HTTP/1.1 200 OK');
  expect(await stopped).toBe(0);
  expect(database.isRunning()).toBe(false);
  expect(await wasShutDownCleanly(dataDir)).toBe(true);
  expect(existsSync(join(dataDir, 'portal.pid'))).toBe(false);
});

// `npm test` has the default in api/platform/config/config.test.ts, and signals in api/platform/process/shutdown.test.ts.
if (isNightly())
  test.each([
    ['SIGTERM', 'serves requests for 5 s while it is not ready', 503],
    ['SIGINT', 'stops at once', undefined],
  ] as const)('on %s a product with the default DRAIN_SECONDS %s', async (signal, _rule, status) => {
    const product = spawnProduct({
      dataDir,
      port: await freePort(),
      environment: { ...environment, DRAIN_SECONDS: '' },
    });
    await untilReady(product.url);
    const ended = once(product.process, 'exit');
    const statusOf = (path: string) =>
      fetch(`${product.url}${path}`).then(
        (answer) => answer.status,
        () => undefined,
      );
    product.process.kill(signal);
    await expect.poll(() => statusOf('/api/readyz')).toBe(status);
    if (status !== undefined) expect(await statusOf('/api/healthz')).toBe(200);
    expect(await ended).toEqual([0, null]);
    expect(product.output().includes('serving for 5 s before the shutdown')).toBe(status !== undefined);
  });

// `npm test` has repeated signals in api/platform/process/shutdown.test.ts.
if (isNightly())
  test('a second signal stops the product at once, and its database still shuts down cleanly', async () => {
    const product = await startProduct({ dataDir, environment });
    const database = await databaseServerOf(dataDir);
    const request = await beginRequest(product.url);
    const stopped = product.stop();
    await untilClosed(product);
    // The product ignores a repeated signal within half a second (npm forwards it), so send it until it takes effect.
    const again = setInterval(() => process.kill(product.pid, 'SIGTERM'), 50);
    expect(await stopped.finally(() => clearInterval(again))).toBe(1);
    request.abandon();
    await untilEnded(database.isRunning);
    expect(await wasShutDownCleanly(dataDir)).toBe(true);
  });

// `npm test` has the wait for a lock in api/platform/process/lock.test.ts.
if (isNightly())
  test('a start waits for an earlier product that is still shutting down', async () => {
    const first = await startProduct({ dataDir, environment });
    const request = await beginRequest(first.url);
    const stopped = first.stop();
    await untilClosed(first);
    const second = spawnProduct({ dataDir, port: await freePort(), environment });
    await pollUntil(
      { label: 'the second start to wait', seconds: 20 },
      () => second.output().includes(`process (${first.pid})`) || undefined,
    );
    expect(await request.finish()).toBe('HTTP/1.1 200 OK');
    expect(await stopped).toBe(0);
    await untilReady(second.url);
    expect(await second.stop()).toBe(0);
  });

// `npm test` has the signals after the start.
if (isNightly())
  test('a signal during startup leaves no process behind, and the next start succeeds', async () => {
    const product = spawnProduct({ dataDir, port: await freePort(), environment });
    const database = await pollUntil({ label: 'the database to be opened', seconds: 20 }, async () =>
      (await hasOpenedData(dataDir)) ? databaseServerOf(dataDir) : undefined,
    );
    expect(await product.stop()).toBe(0);
    expect(database.isRunning()).toBe(false);
    // A mongod that has not opened its files yet needs no clean shutdown.
    const next = await startProduct({ dataDir, environment });
    expect(await next.stop()).toBe(0);
    expect(await wasShutDownCleanly(dataDir)).toBe(true);
  });

test.each(sweepSample(['SIGINT', 'SIGTERM'] as const, 2))(
  '%s to the process group of `npm start` shuts the product down gracefully',
  async (signal) => {
    const port = await freePort();
    const npm = spawn('npm', ['start'], {
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, ...environment, DRAIN_SECONDS: '0', DATA_DIR: dataDir, PORT: String(port) },
    });
    const ended = once(npm, 'exit');
    await pollUntil({ label: 'the product to be ready', seconds: 60 }, async () => {
      const answer = await fetch(`http://localhost:${port}/api/readyz`).catch(() => undefined);
      return answer?.status === 200 || undefined;
    });
    const database = await databaseServerOf(dataDir);
    process.kill(-Number(npm.pid), signal);
    await ended;
    await pollUntil(
      { label: 'the product to end', seconds: 20 },
      () => !existsSync(join(dataDir, 'portal.pid')) || undefined,
    );
    expect(database.isRunning()).toBe(false);
    expect(await wasShutDownCleanly(dataDir)).toBe(true);
  },
);
