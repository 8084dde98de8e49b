import { copyFile, mkdtemp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose, { mongo } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backedUpCollections, collectionNames, splitBson } from '#api/engine/backup/database.ts';
import { makeBackup } from '#api/engine/backup/make-backup.ts';
import { restoreBackup } from '#api/engine/backup/restore-backup.ts';
import { readBackup, readEntry } from '#api/engine/backup/verify-backup.ts';
import { migrateDatabase } from '#api/engine/migrations/migrate.ts';
import { storeOf } from '#api/engine/store/store.ts';
import { assertNoPartialRestore, beginRestore } from '#api/platform/database/restore-marker.ts';
import { aClient, aDraft, anAgency } from './factories.ts';
import { type Api, startApi } from './server.ts';
import { fileForm, uploadsTo } from './uploads.ts';

let api: Api;
let folder: string;
let whole: string;
let records: Records;

const secretKey = () => api.config.secretKey;
const quiet = { report: () => undefined, signal: new AbortController().signal };
const backup = (file: string) => makeBackup({ file, secretKey: secretKey(), ...quiet });
const restore = (file: string, other: { secretKeys?: string[]; isKeyLost?: boolean } = {}) =>
  restoreBackup({ file, secretKeys: api.config.secretKeys, isKeyLost: false, storage: 'gridfs', ...quiet, ...other });
const at = (name: string) => join(folder, name);
const emptyDatabase = () => mongoose.connection.dropDatabase();

/** The records of each collection, except for what a restore generates again: the storage keys of files. */
type Records = Map<string, mongo.Document[]>;

const comparable = (name: string, documents: mongo.Document[]) =>
  name === 'files' ? documents.map(({ storage, ...document }) => document) : documents;

async function recordsIn(file: string): Promise<Records> {
  const found: Records = new Map();
  for await (const entry of readBackup(file)) {
    const bytes = await readEntry(entry);
    if (entry.kind !== 'part') continue;
    const documents = [...splitBson(bytes)].map((each) => mongo.BSON.deserialize(each));
    found.set(entry.collection, [...(found.get(entry.collection) ?? []), ...comparable(entry.collection, documents)]);
  }
  return found;
}

async function readStored(): Promise<Records> {
  const found: Records = new Map();
  for (const name of await backedUpCollections()) {
    const documents = await mongoose.connection
      .collection(name)
      .find({}, { sort: { _id: 1 } })
      .toArray();
    if (documents.length > 0) found.set(name, comparable(name, documents));
  }
  return found;
}

const indexes = async () => {
  const found: Record<string, string[]> = {};
  for (const name of await collectionNames()) {
    const all = await mongoose.connection.collection(name).indexes();
    found[name] = all.map((index) => JSON.stringify([index.key, index.unique, index.partialFilterExpression])).sort();
  }
  return found;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-backup-'));
  api = await startApi();
  const agency = await anAgency(api);
  const uploads = await uploadsTo(api);
  await uploads.upload(agency.user, fileForm('Bytes to keep', 'kept.txt'));
  await uploads.upload(agency.user, fileForm(new Uint8Array(700_000).fill(7), 'large.bin'));
  const order = await aDraft(agency);
  await agency.user.call({
    method: 'PATCH',
    path: `/api/orders/${order.id}`,
    body: { formData: { headline: 'Fresher bread', 10: 'ten', 2: 'two' } },
  });
  await aDraft(await anAgency(api));
  whole = at('whole.tar');
  await migrateDatabase(quiet);
  await backup(whole);
  records = await recordsIn(whole);
});
afterAll(async () => {
  await api?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  it('contains every collection except transient ones, and only its owner can read the file', async () => {
    const there = await collectionNames();
    const transientCollections = ['sessions', 'sign_in_links', 'rate_limits', 'file_bytes.files', 'file_bytes.chunks'];
    expect(there).toEqual(expect.arrayContaining(transientCollections));
    for (const name of records.keys()) expect(transientCollections).not.toContain(name);
    for (const name of ['users', 'orders', 'order_versions', 'files', 'audit_log', 'idempotent_answers'])
      expect(records.get(name)?.length).toBeGreaterThan(0);
    expect((await stat(whole)).mode & 0o777).toBe(0o600);
    expect((await readFile(whole)).includes(secretKey())).toBe(false);
  });

  it('is a consistent snapshot despite concurrent writes', async () => {
    const file = at('meanwhile.tar');
    const writes = { shouldContinue: true, made: 0 };
    const writing = (async () => {
      while (writes.shouldContinue) {
        await aClient(api);
        writes.made += 1;
      }
    })();
    const manifest = await backup(file);
    writes.shouldContinue = false;
    await writing;
    expect(writes.made).toBeGreaterThan(0);
    const snapshot = await recordsIn(file);
    // Each client and its audit log entry are written in one transaction: the backup has both or neither.
    const clients = snapshot.get('clients')?.map(({ _id }) => String(_id));
    const creations = snapshot
      .get('audit_log')
      ?.filter(({ resourceType, action }) => resourceType === 'Client' && action === 'create');
    expect(creations?.map(({ resourceId }) => String(resourceId)).toSorted()).toEqual(clients?.toSorted());
    expect(manifest.collections.find(({ name }) => name === 'clients')?.documents).toBe(clients?.length);
  });
});

describe('restoring a backup', () => {
  // Stop the background jobs, which would change what is compared.
  beforeAll(() => api.app.close());

  it('restores an empty database exactly, with the indexes of the schemas, and signs everybody out', async () => {
    const before = await indexes();
    await emptyDatabase();
    await restore(whole);
    expect(await readStored()).toEqual(records);
    const after = await indexes();
    for (const name of records.keys()) expect([name, after[name]]).toEqual([name, before[name]]);
    expect(await storeOf('Session').count({})).toBe(0);
    await expect(assertNoPartialRestore()).resolves.toBeUndefined();
  });

  it('refuses a database that is not empty, leaves it as it is, and reports it', async () => {
    await emptyDatabase();
    await restore(whole);
    await expect(restore(whole)).rejects.toThrow(/^The database is not empty: it contains .*orders \(2\).*users \(/);
    expect(await readStored()).toEqual(records);
  });

  it('starts over after an interrupted restore, and the product does not start until then', async () => {
    await emptyDatabase();
    await restore(whole);
    await beginRestore('earlier.tar');
    await storeOf('User').insert({ name: 'Nobody of the backup' });
    await expect(assertNoPartialRestore()).rejects.toThrow(
      /^The database contains a partial restore of earlier.tar, started at /,
    );
    await restore(whole);
    expect(await readStored()).toEqual(records);
  });

  it('requires the same SECRET_KEY, or the option that says it is lost', async () => {
    await emptyDatabase();
    const other = { secretKeys: ['another secret of at least 32 characters'] };
    await expect(restore(whole, other)).rejects.toThrow('was made with a different SECRET_KEY');
    expect(await collectionNames()).not.toContain('users');
    await restore(whole, { ...other, isKeyLost: true });
    expect(await storeOf('Order').count({})).toBe(2);
    await emptyDatabase();
    await restore(whole, { secretKeys: [...other.secretKeys, secretKey()] });
    expect(await storeOf('Order').count({})).toBe(2);
  });
});

describe('restoring writes nothing from', () => {
  const errorOfRestore = async (name: string, change: (file: string) => Promise<void>): Promise<string> => {
    const file = at(`${name}.tar`);
    await copyFile(whole, file);
    await change(file);
    await emptyDatabase();
    const why: unknown = await restore(file).catch((error: unknown) => error);
    expect(await storeOf('User').count({})).toBe(0);
    await expect(assertNoPartialRestore()).resolves.toBeUndefined();
    return why instanceof Error ? `${why.name}: ${why.message.replaceAll(file, 'FILE')}` : 'it was restored';
  };
  const flip = async (file: string, position: number) => {
    const handle = await open(file, 'r+');
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, position);
    await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, position);
    await handle.close();
  };

  it.each([0.1, 0.5, 0.9, 0.999])('a backup that is truncated to a share of %f', async (share) => {
    const { size } = await stat(whole);
    const why = await errorOfRestore('short', (file) => truncate(file, Math.floor(size * share)));
    expect(why).toMatch(
      /^StartFailure: FILE (cannot be read (in|after) \S+: unexpected end of file|is incomplete: it ends before its manifest)/,
    );
  });

  it('a backup with a changed byte at any position, and reports the position', async () => {
    const bytes = await readFile(whole);
    const orders = bytes.indexOf('Fresher bread');
    expect(await errorOfRestore('order', (file) => flip(file, orders))).toBe(
      'StartFailure: FILE is corrupt at collections/orders: the checksum does not match the manifest.',
    );
    const content = bytes.indexOf('Bytes to keep');
    expect(await errorOfRestore('file', (file) => flip(file, content))).toMatch(
      /^StartFailure: FILE is corrupt at files\/[0-9a-f]{24}: the checksum does not match/,
    );
    const madeAt = bytes.indexOf('"madeAt"');
    expect(await errorOfRestore('manifest', (file) => flip(file, madeAt + 20))).toBe(
      'StartFailure: FILE is corrupt at manifest.hmac: the signature does not match the manifest.',
    );
    expect(await errorOfRestore('head', (file) => flip(file, 0))).toMatch(
      /^StartFailure: FILE (cannot be read at the beginning|is not a backup)/,
    );
  });

  it('a file that is not a backup', async () => {
    expect(await errorOfRestore('text', (file) => writeFile(file, 'Dear all,\n'.repeat(200)))).toMatch(
      /^StartFailure: FILE (cannot be read at the beginning|is not a backup of the order portal)/,
    );
    expect(await errorOfRestore('nothing', (file) => truncate(file, 0))).toBe(
      'StartFailure: FILE is not a backup of the order portal: it is empty.',
    );
  });
});
