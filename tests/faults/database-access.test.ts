import { execFile } from 'node:child_process';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mongo } from 'mongoose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandLineOf } from '#api/platform/process/identity.ts';
import { callerOf } from '#tests/product/call.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '#tests/product/product.ts';
import { signIn } from '#tests/product/sign-in.ts';
import { databaseServerOf } from './database-server.ts';
import { startStandalone } from './standalone.ts';

let dataDir: string;
let product: Product;
const start = () => startProduct({ dataDir, environment: { DEMO: 'off' } });

beforeEach(async () => {
  dataDir = await newDataDir();
  product = await start();
});

afterEach(async () => {
  await product.stop();
  await removeDataDir(dataDir);
});

const administrator = async () => {
  const call = callerOf(product.url);
  const cookies = await signIn({ call, dataDir }, 'admin@example.com');
  return await callExpecting<{ id: string }>(call, 200, { path: '/api/users/me', cookies });
};

/** Connects without credentials, as another program on this machine could that knows only the port. */
async function asStranger<T>(work: (client: mongo.MongoClient) => Promise<T>): Promise<T> {
  const { port } = await databaseServerOf(dataDir);
  const client = await mongo.MongoClient.connect(`mongodb://127.0.0.1:${port}/portal?directConnection=true`);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

const key = async () => (await readFile(join(dataDir, 'mongod-key'), 'utf8')).trim();

test('an unauthenticated local program can neither read nor write the database nor create a user', async () => {
  await asStranger(async (client) => {
    const attempts = [
      () => client.db().collection('users').findOne(),
      () => client.db().collection('users').deleteMany({}),
      () => client.db('admin').command({ createUser: 'stranger', pwd: 'x', roles: ['root'] }),
      () => client.db('admin').command({ shutdown: 1 }),
      () => client.db().admin().listDatabases(),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow(/requires authentication|not authorized/i);
  });
  await expect(
    mongo.MongoClient.connect(
      `mongodb://portal:portal@127.0.0.1:${(await databaseServerOf(dataDir)).port}/?authSource=admin`,
    ),
  ).rejects.toThrow('Authentication failed');
});

test('the key file of the database is readable by its owner only, and the key is in no command line, output or log', async () => {
  await administrator();
  const { pid } = await databaseServerOf(dataDir);
  expect((await stat(join(dataDir, 'mongod-key'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataDir, 'db'))).mode & 0o777).toBe(0o700);
  const exposedTexts = [
    commandLineOf(pid),
    commandLineOf(product.pid),
    product.output(),
    await readFile(join(dataDir, 'mongod.log'), 'utf8'),
  ];
  expect(exposedTexts.join('\n')).toContain('--keyFile');
  expect(exposedTexts.join('\n')).not.toContain(await key());
  expect(exposedTexts.join('\n')).not.toMatch(/mongodb:\/\/[^/]*@/);
});

test('a data folder from before database passwords is upgraded', async () => {
  const { id } = await administrator();
  await product.stop();
  const before = await startStandalone(join(dataDir, 'db'));
  const client = await mongo.MongoClient.connect(before.uri);
  await client.db('admin').command({ dropAllUsersFromDatabase: 1 });
  await client.close();
  await before.stop();
  await rm(join(dataDir, 'mongod-key'));
  product = await start();
  expect(await administrator()).toMatchObject({ id });
  await asStranger(async (other) => {
    await expect(other.db().collection('users').findOne()).rejects.toThrow('requires authentication');
  });
});

test.each(['', 'half a key'])('a lost database key is replaced, and only the key is (left over: %j)', async (left) => {
  const { id } = await administrator();
  const lost = await key();
  await product.stop();
  await writeFile(join(dataDir, 'mongod-key'), left);
  product = await start();
  expect(await administrator()).toMatchObject({ id });
  expect(await key()).not.toBe(lost);
});

const tools = {
  'sign-in': { args: ['api/features/auth/main.ts', 'admin@example.com'], prints: /\/magic#[\w-]+$/m },
  'generate -- --check --database': {
    args: ['api/engine/drift/main.ts', '--check', '--database'],
    prints: /^Matches the schemas/m,
  },
  demo: {
    args: ['api/features/demo/main.ts', '--orders', '0'],
    prints: /^Creating the demo agency in |contains [\d,]+ orders$/m,
  },
};

test.each(Object.entries(tools))(
  '`npm run %s` has database access with and without a running product',
  async (_, { args, prints }) => {
    const run = async () => {
      const env = { ...process.env, DATA_DIR: dataDir };
      const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--import', 'tsx', ...args], {
        env,
      }).catch((error: { stdout: string; stderr: string }) => error);
      return stdout + stderr;
    };
    expect(await run()).toMatch(prints);
    await product.stop();
    expect(await run()).toMatch(prints);
  },
);
