import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { Import, Report, ReportRow } from '#schemas/generated/types.ts';
import { groupings } from '#schemas/reports/groupings.ts';
import type { ReportSummary } from '#schemas/reports/report-summary.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aClient, anAgency } from './factories.ts';
import { type RowImports, rowImports, updateImport, waitForImports } from './import-helpers.ts';
import { type Api, startApi } from './server.ts';
import { uploadsTo } from './uploads.ts';

let api: Api;
let to: RowImports;
let agencies: Agency[];
let report: Report;
/** A client that moves from one agency to the other and back. */
let mover: { id: string; entity: string };

beforeAll(async () => {
  api = await startApi();
  to = rowImports(api, await uploadsTo(api));
  agencies = [await anAgency(api), await anAgency(api)];
  report = await api.admin.create('Report', { name: 'Kept' });
  const { id, treeScope } = await aClient(api, { below: agencies[0]?.entity });
  mover = { id, entity: treeScope[0] ?? '' };
});
afterAll(() => api.close());

const values = {
  fiscal_year_month: ['2026-01', '2026-02', '', null],
  industry: ['Food', 'Food & Drink', 'Retail'],
  product_group: ['Radio', null],
  sales_channel: ['Direct', 'Online'],
};
const aRow = fc.record({
  fiscal_year_month: fc.constantFrom(...values.fiscal_year_month),
  industry: fc.constantFrom(...values.industry),
  product_group: fc.constantFrom(...values.product_group),
  sales_channel: fc.constantFrom(...values.sales_channel),
  revenue: fc.integer({ min: -99_999, max: 999_999 }).map((cents) => cents / 100),
  client: fc.nat({ max: 2 }),
});
type Row = typeof aRow extends fc.Arbitrary<infer T> ? T : never;

const dataOf = ({ client, ...data }: Row): ReportRow['data'] => ({
  ...data,
  agency_client_id: agencies[client]?.client.id ?? mover.id,
});

const anAct = fc.oneof(
  { weight: 3, arbitrary: aRow.map((row) => ({ kind: 'create' as const, row })) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('change' as const), row: aRow, at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('hide' as const, 'delete' as const), at: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.array(aRow, { minLength: 1, maxLength: 9 }).map((rows) => ({ kind: 'import' as const, rows })),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('hideBatch' as const, 'removeBatch' as const), at: fc.nat() }),
  },
  { weight: 1, arbitrary: fc.nat({ max: 1 }).map((at) => ({ kind: 'move' as const, at })) },
);
type Step = typeof anAct extends fc.Arbitrary<infer T> ? T : never;

const rowsPath = () => `/api/reports/${report.id}/rows`;
const pick = <T>(all: T[], at: number): T | undefined => all[at % Math.max(all.length, 1)];

async function act(step: Step): Promise<void> {
  const { call } = api.admin;
  if (step.kind === 'create') {
    await callExpecting(call, 201, {
      method: 'POST',
      path: rowsPath(),
      body: { batch: 'one', data: dataOf(step.row) },
    });
  } else if (step.kind === 'import') {
    const names = ['agency_client_id', 'revenue', ...Object.values(groupings)] as const;
    const lines = step.rows.map(dataOf).map((data) => names.map((name) => data[name] ?? '').join());
    expect(await to.runImport(report, [names.join(), ...lines].join('\n'))).toMatchObject({ status: 'done' });
  } else if (step.kind === 'move') {
    const body = { parent: agencies[step.at]?.entity.id };
    await callExpecting(call, 200, { method: 'PATCH', path: `/api/entities/${mover.entity}`, body });
    const moves = {
      kind: 'move',
      status: { $in: ['waiting', 'running'] },
      dueAt: { $lte: new Date(Date.now() + 5_000) },
    };
    await expect.poll(() => storeOf('Job').count(moves), { timeout: 10_000 }).toBe(0);
  } else if (step.kind === 'hideBatch' || step.kind === 'removeBatch') {
    const { results } = await callExpecting<{ results: Import[] }>(call, 200, { path: '/api/imports?limit=200' });
    const batch = pick(
      results.filter(({ status }) => status === 'done'),
      step.at,
    );
    if (batch)
      await updateImport(
        api.admin,
        batch,
        step.kind === 'hideBatch' ? { hidden: !batch.hidden } : { status: 'removing' },
      );
  } else {
    const { results } = await callExpecting<{ results: ReportRow[] }>(call, 200, { path: `${rowsPath()}?limit=200` });
    const row = pick(results, step.at);
    if (!row) return;
    const path = `${rowsPath()}/${row.id}`;
    if (step.kind === 'delete') await callExpecting(call, 200, { method: 'DELETE', path });
    else {
      const body = step.kind === 'change' ? { data: dataOf(step.row) } : { hidden: !row.hidden };
      await callExpecting(call, 200, { method: 'PATCH', path, body });
    }
  }
  await waitForImports();
}

/** Reference result: the same totals counted row by row over what the person may read. */
async function countTotals(
  person: SignedInUser,
  isMatch: (data: ReportRow['data']) => boolean,
): Promise<ReportSummary> {
  const seen = new Set(agencies.find(({ user }) => user === person)?.entity.id.split(',') ?? []);
  const stored = await storeOf('ReportRow').find({ filter: { hidden: false } });
  const rows = stored.filter(
    ({ treeScope, data }) => isMatch(data) && (seen.size === 0 || treeScope.some((id) => seen.has(id))),
  );
  const sum = (of: ReportRow[]) => {
    const total = of.reduce((all, { data }) => all + (data.revenue ?? 0), 0);
    return { rows: of.length, revenue: Math.round(total * 10_000) / 10_000, netRevenue: 0 };
  };
  const groupBy = (name: (typeof groupings)[keyof typeof groupings]) => {
    const found = [...new Set(rows.map(({ data }) => data[name] ?? ''))].toSorted();
    return found.map((value) => ({ value, ...sum(rows.filter(({ data }) => (data[name] ?? '') === value)) }));
  };
  return {
    ...sum(rows),
    by: {
      fiscalMonth: groupBy('fiscal_year_month'),
      industry: groupBy('industry'),
      productGroup: groupBy('product_group'),
      salesChannel: groupBy('sales_channel'),
    },
  };
}

const questions: [string, (data: ReportRow['data']) => boolean][] = [
  ['', () => true],
  ['?data.industry=food', ({ industry }) => industry?.startsWith('Food') === true],
  [
    '?data.industry=retail,drink&data.sales_channel=Online',
    ({ industry, sales_channel }) => industry !== 'Food' && sales_channel === 'Online',
  ],
  ['?data.fiscal_year_month.from=2026-02', ({ fiscal_year_month: month }) => (month ?? '') >= '2026-02'],
  ['?data.fiscal_year_month.is=empty', ({ fiscal_year_month: month }) => !month],
  [
    '?data.fiscal_year_month.to=2026-01&data.product_group.is=any',
    ({ fiscal_year_month: month, product_group }) =>
      typeof month === 'string' && month <= '2026-01' && Boolean(product_group),
  ],
];

it('the cached report totals equal a count of the rows for every user, whatever changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anAct, { minLength: 4, maxLength: 8 }), async (acts) => {
      for (const each of acts) await act(each);
      for (const person of [api.admin, ...agencies.map(({ user }) => user)])
        for (const [query, isMatch] of questions) {
          const path = `/api/reports/${report.id}/summary${query}`;
          const expected = { ...(await countTotals(person, isMatch)), isRebuilding: false, countedTo: null };
          expect(await callExpecting(person.call, 200, { path }), query).toEqual(expected);
        }
    }),
    { numRuns: 4, seed: 16, endOnFailure: true },
  );
}, 60_000);
