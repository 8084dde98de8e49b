import { stringify } from 'csv-stringify/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resource } from '#api/engine/store/model.ts';
import { storeOf } from '#api/engine/store/store.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { schemas } from '#schemas/generated/registry.ts';
import type { Import, Records } from '#schemas/generated/types.ts';
import { importFields, isImportable } from '#schemas/resource/imports.ts';
import { createImportDraft, updateImport, waitForImports } from './import-helpers.ts';
import { samples } from './samples.ts';
import { type Api, startApi } from './server.ts';
import { type Uploads, uploadsTo } from './uploads.ts';

// What holds for imports into every list.

let api: Api;
let uploads: Uploads;

beforeAll(async () => {
  api = await startApi();
  uploads = await uploadsTo(api);
});
afterAll(() => api.close());

/** Proof of work has an import of its own, which finds orders by code. */
const names = Object.values(schemas).flatMap(({ title }) =>
  isResourceName(title) && title !== 'ProofOfWork' && isImportable(resource(title)) ? [title] : [],
);

function isResourceName(title: string): title is keyof Records & string {
  return Object.hasOwn(schemas, title);
}

const valueAt = (value: unknown, [name, ...rest]: string[]): unknown => {
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((each) => valueAt(each, [name, ...rest]));
  return isRecord(value) ? valueAt(value[name], rest) : undefined;
};

const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(cellOf).join('; ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

async function run(path: string, bytes: string | Uint8Array<ArrayBuffer>, changes: Partial<Import>): Promise<Import> {
  const name = `${path.split('/').at(-2)}-${Math.random()}.csv`;
  const draft = await createImportDraft(uploads, { person: api.admin, path, bytes, name });
  await updateImport(api.admin, draft, changes);
  await waitForImports();
  return await api.admin.read('Import', draft.id);
}

it.each(names)('a file creates a record of %s, and can be undone', async (name) => {
  const body = await samples[name]?.body(api);
  const filled = importFields(resource(name)).flatMap((field) => {
    const value = valueAt(body, field.name.split('.'));
    return value === undefined ? [] : [{ name: field.name, cell: cellOf(value) }];
  });
  const file = stringify([filled.map((each) => each.name), filled.map((each) => each.cell)]);
  const path = `/api/${resource(name).path}/import`;
  const done = await run(path, file, { status: 'running', key: null });
  expect(done).toMatchObject({ problems: [], status: 'done', created: 1 });
  await updateImport(api.admin, done, { status: 'removing' });
  await waitForImports();
  const removed = await api.admin.read('Import', done.id);
  expect(removed.status).toBe('removed');
  const isKept = name === 'ProspectAudit';
  expect(removed).toMatchObject(isKept ? { problemCount: 1 } : { undone: 1, problems: [] });
});

/** The list of a resource as a file. */
async function exportOf(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const cookie = api.admin.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const host = new URL(api.config.publicUrl).host;
  const { statusCode, rawPayload } = await api.app.inject({ url: `/api/${file}`, headers: { cookie, host } });
  expect(statusCode).toBe(200);
  return Uint8Array.from(rawPayload);
}

async function expectUnchanged(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const checked = await run(`/api/${path}/import`, bytes, { status: 'checking' });
  expect(checked).toMatchObject({ problems: [], key: 'id', created: 0, updated: 0, faulty: 0, changes: [] });
  expect(checked.unchanged).toBeGreaterThan(0);
}

it.each(names)(
  'an export of %s that is imported again changes nothing, also with dates in a time zone',
  async (name) => {
    const { path } = resource(name);
    await api.admin.create(name, Object(await samples[name]?.body(api)));
    // An audit of a prospect changes its own record until it ends.
    if (name === 'ProspectAudit') await expect.poll(() => storeOf(name).count({ status: 'processing' })).toBe(0);
    for (const file of [`${path}.csv`, `${path}.csv?timeZone=America/New_York`])
      await expectUnchanged(path, await exportOf(file));
  },
);

/** Texts that spreadsheets read as something else, or that are part of the format. */
const hostileTexts = [
  '=SUM(A1)',
  "'=SUM(A2)",
  "''-x",
  "'text",
  '+1',
  '-x',
  '@x',
  'a; b',
  'a, "b"',
  '\u00fcn\u00ef',
  '1/2/2026',
  '0012',
  'TRUE',
  '1e5',
];

it('an export of clients with texts that look like formulas, numbers or separators changes nothing', async () => {
  const body = Object(await samples.Client?.body(api));
  for (const text of hostileTexts) await api.admin.create('Client', { ...body, name: text, businessOwner: text });
  for (const file of ['clients.csv', 'clients.xlsx', 'clients.xlsx?timeZone=America/New_York'])
    await expectUnchanged('clients', await exportOf(file));
});

it.each(['Order', 'Product'] as const)('an Excel export of %s that is imported again changes nothing', async (name) => {
  const { path } = resource(name);
  await api.admin.create(name, Object(await samples[name]?.body(api)));
  await expectUnchanged(path, await exportOf(`${path}.xlsx`));
});
