import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { Import } from '#schemas/generated/types.ts';
import { type RowImports, rowImports, updateImport, waitForImports } from './import-helpers.ts';
import { type Api, startApi } from './server.ts';
import { type Uploads, uploadsTo } from './uploads.ts';

let api: Api;
let uploads: Uploads;
let to: RowImports;

beforeAll(async () => {
  api = await startApi({ IMPORT_LIMIT: '12MiB' });
  uploads = await uploadsTo(api);
  to = rowImports(api, uploads);
});
afterAll(() => api.close());

const aReport = () => api.admin.create('Report', { name: 'Imported' });

describe('a CSV import', () => {
  it('in Windows-1252 is previewed with its quotation marks, dashes and euro signs', async () => {
    const text = 'customer_name;revenue\nRho\x92s \x93Deli\x94 \x96 \x80;1\n';
    const draft = await to.draft(await aReport(), new Uint8Array(Buffer.from(text, 'latin1')));
    expect(draft).toMatchObject({ encoding: 'windows-1252', sample: [{ cells: ['Rho’s “Deli” – €', '1'] }] });
  });

  it('previews the columns, the first rows and the value of each column, and imports nothing before it is started', async () => {
    const report = await aReport();
    const draft = await to.draft(report, 'Fiscal Year-Month;REVENUE;Unknown;industry\n2026-01;"1.5";x;Food\n');
    expect(draft).toMatchObject({
      status: 'draft',
      encoding: 'utf-8',
      separator: ';',
      columns: ['Fiscal Year-Month', 'REVENUE', 'Unknown', 'industry'],
      sample: [{ cells: ['2026-01', '1.5', 'x', 'Food'] }],
      mapping: ['data.fiscal_year_month', 'data.revenue', null, 'data.industry'],
    });
    expect(await to.rowsIn(draft, report)).toEqual([]);
  });

  it('creates rows by its mapping, which is the default for the next file with the same columns', async () => {
    const report = await aReport();
    const file = 'Turnover,Branch\n"$1,601.60",Food\n(20),\n';
    const first = await to.draft(report, file);
    expect(first.mapping).toEqual([null, null]);
    const runningImport = await updateImport(api.admin, first, {
      mapping: ['data.revenue', 'data.industry'],
      batch: 'March',
      status: 'running',
    });
    await waitForImports();
    const done = await api.admin.read('Import', runningImport.id);
    expect(done).toMatchObject({ status: 'done', rows: 2, problemCount: 0, file: null, batch: 'March' });
    expect(await to.dataIn(done, report)).toEqual([{ revenue: -20 }, { revenue: 1601.6, industry: 'Food' }]);
    expect((await to.draft(report, file)).mapping).toEqual(['data.revenue', 'data.industry']);
    expect(
      await api.admin.call({ method: 'PATCH', path: `/api/imports/${done.id}`, body: { batch: 'x' } }),
    ).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_DENIED' },
    });
  });

  const words = 'revenue,caption\n7,"Café – ""Zürich"", ok\nline two"\n';
  const latin = Buffer.from('revenue;caption\n7;Caf\u00e9 Z\u00fcrich \u0096 ok\n', 'latin1');
  it.each<[string, Uint8Array<ArrayBuffer>, Import['encoding'], string]>([
    ['UTF-8', Buffer.from(words), 'utf-8', 'Café – "Zürich", ok\nline two'],
    ['UTF-8 with a BOM', Buffer.from(`\ufeff${words}`), 'utf-8', 'Café – "Zürich", ok\nline two'],
    ['UTF-16', Buffer.from(`\ufeff${words}`, 'utf16le'), 'utf-16le', 'Café – "Zürich", ok\nline two'],
    [
      'big-endian UTF-16',
      Buffer.from(`\ufeff${words}`, 'utf16le').swap16(),
      'utf-16be',
      'Café – "Zürich", ok\nline two',
    ],
    ['UTF-16 without a BOM', Buffer.from(words, 'utf16le'), 'utf-16le', 'Café – "Zürich", ok\nline two'],
    ['Windows-1252', latin, 'windows-1252', 'Café Zürich – ok'],
  ])('in %s decodes the text correctly', async (_name, bytes, encoding, caption) => {
    const report = await aReport();
    const done = await to.runImport(report, Uint8Array.from(bytes));
    expect(done).toMatchObject({ status: 'done', encoding });
    expect(await to.dataIn(done, report)).toEqual([{ revenue: 7, caption }]);
  });

  it('stores formulas as text, and escapes them for spreadsheets when they are exported again', async () => {
    const report = await api.admin.create('Report', { name: 'F', config: { filters: { data_source: 'formulas' } } });
    const done = await to.runImport(
      report,
      'caption,product,data_source\n=cmd|calc,@SUM(1),formulas\n+1+1,-2+3,formulas\n',
    );
    expect((await to.rowsIn(done, report)).map(({ data }) => data.caption).toSorted()).toEqual(['+1+1', '=cmd|calc']);
    const { body } = await api.admin.call({
      path: `/api/reports/${report.id}/view.csv?columns=data.caption,data.product`,
    });
    expect(String(body).split('\n').slice(1, 3).toSorted()).toEqual(["'+1+1,'-2+3", "'=cmd|calc,'@SUM(1)"]);
  });

  it('a CSV import with invalid lines imports nothing, and reports line, column and value of each', async () => {
    const report = await aReport();
    const done = await to.runImport(report, 'revenue,fiscal_year\n1,2026\nmany,2026\n3,"20\n26"\n4,2026,,x\n');
    expect(done).toMatchObject({
      status: 'failed',
      problemCount: 3,
      problems: [
        { line: 3, column: 'revenue', value: 'many', message: 'Must be a number, such as 1,601.60' },
        { line: 4, column: 'fiscal_year', value: '20\n26', message: 'Must be a number, such as 1,601.60' },
        { line: 6, column: '', value: 'x', message: 'Column 4 has a value, but no name in the header' },
      ],
    });
    expect(await storeOf('ReportRow').count({ importNumber: done.number })).toBe(0);
  });

  it('a CSV import with a quote that never ends imports nothing, and reports where it begins', async () => {
    const [end, message] = ['"2\n3\n', /never closed/];
    const wrong = { line: 82, message: expect.stringMatching(message) };
    const done = await to.runImport(await aReport(), `caption\n${'1\n'.repeat(80)}${end}`);
    expect(done).toMatchObject({ status: 'failed', problemCount: 1, problems: [wrong] });
    expect(await to.sendRejected(await aReport(), `caption\n${end}`)).toMatchObject({
      status: 400,
      body: { reason: expect.stringMatching(/^Line 2: /) },
    });
  });

  it('a CSV import with a line of 10 MB is rejected with the line number, without buffering the line', async () => {
    const report = await aReport();
    const long = `revenue,caption\n1,fine\n2,${'x'.repeat(10_000_000)}\n3,fine\n`;
    const done = await to.runImport(report, long);
    expect(done).toMatchObject({
      status: 'failed',
      problems: [{ line: 3, message: expect.stringMatching(/longer than 1,000,000/) }],
    });
    const named = await to.sendRejected(report, `${'x'.repeat(1_100_000)},revenue\n1,2\n`);
    expect(named).toMatchObject({ status: 400, body: { reason: expect.stringMatching(/^Line 1/) } });
  });

  it.each([
    ['only a header', 'revenue,caption\n', /no data rows$/],
    ['201 columns', `${Array.from({ length: 201 }, (_, at) => `c${at}`).join()}\n1\n`, /201 columns; at most 200/],
    ['a damaged workbook', 'PK\u0003\u0004abc', /damaged or incomplete/],
    ['zeros', 'a,b\n\0,\0\n', /neither a text file nor an Excel workbook/],
    ['a web page', '\ufeff\n<HTML>\n<table><tr><td>revenue</td></tr>\n</table>', /a web page \(HTML\): open it in/],
    ['a PDF', '%PDF-1.4\n%\u00e2\u00e3\n1 0 obj\n', /a PDF document/],
    ['JSON', '[\n{"revenue": 1},\n{"revenue": 2}]', /a JSON document/],
    ['XML', '<?xml version="1.0"?>\n<Workbook/>\n', /an XML document/],
  ])('a CSV import that contains %s is rejected during the upload', async (_name, bytes, message) => {
    expect(await to.sendRejected(await aReport(), bytes)).toMatchObject({
      status: 400,
      body: { details: { fields: [{ path: '/file', message: expect.stringMatching(message) }] } },
    });
  });

  it('a CSV import of 1 GiB is rejected during the upload, with the limit and its name', async () => {
    const report = await aReport();
    const boundary = 'part';
    const sent = httpRequest(`${uploads.url}${to.rowsOf(report)}`, {
      method: 'POST',
      headers: { ...uploads.headersOf(api.admin), 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    sent.on('error', () => undefined);
    sent.write(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nrevenue\n`);
    const piece = Buffer.alloc(1_048_576, '1\n');
    const response = once(sent, 'response');
    let isAnswered = false;
    response.then(
      () => {
        isAnswered = true;
      },
      () => undefined,
    );
    for (let at = 0; at < 1_024 && !isAnswered; at += 1)
      if (!sent.write(piece)) await Promise.race([once(sent, 'drain'), response]);
    const [answer] = await response;
    sent.destroy();
    expect(answer.statusCode).toBe(400);
    let text = '';
    for await (const chunk of answer) text += String(chunk);
    expect(text).toContain('The file must not exceed 12 MiB (IMPORT_LIMIT)');
  });
});

describe('a column mapping', () => {
  it.each<[string, (string | null)[], object]>([
    ['with too few columns', ['data.revenue'], { path: '/mapping' }],
    [
      'to an unknown field',
      ['data.revenue', 'data.nothing'],
      { path: '/mapping/1', message: 'There is no field data.nothing' },
    ],
    [
      'of two columns to one field',
      ['data.revenue', 'data.revenue'],
      { path: '/mapping/1', message: 'a is already imported as Revenue' },
    ],
    ['without any field', [null, null], { path: '/mapping', message: 'Choose a field for at least one column' }],
  ])('%s is rejected', async (_name, mapping, problem) => {
    const draft = await to.draft(await aReport(), 'a,b\n1,2\n');
    const body = { mapping, status: 'running' };
    expect(await api.admin.call({ method: 'PATCH', path: `/api/imports/${draft.id}`, body })).toMatchObject({
      status: 400,
      body: { details: { fields: [problem] } },
    });
  });
});
