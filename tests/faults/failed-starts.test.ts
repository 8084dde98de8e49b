import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '#api/platform/mongod/start.ts';
import { newDataDir, removeDataDir, spawnProduct, startProduct } from '#tests/product/product.ts';
import { isNightly } from '#tests/runner/sweep.ts';
import { wrapWithSmallDisk } from './small-disk.ts';
import { startStandalone } from './standalone.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await newDataDir();
});

afterEach(() => removeDataDir(dataDir));

type Start = { port?: number; environment?: Record<string, string>; within?: string[] };

/** The output of a start that must fail: its exit code must be 1, and no process may be left. */
async function startError({ port, environment = {}, within = [] }: Start = {}): Promise<string> {
  const product = spawnProduct({
    dataDir,
    port: port ?? (await freePort()),
    within,
    environment: { DEMO: 'off', LOG_LEVEL: 'silent', ...environment },
  });
  const [code] = await once(product.process, 'close');
  expect({ code, printed: product.output() }).toEqual({ code: 1, printed: expect.any(String) });
  expect(existsSync(join(dataDir, 'mongod.pid'))).toBe(false);
  expect(existsSync(join(dataDir, 'portal.pid'))).toBe(false);
  return product.output();
}

const external = { SECRET_KEY: 'a secret of the tests, 32 characters long at least' };

test('a start with an invalid variable names it with its value and the allowed ones, and starts nothing', async () => {
  expect(await startError({ environment: { SESSION_IDLE: 'soon' } })).toBe(
    "SESSION_IDLE is 'soon'. Expected: a duration such as 30m, 12h or 3d.\n",
  );
  expect(await readdir(dataDir)).toEqual([]);
});

test('a start on a busy port names the port before it touches any database', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  expect(await startError({ port })).toBe(
    `PORT ${port} on HOST 127.0.0.1 is in use by another program. Stop that program, or set another PORT.\n`,
  );
  expect(existsSync(join(dataDir, 'db'))).toBe(false);
  other.close();
});

// `npm test` has a missing folder in read-only-disk.test.ts.
if (isNightly())
  test('a start with a DATA_DIR that is not writable names it', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    const printed = await startError({ environment: { DATA_DIR: join(file, 'data') } });
    expect(printed).toContain(`DATA_DIR is '${join(file, 'data')}', which is not writable`);
    expect(printed.trim().split('\n')).toHaveLength(1);
  });

// `npm test` has a busy port above.
if (isNightly())
  test('a start with a HOST that is no address of this machine names it', async () => {
    expect(await startError({ environment: { HOST: '192.0.2.1' } })).toContain(
      'HOST 192.0.2.1 is not an address of this machine',
    );
  });

test('a start with an unreachable MONGODB_URI fails after 5 s and does not print its password', async () => {
  const port = await freePort();
  const printed = await startError({
    environment: {
      ...external,
      LOG_LEVEL: 'silent',
      MONGODB_URI: `mongodb://someone:hunter2@127.0.0.1:${port}/portal`,
    },
  });
  expect(printed).toContain('No writable MongoDB server responded at MONGODB_URI within 5 s');
  expect(printed).toContain(String(port));
  expect(printed).not.toContain('hunter2');
});

// `npm test` has this in api/platform/config/config.test.ts.
if (isNightly())
  test('a start with a MONGODB_URI but without SECRET_KEY fails', async () => {
    expect(await startError({ environment: { MONGODB_URI: 'mongodb://127.0.0.1/portal' } })).toContain(
      'SECRET_KEY is not set',
    );
  });

// Three starts of a product; `npm test` has the other refusals of a start.
if (isNightly())
  test('a start with another SECRET_KEY fails, and succeeds with the original one', async () => {
    await (await startProduct({ dataDir, environment: { DEMO: 'off' } })).stop();
    const file = join(dataDir, 'secret-key');
    const own = await readFile(file, 'utf8');
    const printed =
      'SECRET_KEY differs from the one that this database was used with, so its sessions and stored passwords ' +
      `cannot be read. Set the previous SECRET_KEY or, if it was generated at the first start, restore ${file}. `;
    expect(await startError({ environment: external })).toContain(printed);
    await rm(file);
    expect(await startError()).toContain(printed);
    const again = await startProduct({ dataDir, environment: { DEMO: 'off', SECRET_KEY: own.trim() } });
    expect(await again.stop()).toBe(0);
  });

// Also starts a MongoDB server. `npm test` has other refused databases above and below.
if (isNightly())
  test('a start on a MongoDB that is no replica set fails and writes nothing to it', async () => {
    const server = await startStandalone(join(dataDir, 'standalone'));
    const printed = await startError({ environment: { ...external, MONGODB_URI: server.uri } });
    expect(printed).toContain('neither a replica set nor a sharded cluster');
    expect(printed).toContain('rs.initiate()');
    expect(await server.stop()).not.toContain('portal');
  });

// `npm test` has this in api/platform/mongod/find.test.ts.
if (isNightly())
  test('a start with a broken MONGOD_BINARY names it and falls back to no other', async () => {
    expect(await startError({ environment: { MONGOD_BINARY: '/nowhere/mongod' } })).toBe(
      "MONGOD_BINARY is '/nowhere/mongod', but the file /nowhere/mongod does not exist.\n",
    );
  });

test('a second start on the same DATA_DIR fails with the process id of the first, which continues', async () => {
  const first = await startProduct({ dataDir, environment: { DEMO: 'off' } });
  const second = spawnProduct({ dataDir, port: await freePort() });
  const [code] = await once(second.process, 'close');
  expect(code).toBe(1);
  expect(second.output()).toContain(`is already running on DATA_DIR ${dataDir} (process ${first.pid})`);
  expect((await fetch(`${first.url}/api/readyz`)).status).toBe(200);
  expect(await first.stop()).toBe(0);
});

// `npm test` has the other refusals of a start.
if (isNightly())
  test('a start on a corrupt data folder reports it and removes no file', async () => {
    await (await startProduct({ dataDir, environment: { DEMO: 'off' } })).stop();
    const files = await readdir(join(dataDir, 'db'));
    const catalog = join(dataDir, 'db', '_mdb_catalog.wt');
    await writeFile(catalog, 'not what it was');
    const printed = await startError();
    expect(printed).toContain(`cannot read the database in ${join(dataDir, 'db')}: the files appear to be damaged`);
    expect(printed).not.toMatch(/empty|move it away|remove it/);
    expect(printed).toContain(join(dataDir, 'mongod.log'));
    expect(await readFile(catalog, 'utf8')).toBe('not what it was');
    expect(await readdir(join(dataDir, 'db'))).toEqual(
      expect.arrayContaining(files.filter((file) => file !== 'mongod.lock')),
    );
  });

// Starts the product first, to have data. `npm test` has other data that is not opened above.
if (isNightly())
  test('a start with an older MongoDB does not open data of a newer one', async () => {
    await (await startProduct({ dataDir, environment: { DEMO: 'off' } })).stop();
    await writeFile(join(dataDir, 'db', 'portal-version.json'), '{"mongod": "99.0.1"}\n');
    expect(await startError()).toContain('older than the data, which was written by 99.0.1');
  });

test('a first start on a small disk says how much space a database needs, and does not call the disk full', async () => {
  expect(await startError({ within: wrapWithSmallDisk(dataDir, 300) })).toMatch(
    new RegExp(
      `^The disk of ${dataDir} has too little space for a database: \\d+ of its 300 MiB are free\\. A new database needs 400 MiB, ` +
        'and grows with its records and files\\. Free up space, use a larger disk, or set another DATA_DIR\\.\n$',
    ),
  );
});

test('a start whose file with the database version is damaged names the file and what it should contain', async () => {
  await mkdir(join(dataDir, 'db'));
  const file = join(dataDir, 'db', 'portal-version.json');
  await writeFile(file, '{"mongod": ');
  const printed = await startError();
  expect(printed).toContain(`${file} is damaged. It should name the MongoDB version that wrote the data, such as`);
  expect(printed.trim().split('\n')).toHaveLength(1);
});
