import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Import, Job } from '#schemas/generated/types.ts';
import { anAgency } from '#tests/api/factories.ts';
import { createImportDraft, updateImport } from '#tests/api/import-helpers.ts';
import { uploadsAt } from '#tests/api/uploads.ts';
import { callerOf } from '#tests/product/call.ts';
import { callExpecting, callersOf, type SignedInUser } from '#tests/product/callers.ts';
import { newDataDir, removeDataDir, startProduct } from '#tests/product/product.ts';
import { pollUntil } from '#tests/product/until.ts';

const environment = { DEMO: 'off', LINK_LIMIT_ADDRESS: '1000' };
let dataDir: string;
beforeEach(async () => {
  dataDir = await newDataDir();
});
afterEach(() => removeDataDir(dataDir));

test('rows of an import killed half-way are never visible and are garbage-collected', async () => {
  const product = await startProduct({ dataDir, environment });
  const people = await callersOf({ call: callerOf(product.url), dataDir });
  const agency = await anAgency(people);
  const report = await people.admin.create('Report', { name: 'Killed' });
  const bytes = `agency_client_id,revenue\n${`${agency.client.id},1\n`.repeat(60_000)}`;
  const path = `/api/reports/${report.id}/rows/import`;
  const draft = await createImportDraft(uploadsAt(product.url), { person: people.admin, path, bytes });
  await updateImport(people.admin, draft, { status: 'running' });
  const isMidway = async () => (await people.admin.read('Import', draft.id)).rows > 0 || undefined;
  await pollUntil({ label: 'the first rows', seconds: 20 }, isMidway);
  await product.kill();

  const next = await startProduct({ dataDir, environment });
  const call = callerOf(next.url);
  const get = <T>(address: string, { cookies }: SignedInUser) =>
    callExpecting<T>(call, 200, { path: address, cookies });
  const { admin } = people;
  expect(await get<Import>(`/api/imports/${draft.id}`, admin)).toMatchObject({ status: 'running' });
  for (const person of [admin, agency.user]) {
    expect(await get(`/api/reports/${report.id}/rows`, person)).toMatchObject({ pagination: { total: 0 } });
    expect(await get(`/api/reports/${report.id}/summary`, person)).toMatchObject({ rows: 0 });
  }
  const canceled = { method: 'PATCH', path: `/api/imports/${draft.id}`, body: { status: 'canceled' } } as const;
  await callExpecting(call, 200, { ...canceled, cookies: admin.cookies });
  const ended = async (kind: Job['kind']) =>
    (await get<{ results: Job[] }>(`/api/jobs?kind=${kind}&status=done`, admin)).results[0];
  // A second attempt of the import that began before the cancelation has deleted them itself.
  await pollUntil({ label: 'its rows to be collected', seconds: 20 }, async () => {
    const collected = await ended('importUpkeep');
    return collected && (collected.done > 0 || (await ended('import'))?.attempts === 2) ? true : undefined;
  });
  expect(await get(`/api/reports/${report.id}/rows`, admin)).toMatchObject({ pagination: { total: 0 } });
  expect(await next.stop()).toBe(0);
});

test('an import of clients killed half-way continues after a restart, and ends with all rows, each once', async () => {
  const product = await startProduct({ dataDir, environment });
  const people = await callersOf({ call: callerOf(product.url), dataDir });
  const head = 'name,businessOwner,businessName,street,city,state,zip,website,phoneNumber,industry,externalId';
  const rows = Array.from(
    { length: 1_500 },
    (_, at) => `Client ${at},Ann,Shop ${at},1 Main,Bend,OR,97701,https://example.com,5415550100,Food,K-${at}`,
  );
  const path = '/api/clients/import';
  const bytes = `${[head, ...rows].join('\n')}\n`;
  const draft = await createImportDraft(uploadsAt(product.url), { person: people.admin, path, bytes });
  await updateImport(people.admin, draft, { status: 'running' });
  const isMidway = async () => {
    const { created, status } = await people.admin.read('Import', draft.id);
    return (status === 'running' && created >= 500 && created < 1_500) || undefined;
  };
  // The check comes first and counts, too; the clients appear only while the rows are written.
  const isStored = async () =>
    (await callExpecting<{ pagination: { total: number } }>(people.admin.call, 200, { path: '/api/clients?limit=1' }))
      .pagination.total >= 500 || undefined;
  await pollUntil({ label: 'the first clients', seconds: 90 }, isStored);
  expect(await isMidway()).toBe(true);
  await product.kill();

  const next = await startProduct({ dataDir, environment });
  const call = callerOf(next.url);
  const get = <T>(address: string) => callExpecting<T>(call, 200, { path: address, cookies: people.admin.cookies });
  const importOf = () => get<Import>(`/api/imports/${draft.id}`);
  await pollUntil(
    { label: 'the end of the import', seconds: 60 },
    async () => (await importOf()).status === 'done' || undefined,
  );
  expect(await importOf()).toMatchObject({ created: 1_500, faulty: 0, rows: 1_500 });
  expect(await get('/api/clients?limit=1')).toMatchObject({ pagination: { total: 1_500 } });
  expect(await next.stop()).toBe(0);
}, 180_000);
