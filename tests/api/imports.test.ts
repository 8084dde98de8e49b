import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import { gridfs } from '#api/platform/files/file-stores.ts';
import type { ProofOfWork } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { type Agency, aDraft, anAgency, aUser } from './factories.ts';
import {
  createImportDraft,
  type RowImports,
  rowImports,
  runImport,
  updateImport,
  waitForImports,
} from './import-helpers.ts';
import { type Api, startApi } from './server.ts';
import { type Uploads, uploadsTo } from './uploads.ts';

let api: Api;
let uploads: Uploads;
let to: RowImports;
let agency: Agency;
let stranger: Agency;

beforeAll(async () => {
  api = await startApi();
  uploads = await uploadsTo(api);
  to = rowImports(api, uploads);
  agency = await anAgency(api);
  stranger = await anAgency(api);
});
afterAll(() => api.close());

describe('the rows of an import', () => {
  it('are placed at the client, order or organization that they name in either agency; unmatched rows are listed', async () => {
    const report = await api.admin.create('Report', { name: 'Two', config: { filters: { data_source: 'two' } } });
    const order = await aDraft(stranger);
    const lines = [
      ['agency_client_id,order_id,organization_name,revenue,data_source'],
      [agency.client.id, '', '', 1, 'two'],
      ['', order.refCode, '', 10, 'two'],
      ['', '', stranger.entity.name, 100, 'two'],
      ['N-0', '', 'Nobody', 1_000, 'two'],
    ];
    const done = await to.runImport(report, lines.map((cells) => cells.join()).join('\n'));
    expect(done).toMatchObject({
      status: 'done',
      rows: 4,
      unmatchedCount: 1,
      unmatched: [{ line: 5, value: 'N-0 · Nobody' }],
    });
    expect(await to.summaryOf(report)).toMatchObject({ rows: 4, revenue: 1_111 });
    expect(await to.summaryOf(report, agency.user)).toMatchObject({ rows: 1, revenue: 1 });
    expect(await to.summaryOf(report, stranger.user)).toMatchObject({ rows: 2, revenue: 110 });
    expect((await to.rowsIn(done, report, stranger.user)).map(({ data }) => data.revenue).toSorted()).toEqual([
      10, 100,
    ]);
    expect((await agency.user.call({ path: `/api/imports/${done.id}` })).status).toBe(404);
    expect((await to.sendRejected(report, 'revenue\n1\n', agency.moderator)).status).toBe(403);
  });

  it('are counted by the check, which looks up names also beside rows with errors, and stores nothing', async () => {
    const report = await api.admin.create('Report', { name: 'Checked' });
    const unknown = 'Nowhere Agency,1\n'.repeat(50);
    const draft = await to.draft(report, `organization_name,revenue\nNowhere Agency,many\n${unknown}`);
    await updateImport(api.admin, draft, { status: 'checking' });
    await waitForImports();
    expect(await api.admin.read('Import', draft.id)).toMatchObject({
      ...{ status: 'checked', created: 50, updated: 0, faulty: 1, unmatchedCount: 50 },
      unknownNames: [{ type: 'Entity', text: 'Nowhere Agency', count: 50, line: 3 }],
    });
    expect(await to.rowsIn(draft, report)).toEqual([]);
    await updateImport(api.admin, draft, { status: 'running', onlyValid: true });
    await waitForImports();
    expect(await api.admin.read('Import', draft.id)).toMatchObject({
      status: 'done',
      rows: 50,
      created: 50,
      faulty: 1,
    });
  });

  it('are invisible until the import is done, also those of a crashed attempt', async () => {
    const report = await api.admin.create('Report', { name: 'Half', config: { filters: { data_source: 'half' } } });
    const head = 'agency_client_id,revenue,data_source\n';
    const file = Buffer.from(head + `${agency.client.id},1,half\n`.repeat(4_500));
    const draft = await to.draft(report, file);
    // The file store returns the first 3,000 rows, and fails on request.
    const away = new PassThrough();
    away.write(file.subarray(0, (file.length * 2) / 3));
    const get = vi.spyOn(gridfs, 'get').mockReturnValueOnce(away);
    await updateImport(api.admin, draft, { status: 'running' });
    await expect.poll(() => storeOf('ReportRow').count({ batch: draft.batch }), { timeout: 10_000 }).toBe(1_999);
    const [hidden] = await storeOf('ReportRow').find({ filter: { batch: draft.batch }, limit: 1 });
    for (const person of [api.admin, agency.user]) {
      expect(await to.rowsIn(draft, report, person)).toEqual([]);
      expect(await to.summaryOf(report, person)).toMatchObject({ rows: 0 });
      expect((await person.call({ path: `/api/reports/${report.id}/rows/${hidden?.id}` })).status).toBe(404);
      const csv = await person.call({ path: `/api/reports/${report.id}/view.csv?columns=data.revenue` });
      expect(String(csv.body).trim()).toBe('Revenue');
    }
    away.destroy(new Error('The line is cut'));
    await waitForImports();
    get.mockRestore();
    expect(await api.admin.read('Import', draft.id)).toMatchObject({ status: 'done', rows: 4_500 });
    expect(await to.summaryOf(report, agency.user)).toMatchObject({ rows: 4_500, revenue: 4_500, isRebuilding: false });
  });

  it('are deleted when the import is canceled or deleted, and the totals follow', async () => {
    const report = await api.admin.create('Report', { name: 'Gone', config: { filters: { data_source: 'gone' } } });
    const file = `agency_client_id,revenue,data_source\n${`${agency.client.id},1,gone\n`.repeat(3)}`;
    const canceled = await to.draft(report, file);
    await updateImport(api.admin, canceled, { status: 'running' });
    await updateImport(api.admin, canceled, { status: 'canceled' });
    await waitForImports();
    expect(await api.admin.read('Import', canceled.id)).toMatchObject({ status: 'canceled', file: null });
    const done = await to.runImport(report, file);
    expect(await to.summaryOf(report, agency.user)).toMatchObject({ rows: 3 });
    await updateImport(api.admin, done, { status: 'removing' });
    // They are excluded at once, even while they are still stored.
    expect(await to.summaryOf(report, agency.user)).toMatchObject({ rows: 0 });
    expect(await to.rowsIn(done, report)).toEqual([]);
    await waitForImports();
    expect(await api.admin.read('Import', done.id)).toMatchObject({ status: 'removed' });
    for (const { number } of [await api.admin.read('Import', canceled.id), done]) {
      expect(await storeOf('ReportRow').count({ importNumber: number })).toBe(0);
      expect(await storeOf('ReportTotals').count({ importNumber: number })).toBe(0);
    }
  });

  it('are hidden and shown again together', async () => {
    const report = await api.admin.create('Report', { name: 'Hide', config: { filters: { product_group: 'hide' } } });
    const done = await to.runImport(report, `agency_client_id,revenue,product_group\n${agency.client.id},5,hide\n`);
    for (const hidden of [true, false]) {
      await updateImport(api.admin, done, { hidden });
      await waitForImports();
      expect(await to.summaryOf(report, agency.user)).toMatchObject({ rows: hidden ? 0 : 1, isRebuilding: false });
      expect(await api.admin.read('Import', done.id)).toMatchObject({ status: 'done', hidden });
    }
  });
});

describe('proof of work', () => {
  it('is imported from a file that references orders by code, and lines without an order are reported', async () => {
    const order = await aDraft(agency);
    const path = '/api/proof_of_work/import';
    const head = 'Order,Name,Date,Notes\n';
    const failed = await runImport(uploads, {
      person: api.admin,
      path,
      bytes: `${head}ZZZZZZZZ,Log,3/31/2026,\n,Log,soon,\n`,
    });
    expect(failed).toMatchObject({ status: 'failed' });
    expect(failed.problems.map(({ line, column, message }) => `${line} ${column}: ${message}`)).toEqual([
      '3 Order: Missing required field: Order',
      '3 Date: Must be a date, such as 2026-03-31, 3/31/2026 or 31-Mar-26',
    ]);
    const unknown = await runImport(uploads, { person: api.admin, path, bytes: `${head}ZZZZZZZZ,Log,3/31/2026,\n` });
    expect(unknown.problems).toMatchObject([
      { line: 2, column: 'Order', message: 'There is no order with the code or id ZZZZZZZZ' },
    ]);
    expect(unknown.problemGroups).toMatchObject([{ fix: 'Correct the code or id in the file' }]);
    const checked = await createImportDraft(uploads, {
      ...{ person: api.admin, path, name: 'checked.csv' },
      bytes: `${head}${order.refCode},Log,3/31/2026,\nZZZZZZZZ,Log,3/31/2026,\n${order.refCode},Log,soon,\n`,
    });
    await updateImport(api.admin, checked, { status: 'checking' });
    await waitForImports();
    expect(await api.admin.read('Import', checked.id)).toMatchObject({ created: 1, faulty: 2 });
    const done = await runImport(uploads, {
      person: api.admin,
      path,
      bytes: `${head}${order.refCode},Log,3/31/2026 1:30 PM,Ran\n`,
    });
    expect(done).toMatchObject({ status: 'done', rows: 1 });
    const { results } = await callExpecting<{ results: ProofOfWork[] }>(agency.user.call, 200, {
      path: `/api/proof_of_work?orderId=${order.id}`,
    });
    expect(results).toMatchObject([
      { name: 'Log', date: '2026-03-31T13:30:00.000Z', notes: 'Ran', treeScope: order.treeScope },
    ]);
    const developer = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
    expect((await developer.call({ path: '/api/imports' })).status).toBe(200);
  });
});
