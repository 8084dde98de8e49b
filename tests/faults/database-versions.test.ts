import { once } from 'node:events';
import { mongo } from 'mongoose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrations } from '#api/engine/migrations/migrations.ts';
import { runningDatabaseUri } from '#api/platform/database/running.ts';
import { freePort } from '#api/platform/mongod/start.ts';
import { newDataDir, type Product, removeDataDir, spawnProduct, startProduct } from '#tests/product/product.ts';

const folders: string[] = [];
const folder = async () => {
  const newFolder = await newDataDir();
  folders.push(newFolder);
  return newFolder;
};

let dataDir: string;
let product: Product;

beforeEach(async () => {
  dataDir = await folder();
  product = await startProduct({ dataDir, environment: { DEMO: 'off' } });
});

afterEach(async () => {
  await product.stop();
  await Promise.all(folders.splice(0).map(removeDataDir));
});

/** Runs a function on the running product's mongod, as another program would. */
async function onServer<T>(work: (client: mongo.MongoClient, uri: string) => Promise<T>): Promise<T> {
  const uri = runningDatabaseUri(dataDir) ?? '';
  const client = await mongo.MongoClient.connect(uri);
  try {
    return await work(client, uri);
  } finally {
    await client.close();
  }
}

const appliedIn = async (client: mongo.MongoClient, database?: string) =>
  (await client.db(database).collection('schema_migrations').find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id);

test('a database migrated by a newer product is refused by name and left unchanged, even if it has all our migrations', async () => {
  const note = { _id: '9999-of-tomorrow', at: new Date() };
  await onServer((client) => client.db().collection<typeof note>('schema_migrations').insertOne(note));
  await product.stop();
  const older = spawnProduct({ dataDir, port: await freePort(), environment: { DEMO: 'off', LOG_LEVEL: 'silent' } });
  const [code] = await once(older.process, 'close');
  expect({ code, printed: older.output() }).toEqual({
    code: 1,
    printed:
      'The database is newer than this version of the application: it has the migrations 9999-of-tomorrow, but the last one here is ' +
      `${migrations.at(-1)?.name}. Start the newer version, or restore an earlier backup.\n`,
  });
});

test('two products started at once on an empty database migrate and seed it once', async () => {
  await onServer(async (client, uri) => {
    const environment = {
      DEMO: 'on',
      MONGODB_URI: uri.replace('/portal?', '/shared?'),
      SECRET_KEY: 'a secret of the tests, 32 characters long at least',
    };
    const starts = await Promise.all(
      [await folder(), await folder()].map((each) => startProduct({ dataDir: each, environment })),
    );
    const printed = starts.map((each) => each.output()).join('');
    expect(printed.match(/^Migrated the database: .*$/gm)).toEqual(
      migrations.map(({ name }) => `Migrated the database: ${name}`),
    );
    expect(await appliedIn(client, 'shared')).toEqual(migrations.map(({ name }) => name));
    expect(await client.db('shared').collection('users').countDocuments({ email: 'admin@example.com' })).toBe(1);
    expect(await client.db('shared').collection('orders').countDocuments()).toBe(400);
    expect(await Promise.all(starts.map((each) => each.stop()))).toEqual([0, 0]);
  });
});
