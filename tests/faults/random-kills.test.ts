import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cacheFolder } from '#api/platform/config/config.ts';
import { findMongod } from '#api/platform/mongod/find.ts';
import { freePort, startMongod } from '#api/platform/mongod/start.ts';
import type { Order, OrderVersion } from '#schemas/generated/types.ts';
import type { Agency } from '#tests/api/factories.ts';
import { callerOf } from '#tests/product/call.ts';
import { callExpecting, callersOf } from '#tests/product/callers.ts';
import { readMailFolder } from '#tests/product/mail.ts';
import { newDataDir, type Product, type ProductOptions, removeDataDir, startProduct } from '#tests/product/product.ts';
import { metricsToken, readinessOf } from '#tests/product/readiness.ts';
import { pollUntil } from '#tests/product/until.ts';
import { type AcknowledgedOrder, isFinalResponse, type ProcessPool, runRetryingClient } from './retrying-client.ts';
import { aSellingAgency } from './selling-agency.ts';

// Kills a process at random moments while four clients create, save, submit, bypass and approve orders. Everything
// acknowledged must be there with its versions, its actions and exactly one mail, and a repeated Idempotency-Key must
// not have created a second order.

/**
 * Total number of kills; a start takes a second or two. `KILLS=200 npx vitest run --project faults random-kills` is a
 * long run.
 */
const totalKills = Number(process.env.KILLS ?? 6);

/**
 * A third of the kills hit the product with its own database, which each kill leaves running; each of two processes on
 * one database gets another third.
 */
const kills = Math.ceil(totalKills / 3);

const environment = { DEMO: 'off', LINK_LIMIT_ADDRESS: '1000', METRICS_TOKEN: metricsToken };

// Both tests mostly wait: for starts, and for mail that a killed process was about to send.
test.concurrent('a product killed repeatedly keeps every order that it acknowledged', async () => {
  await withFolders(async ([dataDir = '']) => {
    await killedWhileWorking([{ dataDir, port: await freePort(), environment }], kills);
  });
}, 1_200_000);

test.concurrent('two processes on one database killed in turn keep every order that they acknowledged', async () => {
  await withFolders(async ([data = '', ...dataDirs]) => {
    const database = await startDatabase(data);
    const shared = { MONGODB_URI: database.uri('kills'), SECRET_KEY: randomBytes(32).toString('hex') };
    const [one = '', other = ''] = dataDirs;
    const on = async (dataDir: string) => ({
      dataDir,
      port: await freePort(),
      environment: { ...environment, ...shared },
    });
    await killedWhileWorking([await on(one), await on(other)], kills).finally(() => database.stop());
  });
}, 1_200_000);

async function withFolders(work: (folders: string[]) => Promise<void>): Promise<void> {
  const folders = [await newDataDir(), await newDataDir(), await newDataDir()];
  await work(folders).finally(() => Promise.all(folders.map(removeDataDir)));
}

async function startDatabase(folder: string) {
  const report = () => undefined;
  const configured = process.env.MONGOD_BINARY;
  const binary = await findMongod({ configured, cacheFolder: cacheFolder(process.env), report });
  return await startMongod({ binary, folder, report });
}

type Started = ProductOptions & { port: number };

/**
 * Runs four clients in two agencies while each product is killed that many times; then checks everything that
 * was acknowledged.
 */
async function killedWhileWorking([one, ...others]: [Started, ...Started[]], times: number): Promise<void> {
  const products = [await startProduct(one)];
  try {
    // Use the first process only: the sign-in mail is in the folder of the process that sends it.
    const people = await callersOf({ call: callerOf(products[0]?.url ?? ''), dataDir: one.dataDir });
    const agencies = [await aSellingAgency(people), await aSellingAgency(people)];
    for (const options of others) products.push(await startProduct(options));
    await workWhileKilled({ products, all: [one, ...others], agencies, times });
  } finally {
    for (const product of products) await product.stop();
  }
}

interface Killing {
  products: Product[];
  all: Started[];
  agencies: Agency[];
  times: number;
}

async function workWhileKilled({ products, all, agencies, times }: Killing): Promise<void> {
  const urls = products.map(({ url }) => url);
  const going = { clients: true };
  // Half of the clients start with one process, half with the other.
  const unanswered = [0, 0];
  const places = [urls, urls.toReversed()].map(
    (each, index): ProcessPool => ({
      urls: each,
      onAttempt: (attempt) => {
        if (!isFinalResponse(attempt)) unanswered[index] = (unanswered[index] ?? 0) + 1;
      },
    }),
  );
  const clients = [0, 1, 2, 3].map((number) => {
    const [agency, at] = [agencies[number % 2], places[number < 2 ? 0 : 1]];
    if (!agency || !at) throw new Error('there are two agencies, and two orders of the processes');
    return runRetryingClient({ agency, at, name: `client-${number}`, isOver: () => !going.clients });
  });
  const killing = all.map(async (options, index) => {
    for (let killed = 0; killed < times; killed += 1) {
      await pause(randomInt(20, 1_500));
      await products[index]?.kill();
      // Two processes restart again and again on a shared machine.
      products[index] = await startProduct({ ...options, seconds: 300 });
    }
  });
  await Promise.all(killing).finally(() => {
    going.clients = false;
  });
  const acknowledgedOrders = await Promise.all(clients);
  // Guard: otherwise the clients sent nothing between the kills, and the test would prove nothing.
  for (const count of unanswered) expect(count).toBeGreaterThan(0);
  const [url = ''] = urls;
  const dataDirs = all.map(({ dataDir }) => dataDir);
  for (const [index, agency] of agencies.entries()) {
    const acknowledged = acknowledgedOrders.flatMap((of, number) => (number % 2 === index ? of : []));
    await expectAllOf({ url, agency, acknowledged, dataDirs });
  }
}

interface Expected {
  url: string;
  agency: Agency;
  acknowledged: AcknowledgedOrder[];
  dataDirs: string[];
}

async function expectAllOf({ url, agency, acknowledged, dataDirs }: Expected): Promise<void> {
  const { cookies } = agency.moderator;
  const read = <T>(path: string) => callExpecting<T>(callerOf(url), 200, { path, cookies });
  const listed = await read<{ pagination: { total: number } }>(`/api/orders?channelId=${agency.channel.id}&limit=1`);
  expect(listed.pagination.total).toBe(acknowledged.length);
  for (const { order, firstHeadline, hasBypass } of acknowledged) {
    const path = `/api/orders/${order.id}`;
    const found = await read<Order>(path);
    expect(found).toMatchObject({
      revision: order.revision,
      status: 'COMPLETE',
      validationMode: hasBypass ? 'BYPASS' : 'NORMAL',
      formData: { headline: `${firstHeadline}, saved` },
    });
    expect(found.actions.map(({ kind }) => kind)).toEqual(
      hasBypass ? ['NOTE', 'VALIDATION_BYPASS_REQUESTED', 'VALIDATION_BYPASS_APPROVED'] : ['NOTE'],
    );
    const versions = await read<{ results: OrderVersion[] }>(`${path}/versions`);
    expect(versions.results.map(({ extra }) => extra.to)).toEqual(
      hasBypass ? ['COMPLETE', 'PENDING', 'PENDING', undefined] : ['COMPLETE', 'PENDING', undefined],
    );
    expect(await read(`${path}/versions/1`)).toMatchObject({ status: 'DRAFT', formData: { headline: firstHeadline } });
  }
  // Another process sends the mail of a killed one once its lease has expired.
  await pollUntil({ label: 'all mail to be sent', seconds: 180 }, async () => {
    await pause(200);
    return (await readinessOf(url)).mail?.waiting === 0 || undefined;
  });
  const sent = await mailsBySubject(dataDirs);
  const more = acknowledged.filter(({ order }) => sent.get(`Welcome ${order.refCode}`)?.size !== 1);
  expect(more).toEqual([]);
}

/** The Message-IDs of the mail to the clients: a mail retried after a crash keeps its Message-ID (design 8). */
async function mailsBySubject(dataDirs: string[]): Promise<Map<string, Set<string>>> {
  const messages = (await Promise.all(dataDirs.map((dataDir) => readMailFolder(dataDir)))).flat();
  const found = new Map<string, Set<string>>();
  for (const { subject, id } of messages) found.set(subject, (found.get(subject) ?? new Set()).add(id));
  return found;
}
