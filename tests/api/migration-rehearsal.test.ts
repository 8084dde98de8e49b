import mongoose from 'mongoose';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { Migration } from '#api/engine/migrations/steps/migration.ts';
import { schemaMigration } from '#api/engine/migrations/steps/schema-migration.ts';
import { fill, rename } from '#api/engine/migrations/steps/steps.ts';
import { openCopy, removeCopy } from '#api/engine/rehearsal/copy.ts';
import { rehearse } from '#api/engine/rehearsal/migrate-and-verify.ts';
import { connectDatabase, disconnectDatabase } from '#api/platform/database/connect.ts';

const name = `rehearsal-test-${process.pid}`;
const uri = inject('mongodbUri').replace('/DATABASE', `/${name}`);
const copy = `${name}_rehearsal`;
const lines: string[] = [];
const report = (line: string) => lines.push(line);
const { signal } = new AbortController();

// A rehearsal creates the indexes of all schemas in the copy.
vi.setConfig({ testTimeout: 30_000 });

const database = (of: string) => mongoose.connection.getClient().db(of);
const settings = { resource: 'Setting', collection: 'settings' };
const renamed: Migration[] = [
  schemaMigration('0001-settings', [rename(settings, { path: 'title', to: 'key' })]),
  schemaMigration('0002-hashes', [fill(settings, { path: 'hash', value: '#' })]),
];

beforeEach(async () => {
  lines.length = 0;
  await connectDatabase(uri);
  const stored = database(name).collection(settings.collection);
  await stored.insertMany([{ title: 'a' }, { title: 'b', hash: 'h' }]);
  await stored.createIndex({ title: 1 }, { unique: true });
  await database(name).collection('file_bytes.chunks').insertOne({ data: 'large' });
});

afterEach(async () => {
  for (const each of [name, copy]) await database(each).dropDatabase();
  await disconnectDatabase();
});

/** The contents of a database: records and indexes by collection. */
async function contentOf(of: string) {
  const names = (await database(of).listCollections().toArray()).map((each) => each.name).sort();
  const contents = names.map(async (each) => {
    const collection = database(of).collection(each);
    return [each, await collection.find().sort({ _id: 1 }).toArray(), await collection.indexes()];
  });
  return Promise.all(contents);
}

const runRehearsal = async (migrations: Migration[]) => {
  const original = await openCopy(uri);
  return rehearse({ original, report, signal, migrations });
};

describe('a migration rehearsal', () => {
  it('runs the pending migrations on a copy, reports their effects, and leaves the database unchanged', async () => {
    const before = await contentOf(name);
    expect(await runRehearsal(renamed)).toEqual([]);
    expect(await database(copy).collection('settings').find().sort({ key: 1 }).toArray()).toMatchObject([
      { key: 'a', hash: '#' },
      { key: 'b', hash: 'h' },
    ]);
    expect(await database(copy).collection('file_bytes.chunks').countDocuments()).toBe(0);
    await removeCopy();
    expect(await contentOf(name)).toEqual(before);
    expect((await contentOf(copy)).length).toBe(0);
    const report = lines.map((line) => line.replace(/\d+\.\d s/, 'N s'));
    expect(report).toEqual([
      'Copied: 2 records of 1 collections (N s)',
      '2 pending: 0001-settings, 0002-hashes',
      'Stop all processes of the previous version before you start this one: they do not stop by themselves, and cannot work with 0001-settings, 0002-hashes',
      'Migrated the database: 0001-settings (N s)',
      '  settings: rename title to key: 2 records read, 2 changed, 0 invalid values, 0 set aside (N s)',
      'Migrated the database: 0002-hashes (N s)',
      '  settings: set hash to "#" where it is missing: 2 records read, 1 changed, 0 invalid values, 0 set aside (N s)',
      'Created the indexes of the schemas (N s)',
      'Validated every record against its schema (N s)',
    ]);
  });

  it('says that processes of the previous version stop if that version watches for migrations', async () => {
    await database(name)
      .collection<{ _id: string }>('schema_migrations')
      .insertOne({ _id: '0000-first', ...{ at: new Date(), olderVersions: 'continue' } });
    const first: Migration = { name: '0000-first', olderVersions: 'continue', up: async () => undefined };
    await runRehearsal([first, ...renamed]);
    expect(lines).toContain(
      'Running processes of the previous version stop: they cannot work with 0001-settings, 0002-hashes',
    );
  });

  it('reports the records that do not match the schemas afterwards, and replaces the copy of a killed rehearsal', async () => {
    await database(copy).collection<{ _id: string }>('rehearsals').insertOne({ _id: 'copy' });
    await database(copy).collection('settings').insertOne({ left: 'over' });
    await database(name).collection('settings').insertOne({ title: 'c', hash: 5 });
    const faults = await runRehearsal(renamed);
    expect(faults).toEqual([
      'settings: 1 of 3 documents do not match the schema of Setting',
      expect.stringContaining('/hash Must be string (1: '),
    ]);
    expect(lines).toEqual(expect.arrayContaining(faults));
  });

  it('never replaces a database that is not a copy', async () => {
    await database(copy).collection('orders').insertOne({ precious: true });
    await expect(openCopy(uri)).rejects.toThrow(
      `The database ${copy} is not the copy of a rehearsal: it contains orders.`,
    );
    await expect(rehearse({ original: name, report, signal, migrations: renamed })).rejects.toThrow(
      'is not the copy of a rehearsal',
    );
    await expect(removeCopy()).rejects.toThrow('is not the copy of a rehearsal');
    expect(await database(copy).collection('orders').countDocuments()).toBe(1);
  });
});
