import { createServer, type Server, request as send } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { loadOrCreateSecret } from '#api/platform/config/config.ts';
import { runningDatabaseUri } from '#api/platform/database/running.ts';
import { freePort } from '#api/platform/mongod/start.ts';
import { anAgency } from '#tests/api/factories.ts';
import { callerOf } from '#tests/product/call.ts';
import { callersOf } from '#tests/product/callers.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '#tests/product/product.ts';
import { pollUntil } from '#tests/product/until.ts';

/** The fewest requests that the writers send. */
const requests = 2_000;
const probeInterval = 200;

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen');
  return address.port;
}

/** A load balancer without retries: requests go in turn to the processes whose readyz answered 200 last. */
async function startBalancer(
  urls: readonly string[],
): Promise<{ url: string; ready: () => string[]; close: () => void }> {
  const ready = new Set<string>();
  const probe = async (url: string) => {
    const isReady = await fetch(`${url}/api/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) ready.add(url);
    else ready.delete(url);
  };
  const probing = setInterval(() => void Promise.all(urls.map(probe)), probeInterval);
  await Promise.all(urls.map(probe));
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    turn += 1;
    const target = [...ready][turn % ready.size];
    if (target === undefined) return outgoing.writeHead(502).end('no process is ready');
    const { method, url, headers } = incoming;
    const forwarded = send(`${target}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', (error) => outgoing.headersSent || outgoing.writeHead(502).end(error.message));
    return incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    ready: () => [...ready],
    close: () => {
      clearInterval(probing);
      server.close();
      server.closeAllConnections();
    },
  };
}

test('three processes that are restarted one by one behind a load balancer lose no request', async () => {
  const folders = await Promise.all([newDataDir(), newDataDir(), newDataDir(), newDataDir()]);
  const [databaseFolder = '', ...others] = folders;
  onTestFinished(async () => {
    for (const folder of folders) await removeDataDir(folder);
  });
  // It has the database and the jobs, and is not restarted.
  const database = await startProduct({
    dataDir: databaseFolder,
    environment: { DEMO: 'off', LINK_LIMIT_ADDRESS: '1000' },
  });
  onTestFinished(async () => void (await database.stop()));
  const people = await callersOf({ call: callerOf(database.url), dataDir: databaseFolder });
  const agency = await anAgency(people);
  const environment = {
    ...{ DEMO: 'off', JOBS: 'off', DRAIN_SECONDS: '1', PUBLIC_URL: database.url },
    ...{ MONGODB_URI: runningDatabaseUri(databaseFolder) ?? '', SECRET_KEY: loadOrCreateSecret(databaseFolder) },
  };
  const start = (dataDir: string, port: number) => startProduct({ dataDir, port, environment });
  const places: { dataDir: string; port: number; product: Product }[] = [];
  for (const dataDir of others) {
    const port = await freePort();
    places.push({ dataDir, port, product: await start(dataDir, port) });
  }
  onTestFinished(async () => {
    for (const { product } of places) await product.stop();
  });
  const balancer = await startBalancer(places.map(({ product }) => product.url));
  onTestFinished(balancer.close);

  const load = { isOver: false };
  const statuses: (number | string)[] = [];
  const call = callerOf(balancer.url);
  const { channel, client, user } = agency;
  const body = { channelId: channel.id, form: channel.orderFormId, client: client.id };
  const headers = { origin: database.url };
  const write = async () => {
    while (!load.isOver || statuses.length < requests)
      statuses.push(
        await call({ method: 'POST', path: '/api/orders', body, headers, cookies: user.cookies }).then(
          ({ status }) => status,
          (error: unknown) => String(error),
        ),
      );
  };
  const writers = [write(), write(), write(), write()];
  for (const place of places) {
    expect(await place.product.stop()).toBe(0);
    place.product = await start(place.dataDir, place.port);
    const { url } = place.product;
    await pollUntil(
      { label: `${url} in the balancer`, seconds: 20 },
      async () => balancer.ready().includes(url) || undefined,
    );
  }
  load.isOver = true;
  await Promise.all(writers);
  expect(statuses.length).toBeGreaterThanOrEqual(requests);
  expect(statuses.filter((status) => status !== 201)).toEqual([]);
  const stored = await people.admin.call({ path: `/api/orders?channelId=${channel.id}&limit=1` });
  expect(stored.headers.get('x-total-count')).toBe(String(statuses.length));
});
