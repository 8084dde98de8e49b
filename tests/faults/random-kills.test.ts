import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cacheFolder } from '#api/host/config/cache-folder.ts';
import { findMongod } from '#api/host/mongod/find.ts';
import { freePort } from '#api/host/mongod/port.ts';
import { startMongod } from '#api/host/mongod/start.ts';
import type { Order, OrderVersion } from '#schemas/generated/types.ts';
import type { Agency } from '#tests/api/factories.ts';
import { expecting, peopleOf } from '#tests/api/server.ts';
import { callerOf } from '#tests/product/call.ts';
import { messagesUnder } from '#tests/product/mail.ts';
import { newDataDir, type Product, type ProductOptions, removeDataDir, startProduct } from '#tests/product/product.ts';
import { metricsToken, readinessOf } from '#tests/product/readiness.ts';
import { until } from '#tests/product/until.ts';
import { type Acknowledged, isAnswer, type Processes, workInsistently } from './insistent.ts';
import { aSellingAgency } from './selling-agency.ts';

// A process is killed at any moment, again and again, while four clients make, save, send, waive and approve orders: what
// one of them was told is there, whole, with its versions, its actions and its one mail, and a repeated key made no second.

/** How often in all; a start takes a second or two. `KILLS=200 npx vitest run --project faults random-kills` is a long run. */
const wanted = Number(process.env.KILLS ?? 6);

/** The product with a database of its own, which each kill leaves behind, takes a third of them; each of two on one as many. */
const kills = Math.ceil(wanted / 3);

const environment = { DEMO: 'off', LINK_LIMIT_ADDRESS: '1000', METRICS_TOKEN: metricsToken };

// Both wait most of the time: for starts, and for what a killed process was about to send.
test.concurrent('a product that is killed again and again keeps every order that it acknowledged', async () => {
  await withFolders(async ([dataDir = '']) => {
    await killedWhileWorking([{ dataDir, port: await freePort(), environment }], kills);
  });
}, 1_200_000);

test.concurrent('two processes on one database that are killed in turn keep them as well', async () => {
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

/** Four clients at work in two agencies while each product is killed so often; then all that they were told is looked for. */
async function killedWhileWorking([one, ...others]: [Started, ...Started[]], times: number): Promise<void> {
  const products = [await startProduct(one)];
  try {
    // By the first alone: the links to sign in would lie with whoever sends them.
    const people = await peopleOf({ call: callerOf(products[0]?.url ?? ''), dataDir: one.dataDir });
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
  // Half of the clients begin at the one process, half at the other.
  const unanswered = [0, 0];
  const places = [urls, urls.toReversed()].map(
    (each, index): Processes => ({
      urls: each,
      hear: (attempt) => {
        if (!isAnswer(attempt)) unanswered[index] = (unanswered[index] ?? 0) + 1;
      },
    }),
  );
  const clients = [0, 1, 2, 3].map((number) => {
    const [agency, at] = [agencies[number % 2], places[number < 2 ? 0 : 1]];
    if (!agency || !at) throw new Error('there are two agencies, and two orders of the processes');
    return workInsistently({ agency, at, name: `client-${number}`, isOver: () => !going.clients });
  });
  const killing = all.map(async (options, index) => {
    for (let killed = 0; killed < times; killed += 1) {
      await pause(randomInt(20, 1_500));
      await products[index]?.kill();
      // Two at once start over and over, beside whatever else the machine does.
      products[index] = await startProduct({ ...options, seconds: 300 });
    }
  });
  await Promise.all(killing).finally(() => {
    going.clients = false;
  });
  const done = await Promise.all(clients);
  // Else the clients have asked nothing between the kills, and this would show nothing.
  for (const count of unanswered) expect(count).toBeGreaterThan(0);
  const [url = ''] = urls;
  const dataDirs = all.map(({ dataDir }) => dataDir);
  for (const [index, agency] of agencies.entries()) {
    const acknowledged = done.flatMap((of, number) => (number % 2 === index ? of : []));
    await expectAllOf({ url, agency, acknowledged, dataDirs });
  }
}

interface Expected {
  url: string;
  agency: Agency;
  acknowledged: Acknowledged[];
  dataDirs: string[];
}

async function expectAllOf({ url, agency, acknowledged, dataDirs }: Expected): Promise<void> {
  const { cookies } = agency.moderator;
  const read = <T>(path: string) => expecting<T>(callerOf(url), 200, { path, cookies });
  const listed = await read<{ pagination: { total: number } }>(`/api/orders?channelId=${agency.channel.id}&limit=1`);
  expect(listed.pagination.total).toBe(acknowledged.length);
  for (const { order, first, isWaived } of acknowledged) {
    const path = `/api/orders/${order.id}`;
    const found = await read<Order>(path);
    expect(found).toMatchObject({
      revision: order.revision,
      status: 'COMPLETE',
      validationMode: isWaived ? 'BYPASS' : 'NORMAL',
      formData: { headline: `${first}, saved` },
    });
    expect(found.actions.map(({ kind }) => kind)).toEqual(
      isWaived ? ['NOTE', 'VALIDATION_BYPASS_REQUESTED', 'VALIDATION_BYPASS_APPROVED'] : ['NOTE'],
    );
    const versions = await read<{ results: OrderVersion[] }>(`${path}/versions`);
    expect(versions.results.map(({ extra }) => extra.to)).toEqual(
      isWaived ? ['COMPLETE', 'PENDING', 'PENDING', undefined] : ['COMPLETE', 'PENDING', undefined],
    );
    expect(await read(`${path}/versions/1`)).toMatchObject({ status: 'DRAFT', formData: { headline: first } });
  }
  // What a killed process was sending is sent by another once its lease has ended.
  await until({ what: 'all mail to be sent', seconds: 180 }, async () => {
    await pause(200);
    return (await readinessOf(url)).mail?.waiting === 0 || undefined;
  });
  const sent = await mailsBySubject(dataDirs);
  const more = acknowledged.filter(({ order }) => sent.get(`Welcome ${order.refCode}`)?.size !== 1);
  expect(more).toEqual([]);
}

/** The Message-IDs of what was mailed to the clients: one that was written again after a death carries the same (design 8). */
async function mailsBySubject(dataDirs: string[]): Promise<Map<string, Set<string>>> {
  const messages = (await Promise.all(dataDirs.map((dataDir) => messagesUnder(dataDir)))).flat();
  const found = new Map<string, Set<string>>();
  for (const { subject, id } of messages) found.set(subject, (found.get(subject) ?? new Set()).add(id));
  return found;
}
