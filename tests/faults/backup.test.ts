import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, watch, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { loadOrCreateSecret } from '#api/platform/config/config.ts';
import { runningDatabaseUri } from '#api/platform/database/running.ts';
import { freePort } from '#api/platform/mongod/start.ts';
import type { Order } from '#schemas/generated/types.ts';
import { fileForm, uploadsAt } from '#tests/api/uploads.ts';
import { callerOf } from '#tests/product/call.ts';
import { type ApiCallers, callExpecting, callersOf, type SignedInUser } from '#tests/product/callers.ts';
import { newDataDir, type Product, removeDataDir, spawnProduct, startProduct } from '#tests/product/product.ts';
import { pollUntil } from '#tests/product/until.ts';

// A product with the demo agency and users at work, and copies of it in other databases of the same server.

let folders: string[];
let backups: string;
let product: Product;
let people: ApiCallers;
let user: SignedInUser;
let order: Order;
let file: { id: string };

beforeAll(async () => {
  folders = [await newDataDir(), await newDataDir()];
  backups = await mkdtemp(join(tmpdir(), 'portal-backups-'));
  product = await startProduct({ dataDir: folders[0] ?? '', environment: { LINK_LIMIT_ADDRESS: '1000' } });
  people = await callersOf({ call: callerOf(product.url), dataDir: product.dataDir });
  user = await people.signedInAs({ email: 'agency.user@example.com' });
  file = await uploadsAt(product.url).upload(user, fileForm('A picture of bread', 'bread.txt'));
  const { results } = await callExpecting<{ results: Order[] }>(user.call, 200, {
    path: `/api/orders?status=DRAFT&user=${user.user.id}&limit=1`,
  });
  const [draft] = results;
  if (!draft) throw new Error('The demo has no draft of this user');
  const dataWithFile = { ...draft.formData, attached: { ...file, name: 'bread.txt', mimeType: 'text/plain' } };
  order = await callExpecting<Order>(user.call, 200, {
    method: 'PATCH',
    path: `/api/orders/${draft.id}`,
    body: { formData: dataWithFile },
  });
}, 120_000);

afterAll(async () => {
  await product?.stop();
  for (const folder of folders) await removeDataDir(folder);
  await rm(backups, { recursive: true, force: true });
});

/** The environment of a copy: another database, and the secret key, which no backup contains. */
const copy = (database: string) => ({
  MONGODB_URI: (runningDatabaseUri(product.dataDir) ?? '').replace('/portal?', `/${database}?`),
  SECRET_KEY: loadOrCreateSecret(product.dataDir),
  LINK_LIMIT_ADDRESS: '1000',
});

type Run = { process: ChildProcess; output(): string; ended: Promise<number | null> };

function run(
  command: 'backup' | 'restore',
  target: string,
  environment: Record<string, string>,
  ...options: string[]
): Run {
  const child = spawn(process.execPath, ['--import', 'tsx', 'api/engine/backup/main.ts', command, target, ...options], {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => printed.push(text));
  const ended = once(child, 'close').then(() => child.exitCode);
  return { process: child, output: () => printed.join(''), ended };
}

async function done(
  command: 'backup' | 'restore',
  target: string,
  environment: Record<string, string>,
  ...options: string[]
): Promise<string> {
  const { ended, output } = run(command, target, environment, ...options);
  expect([await ended, output()]).toEqual([0, expect.any(String)]);
  return output();
}

test('a backup made under load restores into an empty database, where work continues', async () => {
  const writes = { shouldContinue: true };
  const writing = (async () => {
    for (let number = 0; writes.shouldContinue; number += 1) {
      const body = { formData: { ...order.formData, headline: `Meanwhile ${number}` } };
      await callExpecting(user.call, 200, { method: 'PATCH', path: `/api/orders/${order.id}`, body });
    }
  })();
  const backupReport = await done('backup', backups, { DATA_DIR: product.dataDir });
  writes.shouldContinue = false;
  await writing;
  const [name = ''] = await readdir(backups);
  expect(name).toMatch(/^2\d{3}-.*Z\.order-portal\.tar$/);
  expect(backupReport).toContain(
    `Backed up the database of the running application in ${product.dataDir} to ${join(backups, name)}:`,
  );

  const environment = copy('restored');
  const restored = await done('restore', backups, { ...environment, DATA_DIR: folders[1] ?? '' });
  const content = (text: string) =>
    /\d+ records in \d+ collections and \d+ files \(\d+ bytes\), as of [^.]+Z/.exec(text)?.[0];
  expect(content(restored)).toBe(content(backupReport));

  const second = await startProduct({ dataDir: folders[1] ?? '', environment: { ...environment, DEMO: 'off' } });
  onTestFinished(async () => void (await second.stop()));
  const restoredPeople = await callersOf({ call: callerOf(second.url), dataDir: second.dataDir });
  expect((await callerOf(second.url)({ path: '/api/users/me', cookies: user.cookies })).status).toBe(401);
  const again = await restoredPeople.signedInAs({ email: 'agency.user@example.com' });
  const restoredOrder = await again.read('Order', order.id);
  expect(restoredOrder).toMatchObject({ refCode: order.refCode, client: order.client, createdAt: order.createdAt });
  const versions = await callExpecting<{ results: object[] }>(again.call, 200, {
    path: `/api/orders/${order.id}/versions`,
  });
  expect(versions.results.length).toBeGreaterThan(0);
  const bytes = await uploadsAt(second.url).download(again, file);
  expect([bytes.status, await bytes.text()]).toEqual([200, 'A picture of bread']);
  for (const list of ['orders', 'clients', 'users', 'products', 'files']) {
    const totalOf = async ({ admin }: ApiCallers) =>
      (await callExpecting<{ pagination: { total: number } }>(admin.call, 200, { path: `/api/${list}?limit=1` }))
        .pagination.total;
    expect([list, await totalOf(restoredPeople)]).toEqual([list, await totalOf(people)]);
  }

  const rejected = run('restore', backups, { ...environment, DATA_DIR: folders[1] ?? '' });
  expect(await rejected.ended).toBe(1);
  expect(rejected.output()).toMatch(/The database is not empty: it contains .*orders \(\d+\)/);
});

test('a backup into a folder that does not exist is refused, and writes no file of that name', async () => {
  const missing = join(backups, 'not mounted');
  const refused = run('backup', missing, { DATA_DIR: product.dataDir });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(`There is no folder ${missing}. Create it, or name a file that ends in .tar.`);
  expect(existsSync(missing)).toBe(false);
});

test('a backup can be verified without a database', async () => {
  const target = join(backups, 'verified.tar');
  const report = await done('backup', target, { DATA_DIR: product.dataDir });
  expect(report).toContain('The file was read again, and all checksums match.');
  const environment = { DATA_DIR: folders[1] ?? '', SECRET_KEY: loadOrCreateSecret(product.dataDir) };
  expect(await done('restore', target, environment, '--verify')).toMatch(/verified\.tar is intact: \d+ records in/);
  const bytes = await readFile(target);
  bytes.writeUInt8(bytes.readUInt8(bytes.length / 2) ^ 1, bytes.length / 2);
  await writeFile(target, bytes);
  const damaged = run('restore', target, environment, '--verify');
  expect([await damaged.ended, damaged.output()]).toEqual([1, expect.stringContaining('is corrupt at ')]);
});

test('a restore interrupted with Ctrl-C exits with a failure', async () => {
  const target = join(backups, 'interrupted.tar');
  await done('backup', target, { DATA_DIR: product.dataDir });
  const interrupted = run('restore', target, { ...copy('interrupted'), DATA_DIR: folders[1] ?? '' });
  await pollUntil({ label: 'the restore to begin', seconds: 60 }, () =>
    interrupted.output().includes('Writing it') ? true : undefined,
  );
  interrupted.process.kill('SIGINT');
  expect([await interrupted.ended, interrupted.output()]).toEqual([130, expect.not.stringContaining('is restored')]);
});

test('a killed restore blocks the product from starting, and the next restore starts over', async () => {
  const target = join(backups, 'killed.tar');
  await done('backup', target, { DATA_DIR: product.dataDir });
  const environment = { ...copy('killed'), DATA_DIR: folders[1] ?? '' };
  const killed = run('restore', target, environment);
  await pollUntil({ label: 'the restore to begin', seconds: 60 }, () =>
    killed.output().includes('Writing it') ? true : undefined,
  );
  const startOutput = async () => {
    const port = await freePort();
    const early = spawnProduct({ dataDir: folders[1] ?? '', port, environment });
    await once(early.process, 'exit');
    return early.output();
  };
  killed.process.kill('SIGKILL');
  await killed.ended;
  expect(await startOutput()).toContain('The database contains a partial restore of');
  expect(await done('restore', target, environment)).toContain('Removing the data of an incomplete earlier restore');
});

test('a product killed during a scheduled backup leaves none, and the next start makes one that can be restored', async () => {
  const dataDir = await newDataDir();
  const scheduled = await mkdtemp(join(tmpdir(), 'portal-scheduled-'));
  onTestFinished(async () => {
    await removeDataDir(dataDir);
    await rm(scheduled, { recursive: true, force: true });
  });
  const earlier = '2020-01-01T00-00-00.000Z.scheduled.order-portal.tar';
  await writeFile(join(scheduled, earlier), 'an earlier backup');
  const start = { dataDir, environment: { DEMO: 'on', BACKUP_DIR: scheduled, BACKUP_KEEP: '1' } };
  const changes = watch(scheduled, { signal: AbortSignal.timeout(90_000) });
  const killed = spawnProduct({ ...start, port: await freePort() });
  onTestFinished(killed.kill);
  for await (const { filename } of changes) if (filename?.endsWith('.part')) break;
  await killed.kill();
  expect((await readdir(scheduled)).filter((name) => !name.endsWith('.part'))).toEqual([earlier]);

  const next = await startProduct(start);
  onTestFinished(async () => void (await next.stop()));
  await expect.poll(() => readdir(scheduled), { timeout: 30_000 }).not.toContain(earlier);
  expect(await readdir(scheduled)).toEqual([expect.stringMatching(/^2\d{3}.*Z\.scheduled\.order-portal\.tar$/)]);
  const target = {
    MONGODB_URI: (runningDatabaseUri(dataDir) ?? '').replace('/portal?', '/scheduled?'),
    SECRET_KEY: loadOrCreateSecret(dataDir),
  };
  expect(await done('restore', scheduled, { ...target, DATA_DIR: folders[1] ?? '' })).toContain('Restored ');
});
