import mongoose from 'mongoose';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import { orderAtRevision } from '#api/features/orders/history/versions.ts';
import { now, setClock } from '#api/platform/clock/clock.ts';
import type { AuditEntry } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { type Agency, aClient, aDraft, anAgency, aProduct } from './factories.ts';
import { orderFactories, patchOrderOk, versionsOf } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

/** Has a process whose clock is ahead by this many seconds answer a call. */
async function withClockAhead<T>(seconds: number, call: () => Promise<T>): Promise<T> {
  const from = performance.now() - now().getTime() - seconds * 1_000;
  const restore = setClock(() => performance.now() - from);
  try {
    return await call();
  } finally {
    restore();
  }
}

const change = { status: 'PENDING', changeNotes: 'Two more weeks', formData: { headline: 'Changed' } };
const rejection = { status: 'DRAFT', reason: 'Too late' };

describe('despite clock skew between processes', () => {
  it('a rejected change restores the COMPLETE order as it was', async () => {
    const pending = await orderFactories(agency).PENDING();
    const complete = await withClockAhead(2, () => patchOrderOk(agency.moderator, pending, { status: 'COMPLETE' }));
    const changed = await patchOrderOk(agency.user, complete, change);
    const edited = await withClockAhead(-2, () =>
      patchOrderOk(agency.moderator, changed, { formData: { headline: 'By the moderator' } }),
    );
    expect(await patchOrderOk(agency.moderator, edited, rejection)).toMatchObject({
      status: 'COMPLETE',
      formData: complete.formData,
    });
  });

  it('an order that was never COMPLETE goes back to DRAFT', async () => {
    const complete = await withClockAhead(4, () => orderFactories(agency).COMPLETE());
    const pending = await orderFactories(agency).PENDING();
    await withClockAhead(-2, () => patchOrderOk(agency.user, complete, change));
    expect(await patchOrderOk(agency.moderator, pending, rejection)).toMatchObject({ status: 'DRAFT' });
  });

  it('the versions of an order are listed by revision, newest first', async () => {
    const order = await aDraft(agency);
    const other = await aDraft(agency);
    for (const [index, seconds] of [4, 0, 2].entries()) {
      await withClockAhead(seconds, () =>
        patchOrderOk(agency.user, order, { formData: { headline: `Number ${index}` } }),
      );
      await patchOrderOk(agency.user, other, { formData: { headline: `Other ${index}` } });
    }
    const { results } = await versionsOf(api, order);
    expect(results).toMatchObject([
      { orderRevision: 4, patch: [{ value: 'Number 1' }] },
      { orderRevision: 3, patch: [{ value: 'Number 0' }] },
      { orderRevision: 2, patch: [{ value: 'Fresh bread' }] },
    ]);
  });

  it('the changes of a record are returned in the order of its revisions', async () => {
    const client = await aClient(api, { below: agency.entity, industry: 'Food' });
    const path = `/api/clients/${client.id}`;
    const industryIs = (industry: string) =>
      callExpecting(api.admin.call, 200, { method: 'PATCH', path, body: { industry } });
    await withClockAhead(2, () => industryIs('Retail'));
    await industryIs('Sports');
    await withClockAhead(-2, () => callExpecting(api.admin.call, 200, { method: 'DELETE', path }));
    const { results } = await callExpecting<{ results: AuditEntry[] }>(api.admin.call, 200, {
      path: `/api/audit_log?resourceId=${client.id}&sort=-recordRevision`,
    });
    expect(results).toMatchObject([
      { action: 'delete', recordRevision: 4 },
      { action: 'update', recordRevision: 3, changes: [{ from: '"Retail"', to: '"Sports"' }] },
      { action: 'update', recordRevision: 2 },
      { action: 'create', recordRevision: 1 },
    ]);
  });
});

it('a version of combined autosaves has the position of the first one', async () => {
  const order = await aDraft(agency);
  for (const headline of ['A', 'Ab', 'Abc'])
    await patchOrderOk(agency.user, order, { formData: { headline }, autosave: true });
  await patchOrderOk(agency.user, order, { formData: { headline: 'Abcd' } });
  expect((await versionsOf(api, order)).results).toMatchObject([
    { orderRevision: 5, autosave: false },
    { orderRevision: 2, autosave: true, patch: [{ value: 'Ab' }, { value: 'A' }, { value: 'Fresh bread' }] },
  ]);
});

it('a version names the lines that its save added and removed', async () => {
  const [spot, logo, banner] = [await aProduct(api), await aProduct(api), await aProduct(api)];
  const products = [{ product: spot.id }, { product: logo.id }];
  const order = await patchOrderOk(agency.user, await aDraft(agency), { products });
  const stay = { id: order.products[0]?.id, product: spot.id };
  await patchOrderOk(agency.user, order, { products: [stay, { product: banner.id }] });
  await patchOrderOk(agency.user, order, { formData: { headline: 'Changed' } });
  const { results } = await versionsOf(api, order);
  expect(results.map(({ extra }) => extra.lines)).toEqual([
    undefined,
    { added: [banner.name], removed: [logo.name] },
    { added: [spot.name, logo.name], removed: [] },
  ]);
});

it('a version whose patch cannot be applied is skipped, and the log names the version and its order', async () => {
  const draft = await aDraft(agency);
  for (const headline of ['Second', 'Third']) await patchOrderOk(agency.user, draft, { formData: { headline } });
  const { id = '' } = (await versionsOf(api, draft)).results[0] ?? {};
  const patch = [{ op: 'replace', path: '/missing/text', value: 'Second' }];
  await storeOf('OrderVersion').updateMany({ _id: id }, { $set: { patch } });
  const lines: object[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const order = await storeOf('Order').findOne({ _id: draft.id });
  if (!order) throw new Error('The order is stored');
  expect(await orderAtRevision(order, 1, log)).toMatchObject({ revision: 1, formData: draft.formData });
  const err = { message: expect.stringContaining('/missing/text') };
  const msg = 'skipped a version that could not be applied';
  expect(lines).toMatchObject([{ err, version: id, order: draft.id, msg }]);
});

it('an order cannot have two versions with the same revision', async () => {
  const order = await aDraft(agency);
  await patchOrderOk(agency.user, order, { formData: { headline: 'Second' } });
  const versions = mongoose.connection.collection('order_versions');
  const { _id, ...version } = (await versions.findOne({ order: new mongoose.Types.ObjectId(order.id) })) ?? {};
  await expect(versions.insertOne(version)).rejects.toMatchObject({ code: 11000 });
});
