import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, disconnectDatabase } from '#api/platform/database/connect.ts';
import { runningDatabaseUri } from '#api/platform/database/running.ts';
import { freePort } from '#api/platform/mongod/start.ts';
import { keyFingerprint } from '#api/platform/secrets/secrets.ts';
import type { Order, OrderVersion } from '#schemas/generated/types.ts';
import { type Agency, aDraft, aForm, anAgency, textInput } from '#tests/api/factories.ts';
import { type ApiKeyWithSecret, createApiKey, signatureHeaders } from '#tests/api/message-signatures.ts';
import { type Caller, type Cookie, callerOf } from '#tests/product/call.ts';
import { type ApiCallers, callExpecting, callersOf, pathOf } from '#tests/product/callers.ts';
import { newDataDir, type Product, removeDataDir, spawnProduct, startProduct } from '#tests/product/product.ts';
import { pollUntil } from '#tests/product/until.ts';

// One installation whose SECRET_KEY is changed: everything is created under the first key and used after each step.

const keys = { old: 'the first secret key of this test', new: 'the second secret key of this test' };
const formData = { headline: 'Bread', pin: 'open sesame' };

let dataDir: string;
let backups: string;
let port: number;
let product: Product;
let people: ApiCallers;
let agency: Agency;
let order: Order;
let machine: ApiKeyWithSecret;
let webhookSecret: string;
type Delivery = { headers: IncomingHttpHeaders; body: string };
const deliveries: Delivery[] = [];
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  deliveries.push({ headers: request.headers, body });
  response.writeHead(204).end();
});

const start = async (environment: Record<string, string>) => {
  const common = { DEMO: 'off', LINK_LIMIT_ADDRESS: '1000', WEBHOOK_ALLOW: '127.0.0.1' };
  product = await startProduct({ dataDir, port, environment: { ...common, ...environment } });
};

type Run = { process: ChildProcess; output(): string; ended: Promise<number | null> };

function run(command: string[], environment: Record<string, string>): Run {
  const child = spawn(process.execPath, ['--import', 'tsx', ...command], {
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => printed.push(text));
  const ended = once(child, 'close').then(() => child.exitCode);
  return { process: child, output: () => printed.join(''), ended };
}

const both = { SECRET_KEY: keys.new, SECRET_KEY_OLD: keys.old };
const rotate = () => run(['api/engine/secrets/main.ts', 'rotate'], both);

async function outputOf(command: string[], environment: Record<string, string>): Promise<string> {
  const { ended, output } = run(command, environment);
  expect([await ended, output()]).toEqual([0, expect.any(String)]);
  return output();
}

const verifyAudit = (environment: Record<string, string>) =>
  outputOf(['api/engine/audit/main.ts', 'verify'], environment);

beforeAll(async () => {
  dataDir = await newDataDir();
  backups = await mkdtemp(join(tmpdir(), 'portal-backups-'));
  port = await freePort();
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  await start({ SECRET_KEY: keys.old });
  people = await callersOf({ call: callerOf(product.url), dataDir });
  const pin = { type: 'password_input', meta: { key: 'pin', label: 'PIN' } };
  const form = await aForm(people, { widgets: [textInput('headline', 'Headline'), pin] });
  agency = await anAgency(people, { form });
  order = await aDraft(agency, { formData: { ...formData, pin: 'an earlier one' } });
  const body = { formData };
  await callExpecting(agency.user.call, 200, { method: 'PATCH', path: `/api/orders/${order.id}`, body });
  machine = await createApiKey(people, agency.user.user);
  const address = receiver.address();
  const webhook = await people.admin.create('Webhook', {
    name: 'Receiver',
    address: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`,
    events: ['submitted'],
  });
  webhookSecret = webhook.secret ?? '';
}, 120_000);

afterAll(async () => {
  await disconnectDatabase();
  await product?.stop();
  await removeDataDir(dataDir);
  await rm(backups, { recursive: true, force: true });
  receiver.close();
});

/** Uses everything that depends on the key: the session, the password and its version, the machine's key, the webhook. */
async function useEverything() {
  const { user } = agency;
  expect((await user.read('Order', order.id)).formData).toMatchObject(formData);
  const path = `/api/orders/${order.id}`;
  const versions = await callExpecting<{ results: OrderVersion[] }>(user.call, 200, { path: `${path}/versions` });
  expect(versions.results.at(-1)?.patch.map((each) => each.path)).toEqual(['/formData/pin']);
  // The password in the version is readable only after a restore.
  const restore = { method: 'POST', path: `${path}/versions/1/restore`, body: {} } as const;
  expect((await callExpecting<Order>(user.call, 200, restore)).formData.pin).toBe('an earlier one');
  await callExpecting(user.call, 200, { method: 'PATCH', path, body: { formData } });
  const headers = signatureHeaders(product.url, { key: machine, path });
  expect((await people.call({ path, headers })).status).toBe(200);
  const submitted = await aDraft(agency, { formData });
  const body = { status: 'PENDING' };
  await callExpecting(user.call, 200, { method: 'PATCH', path: `/api/orders/${submitted.id}`, body });
  const delivery = () => deliveries.find((each) => each.body.includes(submitted.id));
  const delivered = await pollUntil({ label: 'the webhook', seconds: 30 }, delivery);
  expect(delivered.headers['webhook-signature']).toBe(signatureOf(delivered));
}

function signatureOf({ headers, body }: Delivery): string {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(webhookSecret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

/** Calls as the page does when it loads, so that the browser gets a renewed session cookie, and returns it. */
async function reloadPage(cookies: Cookie[]): Promise<Cookie[]> {
  const answer = await people.call({ path: '/api/auth/self', cookies });
  expect(answer.body).toMatchObject({ user: expect.anything() });
  return answer.cookies;
}

const storedTexts = async () => {
  const names = ['orders', 'order_versions', 'order_states', 'auth_providers', 'webhooks', 'users'];
  const all = await Promise.all(names.map((name) => mongoose.connection.collection(name).find().toArray()));
  return JSON.stringify(all).match(/sealed:[^"]*/g) ?? [];
};
const sealedBy = async (key: string) => {
  const texts = await storedTexts();
  return texts.filter((text) => text.startsWith(`sealed:2:${keyFingerprint(key).slice(0, 8)}:`)).length;
};

test('everything that a SECRET_KEY sealed survives its change, a killed rotation, and the removal of the earlier key', async () => {
  await useEverything();
  const environment = { SECRET_KEY: keys.old };
  await verifyAudit(environment);
  const backup = join(backups, 'before.tar');
  const backupReport = await outputOf(['api/engine/backup/main.ts', 'backup', backup], environment);
  expect(backupReport).toContain(`needs the SECRET_KEY with the fingerprint ${keyFingerprint(keys.old)}`);
  await product.stop();

  await start(both);
  await useEverything();
  // A browser that returns gets a cookie that is signed with the new key.
  const renewed = await reloadPage(agency.user.cookies);
  expect(renewed.map(({ name }) => name)).toEqual(['session']);
  await verifyAudit(both);

  await connectDatabase(runningDatabaseUri(dataDir) ?? '');
  const versions = mongoose.connection.collection('order_versions');
  const [version] = await versions
    .find({ patch: { $elemMatch: { value: /^sealed:/ } } })
    .limit(1)
    .toArray();
  const copies = Array.from({ length: 3_000 }, (_, index) => ({
    ...version,
    _id: new mongoose.Types.ObjectId(),
    order: new mongoose.Types.ObjectId(),
    orderRevision: index + 1,
  }));
  await versions.insertMany(copies);
  const all = await sealedBy(keys.old);
  expect(all).toBeGreaterThan(3_000);
  const killed = rotate();
  await pollUntil({ label: 'the rotation to begin', seconds: 60 }, async () =>
    (await sealedBy(keys.old)) < all - 100 ? true : undefined,
  );
  killed.process.kill('SIGKILL');
  await killed.ended;
  const rest = await sealedBy(keys.old);
  expect(rest).toBeGreaterThan(0);
  await useEverything();
  await verifyAudit(both);

  // Until it has finished, the current key alone is refused.
  const early = run(['api/engine/secrets/main.ts', 'rotate'], { SECRET_KEY: keys.new });
  expect([await early.ended, early.output()]).toEqual([
    1,
    expect.stringContaining(`SECRET_KEY_OLD must contain the key with the fingerprint ${keyFingerprint(keys.old)}`),
  ]);

  const resumed = rotate();
  expect([await resumed.ended, resumed.output()]).toEqual([
    0,
    expect.stringContaining('SECRET_KEY_OLD can be removed'),
  ]);
  const counted = Number(/order_versions: ([\d,]+) records/.exec(resumed.output())?.[1]?.replace(',', ''));
  expect(counted).toBeGreaterThan(0);
  expect(counted).toBeLessThanOrEqual(rest);
  expect(await sealedBy(keys.old)).toBe(0);
  expect(await sealedBy(keys.new)).toBeGreaterThan(3_000);
  await versions.deleteMany({ _id: { $in: copies.map(({ _id }) => _id) } });
  await verifyAudit(both);
  const again = rotate();
  expect([await again.ended, again.output()]).toEqual([0, expect.not.stringMatching(/records sealed again/)]);
  await disconnectDatabase();
  await product.stop();

  await start({ SECRET_KEY: keys.new });
  expect((await people.call({ path: '/api/auth/self', cookies: agency.user.cookies })).body).toMatchObject({
    user: null,
  });
  const call: Caller = (request) => people.call({ cookies: renewed, ...request });
  agency.user = {
    ...agency.user,
    call,
    create: (type, body) => callExpecting(call, 201, { method: 'POST', path: pathOf(type), body }),
    read: (type, id) => callExpecting(call, 200, { path: `${pathOf(type)}/${id}` }),
  };
  await useEverything();
  await verifyAudit({ SECRET_KEY: keys.new });

  // The earlier key alone opens nothing any more: the messages name both keys.
  await product.stop();
  const late = spawnProduct({ dataDir, port, environment: { DEMO: 'off', SECRET_KEY: keys.old } });
  await once(late.process, 'close');
  expect([late.process.exitCode, late.output()]).toEqual([
    1,
    expect.stringContaining(
      `needs the key with the fingerprint ${keyFingerprint(keys.new)}; SECRET_KEY has the fingerprint ${keyFingerprint(keys.old)}.`,
    ),
  ]);
  const empty = await newDataDir();
  const other = run(['api/engine/backup/main.ts', 'restore', backup], { DATA_DIR: empty, SECRET_KEY: keys.new });
  expect([await other.ended, other.output()]).toEqual([
    1,
    expect.stringContaining(`it needs the key with the fingerprint ${keyFingerprint(keys.old)}`),
  ]);
  await outputOf(['api/engine/backup/main.ts', 'restore', backup], { DATA_DIR: empty, ...both });
  await removeDataDir(empty);
}, 180_000);
