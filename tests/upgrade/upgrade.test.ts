import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import mongoose, { mongo } from 'mongoose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { splitBson } from '#api/engine/backup/database.ts';
import { readBackup, readEntry } from '#api/engine/backup/verify-backup.ts';
import { documentDrift } from '#api/engine/drift/documents.ts';
import { storedNames } from '#api/engine/store/model.ts';
import { connectDatabase, disconnectDatabase } from '#api/platform/database/connect.ts';
import { runningDatabaseUri } from '#api/platform/database/running.ts';
import type { Order } from '#schemas/generated/types.ts';
import { callerOf } from '#tests/product/call.ts';
import { type ApiCallers, callExpecting, callersOf } from '#tests/product/callers.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '#tests/product/product.ts';
import { archives, releasedDataEnvironment, runBackup } from './released-data.ts';

// Upgrade test: starts this product on the data that the last release has written (saved by main.ts).

let dataDir: string;
let product: Product;
let people: ApiCallers;
/** The records of each collection, by id. */
const before = new Map<string, mongo.Document[]>();

beforeAll(async () => {
  dataDir = await newDataDir();
  const [file = '', ...others] = archives();
  expect(others).toEqual([]);
  const archive = join(dataDir, 'released.order-portal.tar');
  await writeFile(archive, gunzipSync(readFileSync(file)));
  for await (const entry of readBackup(archive)) {
    const bytes = await readEntry(entry);
    if (entry.kind !== 'part') continue;
    const documents = [...splitBson(bytes)].map((each) => mongo.BSON.deserialize(each));
    before.set(entry.collection, [...(before.get(entry.collection) ?? []), ...documents]);
  }
  await runBackup('restore', archive, dataDir);
  product = await startProduct({ dataDir, environment: { ...releasedDataEnvironment, DEMO: 'off' } });
  await connectDatabase(runningDatabaseUri(dataDir) ?? '');
  people = await callersOf({ call: callerOf(product.url), dataDir });
});

afterAll(async () => {
  await disconnectDatabase();
  await product?.stop();
  await removeDataDir(dataDir);
});

/** Collections that migrations have renamed. */
const renamed = new Map([['report_totalses', 'report_totals']]);

/** Collections that grow through the start and through sign-ins. */
const own = ['jobs', 'outbox_messages', 'migrations', 'audit_log', 'settings', 'sign_in_links', 'sessions'];

describe('on the data of the last release, this product', () => {
  test('starts, and every record fits its schema', async () => {
    const drift = await Promise.all(storedNames.map((name) => documentDrift(name)));
    expect(drift.flat()).toEqual([]);
  });

  test('still has every record except those that a migration removes, named here', async () => {
    const missing: string[] = [];
    expect([...before.values()].flat().length).toBeGreaterThan(300);
    for (const [name, documents] of before) {
      if (own.includes(name)) continue;
      const ids = documents.map(({ _id }) => _id);
      const present = await mongoose.connection
        .collection(renamed.get(name) ?? name)
        .countDocuments({ _id: { $in: ids } });
      if (present !== ids.length) missing.push(`${name}: ${present} of ${ids.length}`);
    }
    // The locks are documents of idempotent_answers since 0044-reference-locks.
    expect(missing).toEqual(['reference_locks: 0 of 64']);
  });

  test('opens every order unchanged with its form and versions, and saves its drafts', async () => {
    const { call } = people.admin;
    const orders = before.get('orders') ?? [];
    expect(orders.length).toBeGreaterThan(20);
    let saved = 0;
    for (const [at, { _id, refCode, status, formData }] of orders.entries()) {
      const path = `/api/orders/${_id}`;
      const order = await callExpecting<Order>(call, 200, { path: `${path}?populate=form,client,user` });
      expect(order).toMatchObject({ refCode, status });
      expect(Object.keys(order.formData)).toEqual(expect.arrayContaining(Object.keys(formData)));
      // A sample is enough: all use the same code.
      if (at % 10 === 0) {
        await callExpecting(call, 200, { path: `${path}/form` });
        await callExpecting(call, 200, { path: `${path}/versions` });
      }
      if (status !== 'DRAFT') continue;
      await callExpecting(call, 200, { method: 'PATCH', path, body: { formData: order.formData } });
      saved += 1;
    }
    expect(saved).toBeGreaterThan(0);
  });

  test('on the data of the last release, this product lists every resource', async () => {
    for (const name of ['orders', 'clients', 'products', 'forms', 'channels', 'entities', 'guilds', 'files']) {
      const { pagination } = await callExpecting<{ pagination: { total: number } }>(people.admin.call, 200, {
        path: `/api/${name}?limit=1`,
      });
      expect([name, pagination.total]).toEqual([name, before.get(name)?.length]);
    }
  });
});
