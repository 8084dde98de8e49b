import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { migrateDatabase } from '#api/engine/migrations/migrate.ts';
import { migrations } from '#api/engine/migrations/migrations.ts';
import { createIndexes } from '#api/engine/store/indexes.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { isNightly } from '#tests/runner/sweep.ts';
import { databaseDrift } from './database-drift.ts';
import { aDraft, anAgency } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;

// Each check starts a process.
vi.setConfig({ testTimeout: 60_000 });

beforeAll(async () => {
  api = await startApi();
  await migrateDatabase({ report: () => undefined });
  const agency = await anAgency(api);
  const path = `/api/orders/${(await aDraft(agency)).id}`;
  // Two more versions, whose unique index is descending.
  for (const body of [{ status: 'PENDING' }, { status: 'CANCELED', cancelationReason: 'dissatisfied' }])
    await callExpecting(agency.user.call, 200, { method: 'PATCH', path, body });
});

afterAll(async () => {
  await mongoose.connection.dropDatabase();
  await api.close();
});

// `npm test` checks this in tree-scope-drift.test.ts, on a smaller database.
if (isNightly())
  it('a database that the product has written matches the schemas', async () => {
    expect(await databaseDrift(api)).toEqual({
      isOk: true,
      lines: ['Matches the schemas: the database of MONGODB_URI'],
    });
  });

it('reports drift of a database that was changed manually: migrations, indexes, and documents by count and id', async () => {
  const { db } = mongoose.connection;
  const clients = mongoose.connection.collection('clients');
  await clients.dropIndex('externalId_1__id_1');
  await clients.createIndex({ website: 1 });
  await db?.collection('schema_migrations').deleteMany({});
  const [client = {}] = await clients.find({}, { projection: { industry: 0 } }).toArray();
  const rows = Array.from({ length: 12 }, (_, index) => {
    return { ...client, _id: new mongoose.Types.ObjectId(), colour: 'red', name: index };
  });
  await clients.insertMany(rows);
  await mongoose.connection
    .collection('orders')
    .updateMany({}, { $set: { client: String(rows[0]?._id), createdAt: '2026-01-02', status: 'LOST' } });
  const order = String((await mongoose.connection.collection('orders').findOne())?._id);
  const ids = `${rows
    .slice(0, 10)
    .map(({ _id }) => String(_id))
    .join(', ')}, …`;

  const { isOk, lines } = await databaseDrift(api);
  expect(isOk).toBe(false);
  expect(lines.toSorted()).toEqual(
    [
      ...migrations.map(({ name }) => `the migration ${name} has not been applied: start the application`),
      'clients: no index on {"externalId":1,"_id":1}: start the application to create it',
      'clients: the index website_1 is in no schema: drop it, or declare it in the schema',
      'clients: 12 of 13 documents do not match the schema of Client',
      `  /colour Unknown field (12: ${ids})`,
      `  /name Must be string (12: ${ids})`,
      `  /industry Missing required field: Industry (12: ${ids})`,
      'orders: 1 of 1 documents do not match the schema of Order',
      `  /client Must be stored as ObjectId or null (1: ${order})`,
      `  /createdAt Must be stored as Date (1: ${order})`,
      `  /status Must be one of: DRAFT, PENDING, COMPLETE, CANCELED (1: ${order})`,
      `clients: 12 of 13 documents have a wrong treeScope (${ids})`,
      'Does not match the schemas: the database of MONGODB_URI',
    ].toSorted(),
  );
});

if (isNightly())
  it('reports duplicates of unique values by record id, both in the check and at start', async () => {
    const clients = mongoose.connection.collection('clients');
    await clients.dropIndexes();
    const [one = {}] = await clients.find({ industry: { $exists: true } }).toArray();
    const ids = [new mongoose.Types.ObjectId(), new mongoose.Types.ObjectId()];
    await clients.insertMany(ids.map((_id) => ({ ...one, _id, externalId: 'C-1' })));
    const line = `clients: 2 documents have the same externalId ("C-1": ${ids.map(String).sort().join(', ')})`;
    expect((await databaseDrift(api)).lines).toContain(line);
    await expect(createIndexes()).rejects.toThrow(line);
    await clients.deleteMany({ _id: { $in: ids } });
    await createIndexes();
  });
