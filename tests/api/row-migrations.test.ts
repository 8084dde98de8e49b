import mongoose from 'mongoose';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { reportRowDates } from '#api/engine/migrations/0026-report-row-dates.ts';
import { reportTotalsName } from '#api/engine/migrations/0034-report-totals.ts';
import { migrateDatabase } from '#api/engine/migrations/migrate.ts';
import { connectDatabase, disconnectDatabase } from '#api/platform/database/connect.ts';

const report = () => undefined;

beforeEach(() => connectDatabase(inject('mongodbUri').replace('/DATABASE', `/row-migrations-${process.pid}`)));

afterEach(async () => {
  await mongoose.connection.dropDatabase();
  await disconnectDatabase();
});

describe('the migration of imported rows', () => {
  it('changes them outside of its transaction, which could not hold them all: a failed start leaves less for the next one', async () => {
    const { connection } = mongoose;
    const row = (fields: object) => ({ kind: 'AgencyOrder', data: { revenue: 5 }, ...fields });
    await connection.collection('report_rows').insertMany([row({}), row({}), row({ importNumber: 3 })]);
    await connection.collection('proof_of_work').insertOne({ name: 'Spot' });
    const numbers = async (name: string) =>
      (await connection.collection(name).find().sort({ _id: 1 }).toArray()).map(({ importNumber }) => importNumber);
    const others = { kind: { $ne: 'AgencyOrder' } };
    await connection.createCollection('report_totals', { validator: others });
    await expect(migrateDatabase({ report })).rejects.toThrow('The migration 0021-imported-rows failed');
    expect([await numbers('report_rows'), await numbers('proof_of_work')]).toEqual([[0, 0, 3], [0]]);
    await connection.db?.command({ collMod: 'report_totals', validator: {} });
    for (const _ of ['once', 'twice']) await migrateDatabase({ report });
    expect([await numbers('report_rows'), await numbers('proof_of_work')]).toEqual([[0, 0, 3], [0]]);
    const totals = await connection.collection('report_totals').find().toArray();
    expect(totals).toMatchObject([{ kind: 'AgencyOrder', importNumber: 0, isStale: true }]);
    const jobs = await connection.collection('jobs').find({ kind: 'reportTotals' }).toArray();
    expect(jobs).toMatchObject([{ subject: 'AgencyOrder/0', status: 'waiting' }]);
  });
});

describe('the migration of the name of report totals', () => {
  const collection = (name: string) => mongoose.connection.collection(name);
  const migrate = () => migrateDatabase({ migrations: [reportTotalsName], report });
  const block = { kind: 'AgencyOrder', importNumber: 0, isStale: false, cells: 'AAAA' };
  const staleBlock = { ...block, isStale: true, cells: '' };
  const stored = async () => {
    const names = (await mongoose.connection.listCollections()).map(({ name }) => name);
    const blocks = await collection('report_totals')
      .find({}, { projection: { _id: 0 } })
      .toArray();
    return [names.filter((name) => name.startsWith('report_total')), blocks];
  };

  it('moves the blocks and removes outdated stale blocks, which would never be rebuilt', async () => {
    await collection('report_totalses').insertOne({ ...block });
    await collection('report_totals').insertOne({ ...staleBlock });
    await migrate();
    expect(await stored()).toEqual([['report_totals'], [block]]);
  });

  it('keeps stale blocks whose rebuild is pending, because no block has been built yet', async () => {
    await mongoose.connection.createCollection('report_totalses');
    await collection('report_totals').insertOne({ ...staleBlock });
    await migrate();
    expect(await stored()).toEqual([['report_totals'], [staleBlock]]);
  });

  it('changes nothing in a new database', async () => {
    await migrate();
    expect(await stored()).toEqual([[], []]);
  });
});

describe('the migration of the dates of report rows', () => {
  const lines: string[] = [];
  const collection = (name: string) => mongoose.connection.collection(name);

  async function migrateRows(rows: object[], filters?: object) {
    lines.length = 0;
    await collection('report_rows').insertMany(rows.map((data) => ({ kind: 'AgencyOrder', data })));
    if (filters) await collection('reports').insertOne({ name: 'Old', config: { filters, columns: ['revenue'] } });
    await migrateDatabase({ migrations: [reportRowDates], report: (line) => lines.push(line) });
    const stored = await collection('report_rows').find().sort({ _id: 1 }).toArray();
    return stored.map((row) => row.data);
  }

  it('parses typed dates, and sets unparsable values aside with a log line for each', async () => {
    const found = await migrateRows([
      { active_date: '3/31/2026', bill_date: '31-Mar-26', date_first_bill: '2026/03/31', revenue: 1 },
      { date_renewal: 'March 31, 2026', service_suspension_date: '2026-03-31T00:00:00.000Z' },
      { active_date: '2026-03-31', bill_date: null, caption: '3/31/2026' },
      { active_date: '', bill_date: ' ' },
      { active_date: '46112', bill_date: 'soon' },
      { active_date: '0000-00-00', bill_date: 'soon' },
    ]);
    expect(found).toEqual([
      { active_date: '2026-03-31', bill_date: '2026-03-31', date_first_bill: '2026-03-31', revenue: 1 },
      { date_renewal: '2026-03-31', service_suspension_date: '2026-03-31' },
      { active_date: '2026-03-31', bill_date: null, caption: '3/31/2026' },
      {},
      {},
      {},
    ]);
    const setAside = await collection('kept_aside').find({}).sort({ _id: 1 }).toArray();
    expect(setAside.map(({ resource, path, value }) => [resource, path, value])).toEqual([
      ['ReportRow', '/data/active_date', '46112'],
      ['ReportRow', '/data/active_date', '0000-00-00'],
      ['ReportRow', '/data/bill_date', 'soon'],
      ['ReportRow', '/data/bill_date', 'soon'],
    ]);
    expect(lines.filter((line) => line.startsWith('    ')).map((line) => line.replace(/[0-9a-f]{24}/, 'ID'))).toEqual([
      '    /data/bill_date "soon": 2 records, such as ID',
      '    /data/active_date "0000-00-00": 1 record, such as ID',
      '    /data/active_date "46112": 1 record, such as ID',
    ]);
    expect(lines).toContainEqual(
      expect.stringContaining('report_rows: convert data.bill_date to its new type: 6 records read'),
    );
  });

  it('parses the date filters of reports, and logs which report has an unparsable one', async () => {
    await migrateRows([{ revenue: 1 }], {
      industry: '3/31/2026',
      active_date: ['3/31/2026', null],
      bill_date: { from: '2026', to: '12/31/26', is: 'any' },
      'date_renewal.from': '2026-03',
      date_first_bill: { to: '2026' },
    });
    const [report] = await collection('reports').find().toArray();
    expect(report?.config).toEqual({
      filters: {
        industry: '3/31/2026',
        active_date: ['2026-03-31', null],
        bill_date: { from: '2026-01-01', to: '2026-12-31', is: 'any' },
        'date_renewal.from': '2026-03-01',
        date_first_bill: { to: '2026' },
      },
      columns: ['revenue'],
    });
    expect(lines.at(-1)).toBe(
      `    The report Old (${report?._id}) cannot be opened until this filter is a date: /config/filters/date_first_bill/to "2026"`,
    );
  });
});
