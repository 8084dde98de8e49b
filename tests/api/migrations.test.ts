import mongoose from 'mongoose';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { setAuditKeys } from '#api/engine/audit/chain.ts';
import { runNextJob } from '#api/engine/jobs/jobs.ts';
import { searchWordsJob } from '#api/engine/jobs/search-words.ts';
import { migrateDatabase, newerMigrations } from '#api/engine/migrations/migrate.ts';
import type { Migration } from '#api/engine/migrations/steps/migration.ts';
import { createIndexes } from '#api/engine/store/indexes.ts';
import { connectDatabase, disconnectDatabase } from '#api/platform/database/connect.ts';

// Migrations sign audit entries.
setAuditKeys(['a secret of the tests of migrations']);

const lines: string[] = [];
const report = (line: string) => lines.push(line);
const numbers = { last: 0 };

beforeEach(async () => {
  lines.length = 0;
  numbers.last += 1;
  await connectDatabase(inject('mongodbUri').replace('/DATABASE', `/migrations-${process.pid}-${numbers.last}`));
});

afterEach(async () => {
  await mongoose.connection.dropDatabase();
  await disconnectDatabase();
});

/** A migration that inserts its name, and then fails if `failure` is set. */
const markerMigration = (name: string, failure?: string): Migration => ({
  name,
  olderVersions: 'stop',
  up: async ({ db, session }) => {
    await db.collection('marks').insertOne({ name }, { session });
    if (failure) throw new Error(failure);
  },
});

const marks = async () =>
  (await mongoose.connection.collection('marks').find().sort({ _id: 1 }).toArray()).map(({ name }) => name);

const [first, second, third] = ['0001-first', '0002-second', '0003-third'].map((name) => markerMigration(name));
const both = [first, second].filter((each) => each !== undefined);
const all = [first, second, third].filter((each) => each !== undefined);

describe('a migration', () => {
  it('is applied once and in order, also after earlier ones', async () => {
    await migrateDatabase({ report, migrations: both });
    await migrateDatabase({ report, migrations: both });
    expect(await marks()).toEqual(['0001-first', '0002-second']);
    await migrateDatabase({ report, migrations: all });
    expect(await marks()).toEqual(['0001-first', '0002-second', '0003-third']);
    const migrated = lines.filter((line) => line.startsWith('Migrated'));
    expect(migrated).toEqual(
      ['0001-first', '0002-second', '0003-third'].map((name) => `Migrated the database: ${name}`),
    );
  });

  it('is applied once by concurrent starts, of which one waits', async () => {
    await Promise.all(Array.from({ length: 4 }, () => migrateDatabase({ report, migrations: all })));
    expect(await marks()).toEqual(['0001-first', '0002-second', '0003-third']);
    expect(lines).toContain('Waiting for another process that is preparing the same database');
  });

  it('a migration that fails stops the start with its name and is rolled back, unlike those before it', async () => {
    const broken = markerMigration('0002-second', 'the field is not there');
    await expect(
      migrateDatabase({ report, migrations: [...both.slice(0, 1), broken, ...all.slice(2)] }),
    ).rejects.toThrow('The migration 0002-second failed, and it was rolled back: the field is not there.');
    expect(await marks()).toEqual(['0001-first']);
    await migrateDatabase({ report, migrations: all });
    expect(await marks()).toEqual(['0001-first', '0002-second', '0003-third']);
  });

  it('is announced to processes of an older version before it changes anything, and is theirs to refuse afterwards', async () => {
    await migrateDatabase({ report, migrations: both });
    expect(await newerMigrations(both)).toEqual([]);
    const migrating = migrateDatabase({ report, migrations: all });
    await expect.poll(() => newerMigrations(both)).toEqual(['0003-third']);
    expect(await marks()).toEqual(['0001-first', '0002-second']);
    await migrating;
    expect(await newerMigrations(both)).toEqual(['0003-third']);
    expect(lines).toContain('Stopping processes of older versions, which cannot work with 0003-third');
    await expect(migrateDatabase({ report, migrations: both })).rejects.toThrow('it has the migrations 0003-third');
  });

  it('asks for a stop of processes of a version that does not watch for migrations', async () => {
    await migrateDatabase({ report, migrations: both });
    await mongoose.connection.collection('schema_migrations').updateMany({}, { $unset: { olderVersions: 1 } });
    await migrateDatabase({ report, migrations: all });
    expect(lines).toContain(
      'Stop all processes of the previous version now: they do not notice this migration, and cannot work with 0003-third',
    );
  });

  it('that fails is no longer announced, so that the older version can start again', async () => {
    await migrateDatabase({ report, migrations: both });
    const broken = markerMigration('0003-third', 'the field is not there');
    await expect(migrateDatabase({ report, migrations: [...both, broken] })).rejects.toThrow('it was rolled back');
    expect(await newerMigrations(both)).toEqual([]);
    await migrateDatabase({ report, migrations: both });
  });

  it('that states that older versions can continue neither stops nor refuses them', async () => {
    await migrateDatabase({ report, migrations: both });
    const compatible: Migration = { ...markerMigration('0003-third'), olderVersions: 'continue' };
    await migrateDatabase({ report, migrations: [...both, compatible] });
    expect(lines.join()).not.toContain('Stopping');
    expect(await newerMigrations(both)).toEqual([]);
    await migrateDatabase({ report, migrations: both });
  });

  it('is restarted by the next start if its process died', async () => {
    const until = new Date(Date.now() - 1);
    await mongoose.connection
      .collection<{ _id: string; until: Date }>('start_locks')
      .insertOne({ _id: 'start', until });
    await migrateDatabase({ report, migrations: both });
    expect(await marks()).toEqual(['0001-first', '0002-second']);
    expect(await mongoose.connection.collection('start_locks').countDocuments()).toBe(0);
  });

  it('a migration that this product does not know stops the start, and nothing is applied', async () => {
    await migrateDatabase({ report, migrations: both });
    await expect(migrateDatabase({ report, migrations: both.slice(0, 1) })).rejects.toThrow(
      'The database is newer than this version of the application: it has the migrations 0002-second, but the last one here is 0001-first.',
    );
    const others = [markerMigration('0000-earlier'), ...both.slice(0, 1)];
    await expect(migrateDatabase({ report, migrations: others })).rejects.toThrow('newer');
    expect(await marks()).toEqual(['0001-first', '0002-second']);
  });
});

describe('the migration of search words', () => {
  it('makes records without search words findable, and skips the others', async () => {
    const entities = mongoose.connection.collection('entities');
    await entities.insertMany([
      { name: 'Ärzte Bäder' },
      { name: 'Birch Books', searchKeys: ['kept'] },
      ...Array.from({ length: 1200 }, (_, index) => ({ name: `Number ${index}` })),
    ]);
    await migrateDatabase({ report });
    const keysOf = async (name: string) => (await entities.findOne({ name }))?.searchKeys;
    expect(await keysOf('Ärzte Bäder')).toEqual(['arzte', 'bader']);
    expect(await keysOf('Birch Books')).toEqual(['kept']);
    expect(await keysOf('Number 1199')).toEqual(['number', '1199']);
  });
});

describe('the migration of form versions', () => {
  it('creates the first version of each stored form', async () => {
    const { connection } = mongoose;
    const formSchema = { version: 1, root: { type: 'container' } };
    const { insertedId } = await connection.collection('forms').insertOne({ name: 'Before versions', formSchema });
    await migrateDatabase({ report });
    expect(await connection.collection('forms').findOne({ _id: insertedId })).toMatchObject({ version: 1, formSchema });
    const versions = await connection.collection('form_versions').find({ form: insertedId }).toArray();
    expect(versions).toMatchObject([{ number: 1, formSchema, publishedBy: null, revision: 1 }]);
  });
});

describe('the migration of external ids', () => {
  it('leaves a shared id to the oldest of its clients, and reports those that lose it', async () => {
    const clients = mongoose.connection.collection('clients');
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    const { insertedIds } = await clients.insertMany([
      { name: 'Second', externalId: 'N-17', createdAt: at(2), searchKeys: ['second', 'n', '17'] },
      { name: 'First', externalId: 'N-17', createdAt: at(1), searchKeys: ['first', 'n', '17'] },
      { name: 'Empty', externalId: '', createdAt: at(3), searchKeys: ['empty'] },
      { name: 'Other', externalId: 'N-18', createdAt: at(4), searchKeys: ['other'] },
    ]);
    await migrateDatabase({ report });
    const stored = await clients.find().sort({ createdAt: 1 }).toArray();
    expect(stored.map(({ name, externalId, searchKeys }) => [name, externalId, searchKeys])).toEqual([
      ['First', 'N-17', ['first', 'n', '17']],
      ['Second', undefined, ['second']],
      ['Empty', undefined, ['empty']],
      ['Other', 'N-18', ['other']],
    ]);
    const [second, first] = Object.values(insertedIds);
    const text = `Several clients had the external id N-17: ${first} retains it; it was removed from ${second}`;
    expect(lines.filter((line) => line.startsWith('Several clients had'))).toEqual([text]);
    await createIndexes();
    await expect(clients.insertOne({ externalId: 'N-17' })).rejects.toThrow('duplicate key');
    await clients.insertMany([{ name: 'Without' }, { name: 'Neither' }]);
  });
});

describe('the migration of revisions and expiry', () => {
  it('gives each version its own revision, counted back from the current one of its order', async () => {
    const { connection } = mongoose;
    const orders = await connection.collection('orders').insertMany([{ revision: 6 }, { revision: 3 }]);
    const [first, second] = Object.values(orders.insertedIds);
    const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1_000);
    // Sorted by creation, since a version with gathered autosaves has the time of the last one.
    await connection.collection('order_versions').insertMany([
      { order: first, name: 'b', createdAt: at(20), timestamp: at(500) },
      { order: first, name: 'a', createdAt: at(10), timestamp: at(10) },
      { order: second, name: 'x', createdAt: at(15), timestamp: at(15) },
      { order: first, name: 'c', createdAt: at(30), timestamp: at(30) },
      { order: second, name: 'y', createdAt: at(15), timestamp: at(15) },
    ]);
    await migrateDatabase({ report });
    const stored = await connection.collection('order_versions').find().sort({ name: 1 }).toArray();
    expect(stored.map(({ name, orderRevision }) => [name, orderRevision])).toEqual([
      ['a', 4],
      ['b', 5],
      ['c', 6],
      ['x', 2],
      ['y', 3],
    ]);
  });

  it('sets the expiry of messages that were sent or given up, and of no others', async () => {
    const messages = mongoose.connection.collection('outbox_messages');
    const at = new Date('2026-01-01');
    await messages.insertMany([
      { status: 'sent', sentAt: at, updatedAt: new Date() },
      { status: 'failed', sentAt: null, updatedAt: at },
      { status: 'waiting', sentAt: null, updatedAt: at },
    ]);
    await migrateDatabase({ report });
    const ends = (await messages.find().toArray()).map(({ expires }) => expires?.toISOString().slice(0, 10));
    expect(ends).toEqual(['2026-04-01', '2027-01-01', undefined]);
  });
});

describe('the migration to jobs', () => {
  it('converts pending work of the former collections to jobs, and keeps what was sent', async () => {
    const { connection } = mongoose;
    const id = () => new mongoose.Types.ObjectId();
    const [waiting, sent, entity, client, entry] = [id(), id(), id(), id(), id()];
    const [at, due] = [new Date('2026-01-01'), new Date('2026-01-02')];
    await connection.collection('outbox_messages').insertMany([
      { _id: waiting, status: 'waiting', attempts: 3, dueAt: due, lastError: 'No room', createdAt: at },
      { _id: sent, kind: 'message', order: client, status: 'sent', attempts: 1, dueAt: null, sentAt: at },
    ]);
    await connection.collection('tree_moves').insertMany([
      { entity, dueAt: null, isToldOnce: false },
      { client, dueAt: due, isToldOnce: true },
    ]);
    await connection.collection('file_leftovers').insertOne({ type: 'gridfs', location: String(entry), dueAt: null });
    await migrateDatabase({ report });
    const jobs = await connection.collection('jobs').find().sort({ kind: 1, subject: 1, dueAt: 1 }).toArray();
    expect(jobs.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['fileRemoval', `gridfs/${entry}`],
      ['mail', `OutboxMessage/${waiting}`],
      ['move', `Client/${client}`],
      ['move', `Entity/${entity}`],
      ['move', `Entity/${entity}`],
    ]);
    expect(jobs[1]).toMatchObject({ status: 'waiting', attempts: 3, dueAt: due, createdAt: at, revision: 1 });
    expect(Number(jobs[4]?.dueAt) - Number(jobs[3]?.dueAt)).toBe(150_000);
    for (const name of ['tree_moves', 'file_leftovers'])
      expect(await connection.collection(name).countDocuments()).toBe(0);
    const messages = await connection.collection('outbox_messages').find().sort({ _id: 1 }).toArray();
    const noRecipients = { accepted: [], refusals: [] };
    expect(messages).toEqual([
      { _id: waiting, status: 'waiting', createdAt: at, ...noRecipients },
      {
        _id: sent,
        kind: 'onboarding',
        order: client,
        status: 'sent',
        sentAt: at,
        expires: expect.any(Date),
        ...noRecipients,
      },
    ]);
  });
});

describe('the migration to the kinds of the audit log', () => {
  it('adds the subject and the participants to each entry', async () => {
    const log = mongoose.connection.collection('audit_log');
    const user = new mongoose.Types.ObjectId();
    const change = (resourceType: string, field = 'name', action = 'update') => ({
      ...{ user, actor: null, action, resourceType, changes: [{ field }] },
    });
    await log.insertMany([
      change('Client'),
      change('User'),
      change('User', 'roles'),
      change('EntityMember'),
      change('AuthProvider'),
      change('Order', 'status', 'moderate'),
    ]);
    await migrateDatabase({ report });
    const entries = await log.find().sort({ _id: 1 }).toArray();
    expect(entries.map(({ kind }) => kind)).toEqual(['record', 'record', 'rights', 'rights', 'waysIn', 'moderation']);
    expect(entries.every(({ actor }) => user.equals(actor))).toBe(true);
  });
});

describe('the migration to the words of named records', () => {
  it('enqueues a job for the stored records', async () => {
    const orders = mongoose.connection.collection('orders');
    const client = await mongoose.connection.collection('clients').insertOne({ name: 'Birch Books' });
    const user = await mongoose.connection.collection('users').insertOne({ name: 'Ann Arbor' });
    const named = { client: client.insertedId, user: user.insertedId };
    const { insertedIds } = await orders.insertMany([
      { refCode: 'AAAA1111', revision: 3, searchKeys: ['aaaa1111'], ...named },
      { refCode: 'BBBB2222', revision: 1, searchKeys: ['bbbb2222'], client: null, user: user.insertedId },
    ]);
    await migrateDatabase({ report });
    const runJob = () => runNextJob(searchWordsJob, { log: pino({ level: 'silent' }), shouldContinue: () => true });
    expect(await runJob()).toBe(true);
    const stored = await orders
      .find({ _id: { $in: Object.values(insertedIds) } })
      .sort({ refCode: 1 })
      .toArray();
    expect(stored.map(({ searchKeys, revision }) => [searchKeys.toSorted(), revision])).toEqual([
      [['aaaa1111', 'ann', 'arbor', 'birch', 'books'], 3],
      [['ann', 'arbor', 'bbbb2222'], 1],
    ]);
    // The migration to the words of phone numbers and amounts has enqueued a job for clients, too.
    expect(await runJob()).toBe(true);
  });
});

describe('the migration of verified addresses', () => {
  it('keeps the verified address of one user, and deletes entries without a user', async () => {
    const users = mongoose.connection.collection('users');
    await users.createIndex({ 'emailAddresses.address': 1 }, { unique: true });
    const address = (name: string, verified: boolean) => ({ address: `${name}@example.com`, verified });
    await users.insertMany([
      { name: 'Ann', emailAddresses: [address('ann', true), address('further', false), address('second', true)] },
      { name: 'Eve', emailAddresses: [address('eve', false)] },
    ]);
    await migrateDatabase({ report });
    await createIndexes();
    const verifiedOf = async (name: string) => (await users.findOne({ name }))?.verifiedAddresses;
    expect(await verifiedOf('Ann')).toEqual(['ann@example.com', 'second@example.com']);
    expect(await verifiedOf('Eve')).toEqual([]);
    const same = { emailAddresses: [address('further', false)], verifiedAddresses: [] };
    await users.insertMany([
      { name: 'One', ...same },
      { name: 'Other', ...same },
    ]);
    await expect(users.insertOne({ name: 'Third', verifiedAddresses: ['ann@example.com'] })).rejects.toThrow('E11000');
    const plan = await users.find({ verifiedAddresses: 'ann@example.com' }).explain('queryPlanner');
    expect(JSON.stringify(plan.queryPlanner.winningPlan)).toContain('verifiedAddresses_1');
  });
});
