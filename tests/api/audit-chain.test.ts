import { spawnSync } from 'node:child_process';
import mongoose, { type mongo } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { sealAuditEntries } from '#api/engine/audit/chain.ts';
import { verifyAuditLog } from '#api/engine/audit/verify.ts';
import { freezeClock, hour } from './clock.ts';
import { anEntity } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let log: mongo.Collection;
let settings: mongo.Collection;
beforeAll(async () => {
  api = await startApi();
  log = mongoose.connection.collection('audit_log');
  settings = mongoose.connection.collection('settings');
});
afterAll(() => api.close());

const seal = () => sealAuditEntries(() => true);
const headKey = { key: 'auditHead' };
/** A snapshot of five sealed entries that each test starts from. */
let snapshot: { entries: mongo.Document[]; head: mongo.Document | null };

beforeAll(async () => {
  for (let count = 0; count < 5; count += 1) await anEntity(api);
  await seal();
  snapshot = { entries: await log.find().toArray(), head: await settings.findOne(headKey) };
});
beforeEach(async () => {
  await log.deleteMany({});
  await log.insertMany(snapshot.entries);
  await settings.replaceOne(headKey, snapshot.head ?? {}, { upsert: true });
});

const faultNow = async () => (await verifyAuditLog()).fault;

it('numbers all audit entries without gaps while two processes seal and others write', async () => {
  const writing = Promise.all(Array.from({ length: 20 }, () => anEntity(api)));
  await Promise.all([seal(), seal(), seal()]);
  await writing;
  await Promise.all([seal(), seal()]);
  const numbers = (await log.find().sort({ sequence: 1 }).toArray()).map(({ sequence }) => sequence);
  expect(numbers).toEqual(Array.from({ length: snapshot.entries.length + 20 }, (_, index) => index + 1));
  expect(await verifyAuditLog()).toMatchObject({ head: { sequence: numbers.length }, late: 0 });
});

it.each<[string, () => Promise<unknown>, string]>([
  ['changed', () => log.updateOne({ sequence: 3 }, { $set: { name: 'Another' } }), 'was changed'],
  ['given an extra field', () => log.updateOne({ sequence: 3 }, { $set: { extra: 1 } }), 'was changed'],
  ['deleted in the middle', () => log.deleteOne({ sequence: 3 }), 'Entries 3 to 3 were removed'],
  ['deleted at the end', () => log.deleteMany({ sequence: { $gte: 4 } }), 'were removed from the end'],
  [
    'swapped with the next one',
    async () => {
      await log.updateOne({ sequence: 3 }, { $set: { sequence: 0 } });
      await log.updateOne({ sequence: 4 }, { $set: { sequence: 3 } });
      await log.updateOne({ sequence: 0 }, { $set: { sequence: 4 } });
    },
    'Entry 3 ',
  ],
  [
    'duplicated',
    () => log.insertOne({ ...snapshot.entries[2], _id: new mongoose.Types.ObjectId() }),
    'two entries with the number 3',
  ],
])('detects an audit entry that was %s', async (_what, tamper, message) => {
  expect(await faultNow()).toBeUndefined();
  await tamper();
  expect(await faultNow()).toContain(message);
});

it('detects a chain head that was reset or removed, and seals nothing after it', async () => {
  await log.deleteMany({ sequence: { $gte: 4 } });
  await settings.updateOne(headKey, { $set: { value: 3, hash: snapshot.entries[2]?.hash } });
  expect(await faultNow()).toContain('not signed with the current SECRET_KEY');
  await anEntity(api);
  await expect(seal()).rejects.toThrow('not signed');
  await settings.deleteOne(headKey);
  expect(await faultNow()).toContain('is missing');
});

it('detects a log that was reset as a whole, by comparing it with a chain head that was noted before', async () => {
  const { head } = Object(await verifyAuditLog());
  expect((await verifyAuditLog(head)).fault).toBeUndefined();
  expect((await verifyAuditLog({ sequence: 2, hash: head.hash })).fault).toContain('Entry 2 no longer has the hash');
  expect((await verifyAuditLog({ sequence: 99, hash: head.hash })).fault).toContain('removed from the end');
});

const verify = () =>
  spawnSync(process.execPath, ['--import', 'tsx', 'api/engine/audit/main.ts', 'verify'], {
    encoding: 'utf8',
    env: {
      ...process.env,
      MONGODB_URI: inject('mongodbUri').replace('/DATABASE', `/${mongoose.connection.name}`),
      SECRET_KEY: api.config.secretKey,
      DATA_DIR: api.config.dataDir,
    },
  });

it('npm run audit -- verify reports the number of entries and the last time, and exits with 1 and the position of a tampered entry', async () => {
  const last = snapshot.entries.at(-1);
  const whole = verify();
  expect(whole).toMatchObject({ status: 0 });
  expect(whole.stdout).toContain(`intact: ${snapshot.entries.length} entries, until ${last?.createdAt.toISOString()}`);
  await log.updateOne({ sequence: 2 }, { $set: { user: new mongoose.Types.ObjectId() } });
  const changed = verify();
  expect(changed.status).toBe(1);
  expect(changed.stderr).toContain('Entry 2 (');
});

/** An entry as forged by somebody with write access to the database but without the secret. */
const forgery = () => {
  const { mac: _mac, hash: _hash, previous: _previous, ...copied } = snapshot.entries[2] ?? {};
  return { ...copied, _id: new mongoose.Types.ObjectId(), sequence: null, name: 'Forged' };
};

it.each<[string, () => object]>([
  ['without a signature', forgery],
  ['with the signature of another entry', () => ({ ...forgery(), mac: snapshot.entries[2]?.mac })],
  ['a copy with another id', () => ({ ...snapshot.entries[2], _id: new mongoose.Types.ObjectId(), sequence: null })],
  [
    'a copy with another time',
    () => ({
      ...snapshot.entries[2],
      createdAt: new Date('2020-01-01'),
      sequence: null,
      _id: new mongoose.Types.ObjectId(),
    }),
  ],
])('does not seal an entry that was forged in the database, and detects it: %s', async (_how, make) => {
  const entry = make();
  const id = Reflect.get(entry, '_id');
  // The background loop seals each second. If it finds the entry first, try again.
  await vi.waitFor(async () => {
    await log.deleteOne({ _id: id });
    await log.insertOne({ ...entry });
    const forgeries: string[][] = [];
    await sealAuditEntries(
      () => true,
      (forged) => forgeries.push(forged),
    );
    expect(forgeries).toEqual([[String(id)]]);
  }, 10_000);
  expect(await log.findOne({ _id: id })).toMatchObject({ sequence: null, isForged: true });
  expect(await faultNow()).toBe(`Entry ${id} was not written by the application`);
  // Entries that the product writes are still sealed.
  await log.deleteOne({ _id: id });
  await anEntity(api);
  await seal();
  expect(await verifyAuditLog()).toMatchObject({ head: { sequence: snapshot.entries.length + 1 } });
});

it('does not seal an entry that was changed before it was sealed, and detects it', async () => {
  await anEntity(api);
  const changed = await log.findOneAndUpdate({ sequence: null }, { $set: { name: 'Another' } });
  if (changed === null) return expect(await log.countDocuments({ sequence: null })).toBe(1);
  await seal();
  expect(await faultNow()).toContain('was not written by the application');
});

it('reports an entry as out of order if its date is earlier than that of entries sealed before it', async () => {
  const clock = freezeClock();
  const back = 3 * hour;
  clock.pass(-back);
  await anEntity(api);
  clock.pass(back);
  await seal();
  expect(await verifyAuditLog()).toMatchObject({
    outOfOrder: [expect.stringMatching(/^entry \d+ \([0-9a-f]{24}\) is dated .*Z, and entry \d+ before it .*Z$/)],
  });
  expect(verify().stdout).toContain('A timestamp is out of order: entry ');
});

it('no API call changes or deletes an audit entry', async () => {
  const [entry] = snapshot.entries;
  for (const method of ['PUT', 'PATCH', 'DELETE'] as const)
    expect((await api.admin.call({ method, path: `/api/audit_log/${entry?._id}`, body: {} })).status).toBe(404);
  expect(await faultNow()).toBeUndefined();
});
