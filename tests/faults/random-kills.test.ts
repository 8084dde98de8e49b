import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cacheFolder } from '#api/host/config/cache-folder.ts';
import { findMongod } from '#api/host/mongod/find.ts';
import { freePort } from '#api/host/mongod/port.ts';
import { startMongod } from '#api/host/mongod/start.ts';
import type { Channel, Order, OrderVersion } from '#schemas/generated/types.ts';
import { type Agency, aForm, anAgency, textInput } from '#tests/api/factories.ts';
import { expecting, type People, peopleOf } from '#tests/api/server.ts';
import { callerOf } from '#tests/product/call.ts';
import { messagesUnder } from '#tests/product/mail.ts';
import { newDataDir, type Product, type ProductOptions, removeDataDir, startProduct } from '#tests/product/product.ts';
import { until } from '#tests/product/until.ts';
import { type Acknowledged, workInsistently } from './insistent.ts';

// A process is killed at any moment, again and again, while four clients make, save, send, waive and approve orders: what
// one of them was told is there, whole, with its versions, its actions and its one mail, and a repeated key made no second.

/** How often in all; a start takes a second or two. `KILLS=200 npx vitest run --project faults random-kills` is a long run. */
const wanted = Number(process.env.KILLS ?? 6);

/** The product with a database of its own, which each kill leaves behind, takes a third of them; each of two on one as many. */
const kills = Math.ceil(wanted / 3);

let folders: string[];
beforeEach(async () => {
  folders = [await newDataDir(), await newDataDir(), await newDataDir()];
});
afterEach(async () => {
  for (const folder of folders) await removeDataDir(folder);
});

const environment = { DEMO: 'off', LINK_LIMIT_ADDRESS: '1000' };

test('a product that is killed again and again keeps every order that it acknowledged', async () => {
  const [dataDir = ''] = folders;
  await killedWhileWorking([{ dataDir, port: await freePort(), environment }], kills);
}, 1_200_000);

test('two processes on one database that are killed in turn keep them as well', async () => {
  const [data = '', ...dataDirs] = folders;
  const report = () => undefined;
  const configured = process.env.MONGOD_BINARY;
  const binary = await findMongod({ configured, cacheFolder: cacheFolder(process.env), report });
  const database = await startMongod({ binary, folder: data, report });
  const shared = { MONGODB_URI: database.uri('kills'), SECRET_KEY: randomBytes(32).toString('hex') };
  const ports = [await freePort(), await freePort()];
  const all = ports.map((port, index) => ({
    dataDir: dataDirs[index] ?? '',
    port,
    environment: { ...environment, ...shared },
  }));
  await killedWhileWorking(all, kills).finally(() => database.stop());
}, 1_200_000);

type Started = ProductOptions & { port: number };

/** Four clients at work in two agencies while each product is killed so often; then all that they were told is looked for. */
async function killedWhileWorking(all: Started[], times: number): Promise<void> {
  const products: Product[] = [];
  try {
    for (const options of all) products.push(await startProduct(options));
    await workWhileKilled(products, all, times);
  } finally {
    for (const product of products) await product.stop();
  }
}

async function workWhileKilled(products: Product[], all: Started[], times: number): Promise<void> {
  const urls = products.map(({ url }) => url);
  const [url = ''] = urls;
  const [mailedTo = ''] = all.map(({ dataDir }) => dataDir);
  const people = await peopleOf({ call: callerOf(url), dataDir: mailedTo });
  const agencies = [await aSellingAgency(people), await aSellingAgency(people)];

  const going = { clients: true };
  const clients = [0, 1, 2, 3].map((number) => {
    const agency = agencies[number % 2];
    if (!agency) throw new Error('there are two agencies');
    // Half of the clients begin at the one process, half at the other.
    const from = number < 2 ? urls : urls.toReversed();
    return workInsistently({ agency, urls: from, name: `client-${number}`, isOver: () => !going.clients });
  });
  const killing = all.map(async (options, index) => {
    for (let killed = 0; killed < times; killed += 1) {
      await pause(randomInt(20, 1_500));
      await products[index]?.kill();
      products[index] = await startProduct(options);
    }
  });
  await Promise.all(killing).finally(() => {
    going.clients = false;
  });
  const done = await Promise.all(clients);
  const folder = all.map(({ dataDir }) => dataDir);
  for (const [index, agency] of agencies.entries()) {
    const acknowledged = done.flatMap((of, number) => (number % 2 === index ? of : []));
    await expectAllOf({ url, agency, acknowledged, dataDirs: folder });
  }
}

/** An agency whose form rejects a low budget and whose channel mails its client once an order is complete. */
async function aSellingAgency(people: People): Promise<Agency> {
  const validationScript = 'if this < 500 { reject because "At least $500" }';
  const budget = { type: 'number_input', meta: { key: 'budget', label: 'Budget', validationScript } };
  const agency = await anAgency(people, {
    form: await aForm(people, { widgets: [textInput('headline', 'Headline'), budget] }),
  });
  const config = {
    subject: 'Welcome {{order.refCode}}',
    content: 'Hello',
    format: 'markdown',
    to: [{ type: 'static', value: 'client@example.com' }],
    cc: [],
    bcc: [],
  } satisfies NonNullable<Channel['onboardingEmail']>['config'];
  await expecting(people.admin.call, 200, {
    method: 'PATCH',
    path: `/api/channels/${agency.channel.id}`,
    body: { onboardingEmail: { enabled: true, config } },
  });
  return agency;
}

interface Expected {
  url: string;
  agency: Agency;
  acknowledged: Acknowledged[];
  dataDirs: string[];
}

async function expectAllOf({ url, agency, acknowledged, dataDirs }: Expected): Promise<void> {
  // Else the clients have done nothing between the kills, and this would show nothing.
  expect(acknowledged.length).toBeGreaterThan(2);
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
    const { mail } = await (await fetch(`${url}/api/readyz`)).json();
    return mail.waiting === 0 || undefined;
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
