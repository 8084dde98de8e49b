import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectionNames } from '#api/engine/backup/database.ts';
import { migrateDatabase } from '#api/engine/migrations/migrate.ts';
import { setAsideCollectionName, stepNotes } from '#api/engine/migrations/steps/step.ts';
import { model, storedNames } from '#api/engine/store/model.ts';
import { storeOf } from '#api/engine/store/store.ts';
import { beginRestore, endRestore } from '#api/platform/database/restore-marker.ts';
import { requireSameSecret } from '#api/platform/database/secret-check.ts';
import { day, freezeClock, longSessions } from './clock.ts';
import { createImportDraft, runImport, waitForImports } from './import-helpers.ts';
import { type Api, startApi } from './server.ts';
import { type Uploads, uploadsTo } from './uploads.ts';

interface Row {
  collection: string;
  bound: string;
  where: string;
}

let api: Api;
let uploads: Uploads;
let rows: Row[];
let existing: string[];
beforeAll(async () => {
  api = await startApi({ DEMO: 'on', ...longSessions });
  // What a start, a restore, an upload and a rate limit create.
  await migrateDatabase({ report: () => undefined });
  await requireSameSecret({ secretKeys: api.config.secretKeys, secretFile: '' });
  await beginRestore('');
  await endRestore();
  uploads = await uploadsTo(api);
  await uploads.upload(api.admin);
  await api.call({ method: 'POST', path: '/api/auth/magic', body: { key: 'admin@example.com' } });
  existing = await collectionNames();
  const [, section = ''] = (await readFile('api/README.md', 'utf8')).split('\n## Retention\n');
  const [text = ''] = section.split('\n## ');
  rows = text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => {
      const [collection = '', bound = '', where = ''] = line.slice(2, -2).split(' | ');
      return { collection, bound, where };
    });
});
afterAll(() => api.close());

/** Made by migrations that rename or convert, which a new database does not need. */
const ofMigrations = [setAsideCollectionName, stepNotes];

it('each schema and each collection that the product creates has one row in the table of retention', () => {
  const stored = storedNames.map((name) => model(name).collection.name);
  const all = [...new Set([...stored, ...existing, ...ofMigrations])].toSorted();
  expect(rows.map(({ collection }) => collection).toSorted()).toEqual(all);
});

it('each row states a time, a number, or none and why, and where it is implemented', () => {
  for (const { collection, bound, where } of rows) {
    expect
      .soft(bound, collection)
      .toMatch(
        /\d+ (seconds|minutes|hours|days?)|SESSION_IDLE|AUDIT_KEEP|^number: |^none: .|^as their |^while |^the period /,
      );
    for (const [, path = ''] of where.matchAll(/`([\w/.-]+\/[\w/.-]*)`/g))
      expect.soft(existsSync(`api/${path}`), path).toBe(true);
  }
});

it('a row says TTL if the collection has a TTL index, and only then', async () => {
  for (const { collection, where } of rows.filter((row) => existing.includes(row.collection))) {
    const indexes = await mongoose.connection.collection(collection).indexes();
    const hasTtl = indexes.some(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
    expect.soft(where.startsWith('TTL'), collection).toBe(hasTtl);
  }
});

const milliseconds: Record<string, number> = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };

it('no stored record expires later than its row states', async () => {
  const checked: string[] = [];
  for (const { collection, bound, where } of rows) {
    const times = [...bound.matchAll(/(\d+) (second|minute|hour|day)s?/g)];
    if (!where.startsWith('TTL') || times.length === 0) continue;
    const longest = Math.max(...times.map(([, count, unit = '']) => Number(count) * (milliseconds[unit] ?? 0)));
    // Reference locks never expire.
    const key = { $not: /^reference lock \d+$/ };
    const found = mongoose.connection.collection(collection).find({ expires: { $type: 'date' }, key });
    for await (const { expires } of found) {
      expect.soft(expires.getTime() - Date.now(), collection).toBeLessThanOrEqual(longest + 60_000);
      if (!checked.includes(collection)) checked.push(collection);
    }
  }
  expect(checked).toContain('sign_in_links');
});

it('an import can be undone or replaced for 90 days; then what an undo needs is deleted, and its records stay', async () => {
  const sending = { person: api.admin, path: '/api/reports/import', bytes: 'Name\nOne\nTwo\n' };
  const done = await runImport(uploads, sending);
  expect(done).toMatchObject({ status: 'done', created: 2 });
  const clock = freezeClock();
  clock.pass(90 * day - 60_000);
  expect(await storeOf('ImportChange').count({ import: done.id })).toBe(2);
  clock.pass(120_000);
  const change = (id: string, body: object) => api.admin.call({ method: 'PATCH', path: `/api/imports/${id}`, body });
  expect(await change(done.id, { status: 'removing' })).toMatchObject({
    status: 400,
    body: { code: 'REQUEST_DENIED', reason: 'An import can be undone for 90 days' },
  });
  const again = await createImportDraft(uploads, sending);
  expect(await change(again.id, { status: 'running', repeat: 'replace' })).toMatchObject({
    status: 400,
    body: { reason: 'An import can be replaced for 90 days' },
  });
  clock.pass(2 * day);
  await waitForImports();
  expect(await storeOf('ImportChange').count({ import: done.id })).toBe(0);
  expect(await api.admin.read('Import', done.id)).toMatchObject({ status: 'done', created: 2 });
});
