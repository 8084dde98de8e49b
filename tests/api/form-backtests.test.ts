import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { viewerNow } from '#api/engine/access/viewer.ts';
import type { ReportProgress } from '#api/engine/jobs/kind.ts';
import { storeOf } from '#api/engine/store/store.ts';
import { backtestJob, latestOrders } from '#api/features/backtests/backtest-job.ts';
import type { Form, FormBacktest, Order } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aDraft, aForm, anAgency, aUser } from './factories.ts';
import { patchOrderOk } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let developer: SignedInUser;
let release = () => {};
const { work: doWork } = backtestJob;
// Stub the product's own worker, so that the tests run the work themselves.
beforeAll(async () => {
  const pendingWork = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.spyOn(backtestJob, 'work').mockImplementation(() => pendingWork);
  api = await startApi();
  developer = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
});
afterAll(async () => {
  release();
  await api.close();
});

const number = (id: string, key: string, label: string, meta: object = {}) => ({
  ...{ type: 'number_input', id, meta: { key, label, ...meta }, config: {} },
});
const schemaOf = (...widgets: object[]) => ({
  version: 1,
  root: { type: 'container', config: { layout: widgets.map((widget) => ({ columns: [{ ratio: 1, widget }] })) } },
});
const atLeast = (least: number, key = 'budget') =>
  schemaOf(
    number('budget', key, 'Budget', {
      validationScript: `if this < ${least} {\n  reject because "At least $${least}"\n}`,
    }),
    number('spots', 'spots', 'Spots', { conditionalScript: `$${key} > 100` }),
  );

/** An agency whose channel uses a form that requires a budget of at least 50. */
async function ordering(): Promise<{ agency: Agency; form: Form }> {
  const path = `/api/forms/${(await aForm(api)).id}`;
  const form = await callExpecting<Form>(api.admin.call, 200, {
    method: 'PATCH',
    path,
    body: { formSchema: atLeast(50) },
  });
  return { agency: await anAgency(api, { form }), form };
}
const draftOf = (agency: Agency, budget: number) => aDraft(agency, { formData: { budget } });

const beginning = ({ id }: Form, body: object = {}) =>
  ({ method: 'POST', path: `/api/forms/${id}/backtests`, body }) as const;
const start = (form: Form, body?: object) => callExpecting<FormBacktest>(developer.call, 201, beginning(form, body));
const urlOf = ({ form, id }: FormBacktest) => `/api/forms/${form}/backtests/${id}`;
const readBack = (backtest: FormBacktest) =>
  callExpecting<FormBacktest>(developer.call, 200, { path: urlOf(backtest) });
async function runBacktest(
  backtest: FormBacktest,
  report: ReportProgress = async () => undefined,
): Promise<FormBacktest> {
  const job = await storeOf('Job').findOne({ subject: `FormBacktest/${backtest.id}` });
  if (job) await doWork(job, report);
  return await readBack(backtest);
}

describe('a form backtest', () => {
  it('reports which orders would be rejected and which would pass, each with its reasons', async () => {
    const { agency, form } = await ordering();
    const [low, middle, high] = [await draftOf(agency, 20), await draftOf(agency, 80), await draftOf(agency, 300)];
    const sent: Order = await patchOrderOk(agency.user, middle, { status: 'PENDING' });
    const stricter = await runBacktest(await start(form, { formSchema: atLeast(100) }));
    expect(stricter).toMatchObject({
      ...{ status: 'done', done: 3, total: 3, refused: 1, passing: 0, basedOn: form.version },
      rows: [
        {
          ...{ order: sent.id, refCode: sent.refCode, status: 'PENDING', outcome: 'refused', more: 0 },
          reasons: [{ path: '/formData/budget', label: 'Budget', message: 'At least $100' }],
        },
      ],
    });
    // A problem at the same widget stays a reason even if its key is renamed.
    const looser = await runBacktest(await start(form, { formSchema: atLeast(10, 'money') }));
    expect(looser).toMatchObject({
      ...{ refused: 0, passing: 1 },
      rows: [{ order: low.id, outcome: 'passes', reasons: [{ message: 'At least $50' }] }],
    });
    expect(stricter.coverage).toMatchObject([
      { widget: 'budget', kind: 'validation', ran: 3, refused: 2, lines: 2, neverRan: [] },
      { widget: 'spots', kind: 'condition', ran: 3, shown: 1, hidden: 2, neverRan: [] },
    ]);
    expect(looser.coverage[0]).toMatchObject({ ran: 3, refused: 0, neverRan: [2] });
    expect(high.status).toBe('DRAFT');
    expect(await agency.user.read('Order', low.id)).toMatchObject({ revision: low.revision, formData: { budget: 20 } });
  });

  it('uses the draft of the form if no schema is given, else the published schema', async () => {
    const { agency, form } = await ordering();
    await draftOf(agency, 80);
    expect(await runBacktest(await start(form))).toMatchObject({ refused: 0, passing: 0, rows: [] });
    const body = { formSchema: atLeast(90) };
    await callExpecting(developer.call, 200, { method: 'PUT', path: `/api/forms/${form.id}/draft`, body });
    expect(await runBacktest(await start(form))).toMatchObject({ refused: 1 });
  });

  it('is canceled by its author while it runs, and by starting another one', async () => {
    const { agency, form } = await ordering();
    for (let count = 0; count < 21; count += 1) await draftOf(agency, count);
    const first = await start(form, { formSchema: atLeast(10) });
    const progress: number[] = [];
    const ended = await runBacktest(first, async (done) => {
      progress.push(done);
      if (done === 20)
        await callExpecting(developer.call, 200, { method: 'PATCH', path: urlOf(first), body: { status: 'canceled' } });
    });
    expect(progress).toEqual([0, 20]);
    expect(ended).toMatchObject({ status: 'canceled', done: 20, total: 21, coverage: [] });
    const again = { method: 'PATCH', path: urlOf(first), body: { status: 'done' } } as const;
    expect((await developer.call(again)).status).toBe(400);
    const second = await start(form);
    await start(form);
    expect(await runBacktest(second)).toMatchObject({ status: 'canceled', done: 0 });
  });

  it('skips orders that its author may not read, and can be read by its author only', async () => {
    const { agency, form } = await ordering();
    const stranger = await anAgency(api, { form });
    const [own, others] = [await draftOf(agency, 80), await draftOf(stranger, 80)];
    const viewer = await viewerNow(agency.moderator.user.id);
    expect(viewer && (await latestOrders(viewer, form.id))).toEqual([own.id]);
    const backtest = await runBacktest(await start(form, { formSchema: atLeast(100) }));
    expect(backtest.rows.map(({ order }) => order).toSorted()).toEqual([own.id, others.id].toSorted());
    for (const person of [agency.moderator, agency.user]) {
      await callExpecting(person.call, 403, beginning(form));
      await callExpecting(person.call, 403, { path: urlOf(backtest) });
    }
    const another = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
    await callExpecting(another.call, 404, { path: urlOf(backtest) });
    const { results } = await callExpecting<{ results: object[] }>(another.call, 200, {
      path: `/api/forms/${form.id}/backtests`,
    });
    expect(results).toEqual([]);
    await callExpecting((await anAgency(api)).moderator.call, 404, beginning(form));
  });

  it('fails if its author may no longer change forms, and is deleted with its form', async () => {
    const form = await aForm(api);
    const author = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
    const backtest = await callExpecting<FormBacktest>(author.call, 201, beginning(form));
    const path = `/api/users/${author.user.id}`;
    await callExpecting(api.admin.call, 200, { method: 'PATCH', path, body: { roles: [] } });
    const job = await storeOf('Job').findOne({ subject: `FormBacktest/${backtest.id}` });
    if (job) await doWork(job, async () => undefined);
    expect(await storeOf('FormBacktest').findOne({ _id: backtest.id })).toMatchObject({ status: 'failed' });
    await callExpecting(api.admin.call, 200, { method: 'DELETE', path: `/api/forms/${form.id}` });
    expect(await storeOf('FormBacktest').findOne({ _id: backtest.id })).toBeNull();
  });

  it('is rejected if the schema is too large to read, and reports problems of an invalid schema', async () => {
    const { agency, form } = await ordering();
    await draftOf(agency, 80);
    const many = schemaOf(...Array.from({ length: 2_001 }, (_, index) => number(`n${index}`, `n${index}`, 'N')));
    expect(await developer.call(beginning(form, { formSchema: many }))).toMatchObject({ status: 400 });
    const broken = schemaOf(number('budget', 'budget', 'Budget', { validationScript: 'reject (' }));
    expect(await runBacktest(await start(form, { formSchema: broken }))).toMatchObject({
      ...{ status: 'done', refused: 1 },
      rows: [{ reasons: [{ message: expect.stringContaining('The validation script of Budget failed') }] }],
    });
  });
});
