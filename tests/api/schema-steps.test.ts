import mongoose from 'mongoose';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrateDatabase } from '#api/engine/migrations/migrate.ts';
import { schemaMigration } from '#api/engine/migrations/steps/schema-migration.ts';
import {
  type MigrationStep,
  moveCollection,
  rebuildSearchWords,
  setAsideCollection,
} from '#api/engine/migrations/steps/step.ts';
import { fill, narrow, rename, setAside } from '#api/engine/migrations/steps/steps.ts';
import { deleteSetAside } from '#api/engine/rehearsal/migrate-and-verify.ts';
import { connectDatabase, disconnectDatabase } from '#api/platform/database/connect.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';

const vendors = { resource: 'Vendor', collection: 'vendors' };
const { ObjectId } = mongoose.Types;
const lines: string[] = [];
const report = (line: string) => lines.push(line.replace(/ \(\d+\.\d s\)$/, ''));
const collection = (name: string) => mongoose.connection.collection(name);

beforeAll(() => connectDatabase(inject('mongodbUri').replace('/DATABASE', `/schema-steps-${process.pid}`)));

afterEach(async () => {
  lines.length = 0;
  await mongoose.connection.dropDatabase();
});

afterAll(disconnectDatabase);

const migrate = (...steps: MigrationStep[]) =>
  migrateDatabase({ report, migrations: [schemaMigration('0042-vendors', steps)] });

/** Runs a step on these documents and returns the stored records and the values that it set aside. */
async function storedAfter(step: MigrationStep, documents: object[]) {
  const { insertedIds } = await collection('vendors').insertMany(documents);
  await migrate(step);
  const stored = await collection('vendors')
    .find({}, { projection: { _id: 0 }, sort: { _id: 1 } })
    .toArray();
  const records = await collection('kept_aside')
    .find({}, { sort: { _id: 1 } })
    .toArray();
  const rowOf = (record: unknown) => Object.values(insertedIds).findIndex((id) => id.equals(String(record)));
  return { stored, setAside: records.map(({ record, path, value }) => [rowOf(record), path, value]) };
}

describe('values that a migration set aside', () => {
  it('are deleted on request for this migration only', async () => {
    await storedAfter(setAside(vendors, { path: 'fax' }), [{ fax: '1' }, { fax: '2' }]);
    await collection('kept_aside').insertOne({ migration: '0041-others', value: '3' });
    await collection('kept_aside_0042_shops').insertOne({ name: 'a' });
    await collection('kept_aside_0041_shops').insertOne({ name: 'b' });
    await expect(deleteSetAside('0040-none')).rejects.toThrow(
      "The migration '0040-none' has set nothing aside. Available: 0041-others, 0042-vendors, kept_aside_004",
    );
    await expect(deleteSetAside('0042-vendor')).rejects.toThrow('has set nothing aside');
    expect(await deleteSetAside('0042-vendors')).toEqual([
      'kept_aside: 2 values that 0042-vendors had set aside',
      'kept_aside_0042_shops: 1 records',
    ]);
    expect(await collection('kept_aside').distinct('value')).toEqual(['3']);
    expect(await collection('kept_aside_0041_shops').countDocuments()).toBe(1);
    await expect(deleteSetAside('0042-vendors')).rejects.toThrow('has set nothing aside');
  });
});

describe('a rename step', () => {
  it('moves each value of any type, and sets aside a value that would be overwritten', async () => {
    const step = rename(vendors, { path: 'notes', to: 'remarks' });
    const at = new Date(5);
    const { stored, setAside: values } = await storedAfter(step, [
      { notes: 'a' },
      { notes: { at, none: null } },
      { name: 'without' },
      { notes: 'old', remarks: 'new' },
      { notes: 'same', remarks: 'same' },
    ]);
    expect(stored).toEqual([
      { remarks: 'a' },
      { remarks: { at, none: null } },
      { name: 'without' },
      { remarks: 'new' },
      { remarks: 'same' },
    ]);
    expect(values).toEqual([[3, '/notes', 'old']]);
    const line = 'vendors: rename notes to remarks: 5 records read, 4 changed, 0 invalid values, 1 set aside';
    expect(lines).toEqual(['Migrated the database: 0042-vendors', `  ${line}`]);
  });

  it('renames inside rows, and keeps their other properties', async () => {
    const step = rename(vendors, { path: 'contacts.mail', to: 'email' });
    const { stored } = await storedAfter(step, [
      { contacts: [{ mail: 'a', n: 1 }, { n: 2 }, null] },
      { contacts: 'none' },
    ]);
    expect(stored).toEqual([{ contacts: [{ email: 'a', n: 1 }, { n: 2 }, null] }, { contacts: 'none' }]);
  });

  it('does not violate a unique index on the old name', async () => {
    await collection('vendors').createIndex({ code: 1, agency: 1 }, { unique: true });
    const { stored } = await storedAfter(rename(vendors, { path: 'code', to: 'key' }), [{ code: 1 }, { code: 2 }]);
    expect(stored).toEqual([{ key: 1 }, { key: 2 }]);
  });
});

describe('a removal step', () => {
  it('sets each value aside with its record and path', async () => {
    const step = setAside(vendors, { path: 'contacts.fax' });
    const { stored, setAside: values } = await storedAfter(step, [
      { contacts: [{ fax: '1' }, { fax: '2', n: 1 }] },
      { contacts: [] },
      { contacts: [{ fax: null }] },
    ]);
    expect(stored).toEqual([{ contacts: [{}, { n: 1 }] }, { contacts: [] }, { contacts: [{}] }]);
    expect(values).toEqual([
      [0, '/contacts/0/fax', '1'],
      [0, '/contacts/1/fax', '2'],
    ]);
    const entry = await collection('kept_aside').findOne({ value: '1' });
    expect(entry).toMatchObject({ resource: 'Vendor', migration: '0042-vendors', keptAt: expect.any(Date) });
  });

  it('a removal step of a resource keeps its records in a collection that nothing reads and that does not expire', async () => {
    await collection('vendors').insertMany([{ name: 'a' }, { name: 'b' }]);
    await collection('vendors').createIndex({ at: 1 }, { expireAfterSeconds: 0 });
    await migrate(setAsideCollection(vendors));
    expect(await collection('vendors').countDocuments()).toBe(0);
    const setAside = collection('kept_aside_0042_vendors');
    expect([await setAside.countDocuments(), (await setAside.indexes()).length]).toEqual([2, 1]);
    expect(lines[1]).toContain(
      'vendors: set the collection aside: 2 records read, 2 changed, 0 invalid values, 2 set aside',
    );
  });
});

describe('a step that renames a collection', () => {
  it('keeps its records and indexes, and replaces an empty collection', async () => {
    await collection('vendors').insertMany([{ name: 'a' }]);
    await collection('vendors').createIndex({ name: 1 });
    await mongoose.connection.createCollection('suppliers');
    await migrate(moveCollection(vendors, { to: 'suppliers' }));
    expect(
      await collection('suppliers')
        .find({}, { projection: { _id: 0 } })
        .toArray(),
    ).toEqual([{ name: 'a' }]);
    expect(await collection('suppliers').indexExists('name_1')).toBe(true);
  });

  it('never replaces other records', async () => {
    for (const name of ['vendors', 'suppliers']) await collection(name).insertOne({ name });
    await expect(migrate(moveCollection(vendors, { to: 'suppliers' }))).rejects.toThrow(
      'vendors cannot be renamed to suppliers, which already contains 1 records: move or delete them, and start again',
    );
    expect(await collection('vendors').countDocuments()).toBe(1);
  });
});

describe('a step that changes search words', () => {
  it('enqueues one job, and none without records', async () => {
    await migrate(rebuildSearchWords({ resource: 'Supplier', collection: 'suppliers' }));
    expect(await collection('jobs').countDocuments()).toBe(0);
    await collection('vendors').insertOne({});
    const migrations = ['0043-one', '0044-two'].map((name) => schemaMigration(name, [rebuildSearchWords(vendors)]));
    await migrateDatabase({ report, migrations: [schemaMigration('0042-vendors', []), ...migrations] });
    const jobs = await collection('jobs').find().toArray();
    expect(jobs).toMatchObject([{ kind: 'searchWords', subject: 'Vendor', status: 'waiting', revision: 1 }]);
  });
});

describe('two concurrent starts', () => {
  it('run each step once', async () => {
    await collection('vendors').insertMany(Array.from({ length: 20 }, (_, fax) => ({ fax })));
    const starts = ['one', 'two'].map(() => migrate(setAside(vendors, { path: 'fax' })));
    await Promise.all(starts);
    expect(await collection('kept_aside').countDocuments()).toBe(20);
    expect(lines.filter((line) => line.includes('20 changed'))).toHaveLength(1);
  });
});

describe('a step for a new required property', () => {
  it('sets it in records that lack it, with its database type, also in rows', async () => {
    const id = '0123456789abcdef01234567';
    const as = {
      type: 'object',
      properties: { at: { type: 'string', format: 'date-time' }, of: { type: 'string', 'x-ref': 'User' } },
    } as const;
    const value = { at: '2026-01-01T00:00:00Z', of: id };
    const { stored } = await storedAfter(fill(vendors, { path: 'rows.made', value, as }), [
      { rows: [{}, { made: 1 }] },
      {},
    ]);
    const made = { at: new Date(value.at), of: new ObjectId(id) };
    expect(stored).toEqual([{ rows: [{ made }, { made: 1 }] }, {}]);
  });
});

describe('a step that narrows a type', () => {
  it('sets aside values that do not match, and replaces them by the given value or removes them', async () => {
    const to: Property = { type: 'string', enum: ['gold', 'silver'] };
    const documents = [{ tier: 'gold' }, { tier: 'lead' }, { tier: null }, {}];
    const { stored, setAside: values } = await storedAfter(
      narrow(vendors, { path: 'tier', to, otherwise: 'silver' }),
      documents,
    );
    expect(stored).toEqual([{ tier: 'gold' }, { tier: 'silver' }, { tier: 'silver' }, {}]);
    expect(values).toEqual([[1, '/tier', 'lead']]);
    expect(lines[1]).toContain('4 records read, 2 changed, 2 invalid values, 1 set aside');
  });

  it('removes them if no value is given, and keeps the matching items of a list', async () => {
    const to = { type: 'array', items: { type: 'string', maxLength: 2 } } as const;
    const { stored, setAside: values } = await storedAfter(narrow(vendors, { path: 'tags', to }), [
      { tags: ['a', 'long', 'b'] },
      { tags: 'x' },
      { tags: { a: 1 } },
    ]);
    expect(stored).toEqual([{ tags: ['a', 'b'] }, { tags: ['x'] }, {}]);
    expect(values).toEqual([
      [0, '/tags', ['a', 'long', 'b']],
      [2, '/tags', { a: 1 }],
    ]);
  });
});
