import { stringify } from 'csv-stringify/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resource } from '#api/engine/store/model.ts';
import { storeOf } from '#api/engine/store/store.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { schemas } from '#schemas/generated/registry.ts';
import type { Import, Records } from '#schemas/generated/types.ts';
import { importFields, isImportable } from '#schemas/resource/imports.ts';
import { callExpecting } from '#tests/product/callers.ts';
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

/** Imports an export again, as a browser in the time zone of the export does. */
async function expectUnchanged(path: string, file: string, rows?: number): Promise<void> {
  const [, query = ''] = file.split('?');
  const checked = await run(`/api/${path}/import?${query}`, await exportOf(file), { status: 'checking' });
  expect(checked).toMatchObject({ problems: [], created: 0, updated: 0, faulty: 0, changes: [] });
  expect(checked.mapping).toContain('id');
  expect(checked.unchanged).toBeGreaterThan(0);
  if (rows !== undefined) expect(checked.unchanged).toBe(rows);
}

it.each(names)(
  'an export of %s that is imported again changes nothing, also with dates in a time zone',
  async (name) => {
    const { path } = resource(name);
    await api.admin.create(name, Object(await samples[name]?.body(api)));
    // An audit of a prospect changes its own record until it ends.
    if (name === 'ProspectAudit') await expect.poll(() => storeOf(name).count({ status: 'processing' })).toBe(0);
    for (const file of [`${path}.csv`, `${path}.csv?timeZone=America/New_York`]) await expectUnchanged(path, file);
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
    await expectUnchanged('clients', file);
});

describe('rows that are stored in bulk', () => {
  const row = (revenue: number, name: string) => ({ revenue, organization_name: name, fiscal_year_month: '2026-05' });

  /** An export with the value of one row changed. */
  const changed = (bytes: Uint8Array<ArrayBuffer>, from: string, to: string): string =>
    new TextDecoder().decode(bytes).replace(from, to);

  it('are unchanged when an export is imported again, and faulty where a value was changed', async () => {
    const { id } = await api.admin.create('Report', { name: 'Rows', kind: 'AgencyOrder', config: {} });
    const rows = [row(1_234.5, '=Agency One'), row(-0.1, 'Agency, "Two"')];
    for (const data of rows)
      await callExpecting(api.admin.call, 201, {
        method: 'POST',
        path: `/api/reports/${id}/rows`,
        body: { batch: 'By hand', data },
      });
    await expectUnchanged(`reports/${id}/rows`, `reports/${id}/view.csv`, 2);
    await expectUnchanged(`reports/${id}/rows`, `reports/${id}/view.xlsx?timeZone=Asia/Tokyo`, 2);
    const file = changed(await exportOf(`reports/${id}/view.csv`), '1234.5', '1234.6');
    const checked = await run(`/api/reports/${id}/rows/import`, file, { status: 'checking' });
    expect(checked).toMatchObject({
      ...{ created: 0, unchanged: 1, faulty: 1 },
      problems: [{ column: 'Revenue', message: 'The row with this ID has another value' }],
    });
  });

  it('of proof of work are unchanged when an export is imported again, and new with an unknown ID', async () => {
    const sample = Object(await samples.ProofOfWork?.body(api));
    const body = { ...sample, date: '2026-03-31T13:30:45.250Z' };
    const proof = await api.admin.create('ProofOfWork', body);
    await api.admin.create('ProofOfWork', { ...body, name: '=1+1', notes: null });
    await expectUnchanged('proof_of_work', 'proof_of_work.csv', 2);
    await expectUnchanged('proof_of_work', 'proof_of_work.csv?timeZone=America/New_York', 2);
    const unknown = changed(await exportOf('proof_of_work.csv'), proof.id, 'f'.repeat(24));
    const checked = await run('/api/proof_of_work/import', unknown, { status: 'checking' });
    expect(checked).toMatchObject({ created: 1, unchanged: 1, problems: [] });
  });
});

it.each(['Order', 'Product'] as const)('an Excel export of %s that is imported again changes nothing', async (name) => {
  const { path } = resource(name);
  await api.admin.create(name, Object(await samples[name]?.body(api)));
  await expectUnchanged(path, `${path}.xlsx`);
});
