import { once } from 'node:events';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadOrCreateSecret } from '#api/platform/config/config.ts';
import { runningDatabaseUri } from '#api/platform/database/running.ts';
import { freePort } from '#api/platform/mongod/start.ts';
import { anEntity } from '#tests/api/factories.ts';
import { callerOf } from '#tests/product/call.ts';
import { type ApiCallers, callExpecting, callersOf } from '#tests/product/callers.ts';
import { newDataDir, type Product, removeDataDir, spawnProduct, startProduct } from '#tests/product/product.ts';
import { pollUntil } from '#tests/product/until.ts';

// Two processes of this version on one database, and the records that the migrations of a newer version would leave.

let folders: string[];
let first: Product;
let second: ReturnType<typeof spawnProduct>;
let people: ApiCallers;
let database: MongoClient;

beforeAll(async () => {
  folders = [await newDataDir(), await newDataDir()];
  const [dataDir = '', other = ''] = folders;
  const environment = { DEMO: 'off', LINK_LIMIT_ADDRESS: '1000' };
  first = await startProduct({ dataDir, environment });
  const uri = runningDatabaseUri(dataDir) ?? '';
  const shared = { MONGODB_URI: uri, SECRET_KEY: loadOrCreateSecret(dataDir), JOBS: 'off' };
  second = spawnProduct({ dataDir: other, port: await freePort(), environment: { ...environment, ...shared } });
  await pollUntil({ label: 'the second process', seconds: 60 }, async () =>
    (await ready().catch(() => 0)) === 200 ? true : undefined,
  );
  people = await callersOf({ call: callerOf(first.url), dataDir });
  database = await MongoClient.connect(uri);
});

afterAll(async () => {
  await database?.close();
  await second?.stop();
  await first?.stop();
  for (const folder of folders) await removeDataDir(folder);
});

const ready = async () => (await fetch(`${second.url}/api/readyz`)).status;
const migrated = (_id: string, isCompatible: boolean) =>
  database.db().collection<{ _id: string; at: Date; isCompatible: boolean }>('schema_migrations').insertOne({
    _id,
    at: new Date(),
    isCompatible,
  });

test('a process continues after a compatible migration of a newer version; after another it rejects writes, reads on and exits with the reason', async () => {
  const { id } = await anEntity(people);
  const path = `/api/entities/${id}`;
  const { cookies } = people.admin;
  const call = callerOf(second.url);
  const write = () => call({ method: 'PATCH', path, body: { name: 'Renamed' }, cookies });
  await migrated('9998-compatible', true);
  await callExpecting(call, 200, { method: 'PATCH', path, body: { name: 'Renamed' }, cookies });
  await migrated('9999-incompatible', false);
  const exit = once(second.process, 'exit');
  await pollUntil({ label: 'readyz to answer 503', seconds: 20 }, async () =>
    (await ready()) === 503 ? true : undefined,
  );
  const rejected = await write();
  expect([rejected.status, rejected.headers.get('retry-after'), rejected.body]).toEqual([
    503,
    '5',
    expect.objectContaining({ code: 'APPLICATION_ERROR', reason: expect.stringContaining('is being upgraded') }),
  ]);
  expect((await call({ path, cookies })).status).toBe(200);
  expect(await exit).toEqual([1, null]);
  expect(second.output()).toContain(
    'A newer version of the application has applied 9999-incompatible to the database, and this version cannot work with it.',
  );
  expect(second.output()).not.toContain('9998-compatible');
  expect(second.output()).not.toMatch(/^\s+at /m);
});
