import { readFileSync } from 'node:fs';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import type { Import, Report, ReportRow } from '#schemas/generated/types.ts';
import { aDraft, anAgency } from './factories.ts';
import { type RowImports, rowImports, runImport, updateImport, waitForImports } from './import-helpers.ts';
import { type Api, startApi } from './server.ts';
import { type Uploads, uploadsTo } from './uploads.ts';

// Small files in the formats of common office programs.

let api: Api;
let uploads: Uploads;
let to: RowImports;
let report: Report;

beforeAll(async () => {
  api = await startApi();
  uploads = await uploadsTo(api);
  to = rowImports(api, uploads);
  report = await api.admin.create('Report', { name: 'Samples' });
});
afterAll(() => api.close());

const sample = (name: string, type = 'csv') =>
  Uint8Array.from(readFileSync(new URL(`./import-samples/${name}.${type}`, import.meta.url)));

interface Result {
  draft: Import;
  done: Import;
  data: ReportRow['data'][];
  revenue: number;
}

/** The result of importing a file with these options; its rows are deleted again. */
async function importFile(file: string | Uint8Array<ArrayBuffer>, choices: Partial<Import> = {}): Promise<Result> {
  const draft = await to.draft(report, file);
  await updateImport(api.admin, draft, { ...choices, status: 'running' });
  await waitForImports();
  const done = await api.admin.read('Import', draft.id);
  const [data, { revenue }] = [await to.dataIn(done, report), await to.summaryOf(report)];
  if (done.status === 'done') await updateImport(api.admin, draft, { status: 'removing' });
  await waitForImports();
  return { draft, done, data, revenue };
}

describe('a totals row', () => {
  const totalRows = [{ line: 4, value: 'TOTAL · 2,000.50 · 1,600' }];

  it('is shown with its line in the preview, and is listed but not counted', async () => {
    const { draft, done, revenue } = await importFile(sample('totals-row'));
    expect(draft).toMatchObject({ totalRowCount: 1, totalRows, countTotals: false });
    expect(done).toMatchObject({ status: 'done', rows: 2, totalRowCount: 1, totalRows });
    expect(revenue).toBe(2_000.5);
  });

  it('is counted if that option is chosen', async () => {
    const { done, revenue } = await importFile(sample('totals-row'), { countTotals: true });
    expect(done).toMatchObject({ status: 'done', rows: 3, totalRowCount: 1, totalRows });
    expect(revenue).toBe(4_001);
  });

  it('may have an empty name and fewer cells than the other rows', async () => {
    const file = 'organization_name,revenue,product\nNorth,5,Radio\n,5,\nSubtotal,5\n';
    expect((await importFile(file)).done).toMatchObject({
      status: 'done',
      rows: 1,
      totalRows: [
        { line: 3, value: '5' },
        { line: 4, value: 'Subtotal · 5' },
      ],
    });
  });

  it('is shown in the preview of a long file where it is the last row', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `North,${at % 9},Radio ${at}\n`).join('');
    const file = `organization_name,revenue,product\n${rows}Total,5,\n`;
    const draft = await to.draft(report, file);
    expect(draft.totalRows).toEqual([{ line: 20_002, value: 'Total \u00b7 5' }]);
    await updateImport(api.admin, draft, { status: 'canceled' });
    const quoted = `organization_name,revenue,product\n${rows}"x\n${rows}",1,\nTotal,5,\n`;
    expect((await to.draft(report, quoted)).totalRows).toEqual([]);
  });

  it('is no data row: a file of totals rows alone has no rows', async () => {
    expect((await importFile('organization_name,revenue\nTotal,5\n')).done).toMatchObject({
      status: 'failed',
      problems: [{ line: 0, message: 'The file has only totals rows' }],
    });
  });

  it('a totals row of proof of work is left out', async () => {
    const order = await aDraft(await anAgency(api));
    const bytes = `Order,Name,Date\n${order.refCode},Log,31/3/2026\n,,\nTotal,1,\n`;
    const done = await runImport(uploads, { person: api.admin, path: '/api/proof_of_work/import', bytes });
    expect(done).toMatchObject({ status: 'done', rows: 1, emptyRows: 1, totalRows: [{ line: 4 }], dateOrder: 'DMY' });
  });
});

describe('an empty row', () => {
  it('is skipped and counted, also in the preview', async () => {
    const { draft, done, data } = await importFile(sample('trailing-commas'));
    expect(draft.sample).toHaveLength(1);
    expect(done).toMatchObject({ status: 'done', rows: 1, emptyRows: 2, totalRowCount: 0 });
    expect(data).toMatchObject([{ company_name: 'Cafe', revenue: 5 }]);
  });

  it('may contain blanks and zero-width characters, and fewer cells than the other rows', async () => {
    const file = 'organization_name,revenue\n \t,\u00a0\nNorth,5\n"\u200b",""\n,,,\n\ufeff\nSouth,7\n';
    const { done, revenue } = await importFile(file);
    expect(done).toMatchObject({ status: 'done', rows: 2, emptyRows: 4, problemCount: 0 });
    expect(revenue).toBe(12);
  });

  it('is no data row: a file of empty rows alone is rejected during the upload', async () => {
    expect(await to.sendRejected(report, 'organization_name,revenue\n,\n,\n')).toMatchObject({
      status: 400,
      body: { details: { fields: [{ path: '/file', message: expect.stringMatching(/no data rows$/) }] } },
    });
  });
});

describe('an amount of money', () => {
  it("is 0 if Excel's Accounting format writes a dash", async () => {
    const { draft, data } = await importFile(sample('money-zero-excel-accounting'));
    expect(draft).toMatchObject({ dashIsZero: true });
    expect(data).toMatchObject([{ revenue: 0, net_revenue: 900, active_date: '2026-03-31' }]);
    const { done } = await importFile(sample('money-zero-excel-accounting'), { dashIsZero: false });
    expect(done).toMatchObject({
      status: 'failed',
      problems: [{ line: 2, column: 'revenue', value: ' $-   ', message: expect.stringMatching(/A dash is 0/) }],
    });
  });

  it('is negative in parentheses', async () => {
    const { data } = await importFile(sample('money-negative-excel-accounting'));
    expect(data).toMatchObject([{ revenue: -1_234.5, net_revenue: 900 }]);
  });

  it('has a decimal comma if the file shows so, or if that option is chosen', async () => {
    const { draft, data } = await importFile(sample('semicolon-decimal-comma'));
    expect(draft).toMatchObject({ decimalMark: ',', separator: ';' });
    expect(data).toMatchObject([{ revenue: 1_200.5, net_revenue: 900.5, fiscal_year: 2026 }]);
    const { done } = await importFile(sample('semicolon-decimal-comma'), { decimalMark: '.' });
    expect(done).toMatchObject({
      status: 'failed',
      problems: [
        { line: 2, column: 'revenue', value: '1.200,50', message: expect.stringMatching(/choose the decimal comma/) },
        { line: 2, column: 'net_revenue', value: '900,5' },
      ],
    });
  });
});

describe('dates of an import', () => {
  const fault = { line: 6, column: 'active_date', value: '0000-00-00', message: expect.stringMatching(/no month 00/) };

  it('are parsed in five formats, and an invalid date is reported with its line', async () => {
    const serial = { line: 5, column: 'active_date', value: '46112', message: expect.stringMatching(/day numbers/) };
    expect((await importFile(sample('dates'))).done).toMatchObject({ status: 'failed', problems: [serial, fault] });
    const chosen = await importFile(sample('dates'), { serialDates: true });
    expect(chosen.done).toMatchObject({ status: 'failed', problemCount: 1, problems: [fault] });
    const mended = new TextDecoder().decode(sample('dates')).replace('0000-00-00', '3/31/2026');
    const { done, data } = await importFile(Uint8Array.from(Buffer.from(mended)), { serialDates: true });
    expect(done).toMatchObject({ status: 'done', rows: 5 });
    expect(data.map((row) => row.active_date)).toEqual(Array.from({ length: 5 }, () => '2026-03-31'));
  });

  it('are parsed day first if one of them shows it, or if that option is chosen', async () => {
    const file = 'organization_name,active_date\nNorth,1/4/2026\n';
    const preview = await importFile(`${file}South,31/3/2026\n`);
    expect(preview.draft.dateOrder).toBe('DMY');
    expect(preview.data.map((row) => row.active_date).toSorted()).toEqual(['2026-03-31', '2026-04-01']);
    expect((await importFile(file)).data).toMatchObject([{ active_date: '2026-01-04' }]);
    expect((await importFile(file, { dateOrder: 'DMY' })).data).toMatchObject([{ active_date: '2026-04-01' }]);
  });
});

describe('the way that a file is written', () => {
  const cafe = [{ company_name: 'Cafe', revenue: 1_200.5 }];

  it.each<[string, string, number, object[]]>([
    ['titles before the header', 'quickbooks-preamble', 5, cafe],
    ['a line of groups above the header', 'two-header-rows', 2, [{ company_name: 'Cafe', revenue: 5 }]],
    ['a line that names the separator', 'sep-line', 2, cafe],
    ['an inch mark inside a cell', 'inch-mark', 1, [{ company_name: '5" Sub Shop', revenue: 5 }]],
  ])('may have %s', async (_name, file, headerLine, rows) => {
    const { draft, done, data } = await importFile(sample(file));
    expect(draft).toMatchObject({ headerLine });
    expect(done).toMatchObject({ status: 'done', problemCount: 0 });
    expect(data).toMatchObject(rows);
  });

  it('may be UTF-16 with tabs, without asking', async () => {
    const { draft, data } = await importFile(sample('utf16-tabs', 'tsv'));
    expect(draft).toMatchObject({ encoding: 'utf-16le', separator: '\t' });
    expect(data).toMatchObject([{ company_name: 'Caf\u00e9 \u00c5re', revenue: 1_200.5, active_date: '2026-03-31' }]);
  });

  it('may be Mac Roman with carriage returns; the encoding can be changed', async () => {
    const { draft, data } = await importFile(sample('macroman'));
    expect(draft).toMatchObject({ encoding: 'macintosh' });
    expect(data).toMatchObject([{ company_name: 'Caf\u00e9\u2019s', revenue: 1_200.5 }]);
    const other = await to.draft(report, sample('macroman'));
    const changed = await updateImport(api.admin, other, { encoding: 'windows-1252' });
    expect(changed.sample[0]?.cells[1]).not.toContain('\u00e9');
    await updateImport(api.admin, other, { status: 'canceled' });
  });

  it('can be corrected in the preview, which shows the columns and the errors of the first rows again', async () => {
    const draft = await to.draft(report, 'Title\nRevenue;Industry\n1,5;Food\nmany;Food\n');
    const chosen = await updateImport(api.admin, draft, { separator: ';', headerLine: 2, decimalMark: ',' });
    expect(chosen).toMatchObject({
      columns: ['Revenue', 'Industry'],
      mapping: ['data.revenue', 'data.industry'],
      sample: [
        { line: 3, problems: [] },
        { line: 4, problems: [{ column: 0, message: expect.stringContaining('Must be a number') }] },
      ],
    });
    const names = await updateImport(api.admin, draft, { headerLine: 1, headerLines: 2 });
    expect(names.columns[0]).toBe('Title Revenue');
    await updateImport(api.admin, draft, { status: 'canceled' });
  });
});

describe('an Excel workbook', () => {
  const text = (value: string) => ({ value, type: String });
  const rows = [
    ['organization_name', 'revenue', 'active_date'].map(text),
    [text('Cafe'), { value: 1_200.5, type: Number }, { value: new Date('2026-03-31'), type: Date, format: 'm/d/yyyy' }],
  ];
  const workbook = async () =>
    await writeXlsxFile([
      { data: [[text('Notes')]], sheet: 'About' },
      { data: rows, sheet: 'Rows' },
      { data: [[text('Industry')], [text('Food')], [text('Bakery')]], sheet: 'Other' },
    ]).toBuffer();

  it('is read from the first sheet with rows, or the chosen one', async () => {
    const { draft, done, data } = await importFile(Uint8Array.from(await workbook()));
    expect(draft).toMatchObject({ sheets: ['About', 'Rows', 'Other'], sheet: 'Rows', sample: [{ line: 2 }] });
    expect(done).toMatchObject({ status: 'done', rows: 1, problemCount: 0 });
    expect(data).toMatchObject([{ organization_name: 'Cafe', revenue: 1_200.5, active_date: '2026-03-31' }]);
    const other = await to.draft(report, Uint8Array.from(await workbook()));
    const chosen = await updateImport(api.admin, other, { sheet: 'Other' });
    expect(chosen).toMatchObject({ columns: ['Industry'], mapping: ['data.industry'], sample: [{}, {}] });
    await updateImport(api.admin, other, { status: 'canceled' });
  });

  it('has formulas with their stored values; macros are ignored', async () => {
    const parts = unzipSync(await workbook());
    const name = 'xl/worksheets/sheet2.xml';
    const sheet = strFromU8(parts[name] ?? new Uint8Array()).replace('<v>1200.5</v>', '<f>1/0</f><v>7.25</v>');
    expect(sheet).toContain('<f>');
    const macro = { 'xl/vbaProject.bin': strToU8('macro') };
    const { data } = await importFile(Uint8Array.from(zipSync({ ...parts, [name]: strToU8(sheet), ...macro })));
    expect(data).toMatchObject([{ revenue: 7.25 }]);
  });

  it('that is a zip bomb, or has millions of cells, is rejected', async () => {
    const parts = unzipSync(await workbook());
    const name = 'xl/worksheets/sheet2.xml';
    const rejected = async (content: Uint8Array) =>
      await to.sendRejected(report, Uint8Array.from(zipSync({ ...parts, [name]: content })));
    const withMessage = (message: RegExp) => ({
      status: 400,
      body: { details: { fields: [{ path: '/file', message: expect.stringMatching(message) }] } },
    });
    expect(await rejected(new Uint8Array(60 * 2 ** 20))).toMatchObject(withMessage(/compressed too much/));
    const sheet = strFromU8(parts[name] ?? new Uint8Array());
    const withRows = (added: string) => rejected(strToU8(sheet.replace('</sheetData>', `${added}</sheetData>`)));
    const cell = (address: string) =>
      withMessage(
        new RegExp(`^The sheet Rows has a value in cell ${address}, but a sheet can have 10,000 rows and 200`),
      );
    const last = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
    expect(await withRows(last)).toMatchObject(cell('XFD1048576'));
    const apart = '<row r="900"><c r="XFC900"><v>1</v></c></row><row r="40000"><c r="B40000"><v>2</v></c></row>';
    expect(await withRows(apart)).toMatchObject(cell('B40000'));
    const text = `<row r="9000"><c r="XFD9000" t="inlineStr"><is><t>far</t></is></c></row>`;
    expect(await withRows(text)).toMatchObject(cell('XFD9000'));
    // Its address is found by the library only: the limit of the heap ends it.
    const escaped = '<row r="&#49;048576"><c r="&#88;FD1048576"><v>1</v></c></row>';
    expect(await withRows(escaped)).toMatchObject(withMessage(/too complex/));
    const single = await writeXlsxFile([{ data: rows, sheet: 'Only' }]).toBuffer();
    const only = { parts: unzipSync(single), name: 'xl/worksheets/sheet1.xml' };
    const low = '<row r="20000"><c r="A20000"><v>1</v></c></row></sheetData>';
    const long = strFromU8(only.parts[only.name] ?? new Uint8Array()).replace('</sheetData>', low);
    const sent = await to.sendRejected(report, Uint8Array.from(zipSync({ ...only.parts, [only.name]: strToU8(long) })));
    expect(sent).toMatchObject(withMessage(/^The sheet Only has more than 10,000 rows, up to a value in cell A20000/));
  }, 60_000);

  it('may have formatted cells without values far away', async () => {
    const parts = unzipSync(await workbook());
    const name = 'xl/worksheets/sheet2.xml';
    const far = '<row r="900000" s="1"><c r="A900000" s="1"/><c r="XFD900000" s="1"></c></row></sheetData>';
    const sheet = strFromU8(parts[name] ?? new Uint8Array()).replace('</sheetData>', far);
    const { data } = await importFile(Uint8Array.from(zipSync({ ...parts, [name]: strToU8(sheet) })));
    expect(data).toMatchObject([{ organization_name: 'Cafe' }]);
  });
});

it('an unknown organization in many rows is mapped once, and the next import starts with it', async () => {
  const agency = await anAgency(api);
  const file = 'organization_name,revenue\nNowhere Agency,5\nNowhere Agency,6\n';
  const draft = await to.draft(report, file);
  await updateImport(api.admin, draft, { status: 'checking' });
  await waitForImports();
  const unknown = { type: 'Entity', text: 'Nowhere Agency' };
  expect(await api.admin.read('Import', draft.id)).toMatchObject({ unknownNames: [{ ...unknown, count: 2, line: 2 }] });
  const names = [{ ...unknown, record: agency.entity.id }];
  await updateImport(api.admin, draft, { names, status: 'running' });
  await waitForImports();
  const done = await api.admin.read('Import', draft.id);
  expect(done).toMatchObject({ status: 'done', rows: 2, unmatchedCount: 0, unknownNames: [] });
  expect(await to.rowsIn(done, report, agency.user)).toHaveLength(2);
  const next = await to.draft(report, 'organization_name,revenue\nNowhere Agency,7\n');
  expect(next.names).toEqual(names);
  for (const each of [done, next])
    await updateImport(api.admin, each, { status: each === done ? 'removing' : 'canceled' });
  await waitForImports();
});

describe('data that were imported before', () => {
  it('are recognized with date and person, and imported again only after a choice', async () => {
    const file = sample('same-file-twice');
    const first = await to.runImport(report, file);
    const draft = await to.draft(report, file);
    expect(draft.previous).toMatchObject([
      { import: first.id, same: 'bytes', batch: first.batch, by: 'Administrator' },
    ]);
    const running = { method: 'PATCH', path: `/api/imports/${draft.id}`, body: { status: 'running' } } as const;
    expect(await api.admin.call(running)).toMatchObject({
      status: 400,
      body: { reason: expect.stringMatching(/imported as .+ by .+ on .+: choose skip, replace or add/) },
    });
    expect(await updateImport(api.admin, draft, { status: 'running', repeat: 'skip' })).toMatchObject({
      status: 'canceled',
    });
    const revenueAfter = async (repeat: 'replace' | 'add') => {
      await updateImport(api.admin, await to.draft(report, file), { status: 'running', repeat });
      await waitForImports();
      return (await to.summaryOf(report)).revenue;
    };
    expect(await revenueAfter('replace')).toBe(100);
    expect(await api.admin.read('Import', first.id)).toMatchObject({ status: 'removed' });
    expect(await revenueAfter('add')).toBe(200);
  });
});

it('the options chosen in the preview of an import stay unchanged once it has started', async () => {
  const draft = await to.draft(report, 'organization_name,revenue\nNorth,5\n');
  await updateImport(api.admin, draft, { status: 'canceled' });
  for (const body of [{ decimalMark: ',' }, { countTotals: true }, { mapping: [null, null] }])
    expect(await api.admin.call({ method: 'PATCH', path: `/api/imports/${draft.id}`, body })).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_DENIED' },
    });
});
