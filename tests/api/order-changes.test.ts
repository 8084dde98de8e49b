import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#schemas/generated/types.ts';
import { isPendingChange } from '#schemas/orders/order-stage.ts';
import { versionInWords } from '#schemas/orders/version-words.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { day, freezeClock } from './clock.ts';
import { type Agency, aDraft, aForm, anAgency, aProduct, aUser, textInput } from './factories.ts';
import { cancelation, type OrderResponse, patchOrder, patchOrderOk, readOrder, versionsOf } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let second: SignedInUser;

const budget = {
  type: 'number_input',
  meta: { key: 'budget', label: 'Budget', validationScript: 'if this < 500 { reject because "At least $500" }' },
};
const start = {
  type: 'date_input',
  meta: {
    key: 'start',
    label: 'Start',
    validationScript: 'if this < 30 days ago { reject because "Over a month ago" }',
  },
};
const low = { path: '/formData/budget', message: 'At least $500' };
const late = { path: '/formData/start', message: 'Over a month ago' };
const fine = { headline: 'Fresh bread', budget: 900, start: '2100-01-01' };

beforeAll(async () => {
  // The sessions must survive clock jumps of months.
  api = await startApi({ SESSION_IDLE: '365d', SESSION_ABSOLUTE: '365d' });
  agency = await anAgency(api, {
    form: await aForm(api, { widgets: [textInput('headline', 'Headline'), budget, start] }),
  });
  second = await api.signedInAs(await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [agency.entity] }));
});
afterAll(() => api.close());

async function completeOrder(formData: object = fine, fields: Partial<Order> = {}): Promise<Order> {
  const order = await aDraft(agency, { formData: { ...formData }, ...fields });
  await patchOrderOk(agency.user, order, { status: 'PENDING' });
  return await patchOrderOk(agency.moderator, order, { status: 'COMPLETE' });
}
const changing = (formData: object, more: object = {}) => ({
  status: 'PENDING',
  changeNotes: 'More',
  formData,
  ...more,
});
const actOn = (person: SignedInUser, { id }: Order, body: object) =>
  callExpecting<OrderResponse>(person.call, 201, { method: 'POST', path: `/api/orders/${id}/actions`, body });
const checkChange = (person: SignedInUser, { id }: Order, body: object) =>
  person.call({ method: 'POST', path: `/api/orders/${id}/check`, body });

/** A COMPLETE order whose date is too far in the past by now, at a frozen clock. */
async function agedOrder(): Promise<Order> {
  const clock = freezeClock();
  const order = await completeOrder({ ...fine, start: clock.now().toISOString().slice(0, 10) });
  clock.pass(90 * day);
  return order;
}

describe('a change of a COMPLETE order', () => {
  it('is not blocked by existing problems of the order, which are marked, through its approval', async () => {
    const order = await agedOrder();
    const formData = { ...order.formData, budget: 1_200 };
    const changed = await patchOrderOk(agency.user, order, changing(formData));
    expect(isPendingChange(changed)).toBe(true);
    expect(changed.problems).toMatchObject([{ ...late, isExisting: true }]);
    expect((await readOrder(agency.moderator, changed)).problems).toMatchObject([{ ...late, isExisting: true }]);
    const edited = await patchOrderOk(agency.moderator, changed, { formData: { ...formData, headline: 'Better' } });
    expect(edited.problems).toMatchObject([{ ...late, isExisting: true }]);
    expect(await patchOrderOk(agency.moderator, changed, { status: 'COMPLETE' })).toMatchObject({ status: 'COMPLETE' });
  });

  it('is blocked by a new problem, and by an existing one if a value that its rule reads was changed', async () => {
    const order = await agedOrder();
    expect(await patchOrder(agency.user, order, changing({ ...order.formData, budget: 1 }))).toMatchObject({
      status: 422,
      body: { details: { fields: [low], existingProblems: [{ ...late, isExisting: true }] } },
    });
    expect(await patchOrder(agency.user, order, changing({ ...order.formData, start: '2020-01-01' }))).toMatchObject({
      status: 422,
      body: { details: { fields: [late] } },
    });
    expect(await readOrder(agency.user, order)).toMatchObject({ status: 'COMPLETE', revision: order.revision });
  });

  it('is not approved if a moderator has added a problem to it', async () => {
    const changed = await patchOrderOk(agency.user, await completeOrder(), changing({ ...fine, headline: 'Better' }));
    const edited = await patchOrderOk(agency.moderator, changed, { formData: { ...fine, budget: 2 } });
    expect(edited.problems).toMatchObject([low]);
    expect(edited.problems?.[0]).not.toHaveProperty('isExisting');
    expect((await patchOrder(agency.moderator, edited, { status: 'COMPLETE' })).status).toBe(422);
  });

  it('is not blocked by an unchanged line of a product that is not available any more, but by a new line of one', async () => {
    const [first, other] = [await aProduct(api), await aProduct(api)];
    const lines = [{ product: first.id }] as Order['products'];
    const order = await completeOrder(fine, { products: lines });
    const [line] = order.products;
    for (const { id } of [first, other])
      await callExpecting(api.admin.call, 200, {
        method: 'PATCH',
        path: `/api/products/${id}`,
        body: { availability: 'CONTROLLED' },
      });
    const changed = await patchOrderOk(agency.user, order, changing({ ...fine, headline: 'Better' }));
    expect(changed.problems).toMatchObject([{ path: '/products/0/product', isExisting: true }]);
    await patchOrderOk(agency.user, changed, { status: 'DRAFT' });
    const products = [{ id: line?.id, product: first.id, data: { months: 3 } }];
    expect(await patchOrder(agency.user, order, changing({ ...fine, headline: 'Better' }, { products }))).toMatchObject(
      {
        status: 422,
        body: { details: { fields: [{ path: '/products/0/product' }] } },
      },
    );
  });

  it('can be checked before it is submitted, without being saved', async () => {
    const order = await agedOrder();
    const check = await checkChange(agency.user, order, { formData: { ...order.formData, budget: 7 } });
    expect(check).toMatchObject({ status: 200, body: { problems: [low, { ...late, isExisting: true }] } });
    expect(await checkChange(agency.user, order, {})).toMatchObject({
      status: 200,
      body: { problems: [{ ...late, isExisting: true }], normalized: [] },
    });
    expect(await readOrder(agency.user, order)).toMatchObject({ status: 'COMPLETE', revision: order.revision });
  });

  it('is checked by the same rules as a draft, and only for users who may write', async () => {
    const draft = await aDraft(agency, { formData: { ...fine, budget: 3 } });
    expect(await checkChange(agency.user, draft, { formData: { ...fine, budget: '700' } })).toMatchObject({
      status: 200,
      body: { problems: [], normalized: [{ path: '/formData/budget', from: '700', to: 700 }] },
    });
    expect(await checkChange(agency.user, draft, {})).toMatchObject({ body: { problems: [low] } });
    expect(await checkChange(agency.user, draft, { status: 'PENDING' })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ path: '/status', message: 'Unknown field' }] } },
    });
    const pending = await patchOrderOk(agency.user, draft, { formData: fine, status: 'PENDING' });
    expect((await checkChange(agency.user, pending, { formData: fine })).status).toBe(200);
    expect((await checkChange(agency.user, pending, { formData: { ...fine, budget: 1 } })).status).toBe(403);
    const stale = {
      method: 'POST',
      path: `/api/orders/${draft.id}/check`,
      body: {},
      headers: { 'if-match': '"1"' },
    } as const;
    expect((await agency.user.call(stale)).status).toBe(409);
  });

  it('can be withdrawn by its user without a reason', async () => {
    const order = await completeOrder();
    const changed = await patchOrderOk(agency.user, order, changing({ ...fine, budget: 1_000 }));
    const back = await patchOrderOk(agency.user, changed, { status: 'DRAFT' });
    expect(back).toMatchObject({ status: 'COMPLETE', formData: order.formData, sentBackReason: null });
    expect((await versionsOf(api, order)).results[0]?.extra).toMatchObject({ action: 'takeBack', to: 'COMPLETE' });
  });

  it('cannot be canceled by its user: that requires a moderator', async () => {
    const changed = await patchOrderOk(agency.user, await completeOrder(), changing({ ...fine, budget: 1_000 }));
    expect(await patchOrder(agency.user, changed, cancelation)).toMatchObject({
      status: 403,
      body: {
        code: 'MISSING_PERMISSION',
        reason: 'An order can be changed from PENDING to CANCELED only by a moderator',
      },
    });
    expect(await readOrder(agency.user, changed)).toMatchObject({ status: 'PENDING', cancelationReason: null });
    expect(await patchOrderOk(agency.moderator, changed, cancelation)).toMatchObject({ status: 'CANCELED' });
  });

  it('is never dropped silently: a save that rejects or withdraws it must not contain data', async () => {
    const changed = await patchOrderOk(agency.user, await completeOrder(), changing({ ...fine, budget: 1_000 }));
    const answer = await patchOrder(agency.moderator, changed, {
      status: 'DRAFT',
      reason: 'Too late',
      formData: { ...fine, headline: 'Mine' },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'REQUEST_DENIED',
        details: { fields: [{ path: '/formData', message: expect.stringContaining('would be lost') }] },
      },
    });
    expect(await readOrder(agency.user, changed)).toMatchObject({ status: 'PENDING', revision: changed.revision });
    // Unchanged data may be sent.
    const { formData } = changed;
    expect(
      await patchOrderOk(agency.moderator, changed, { status: 'DRAFT', reason: 'Too late', formData }),
    ).toMatchObject({
      status: 'COMPLETE',
    });
  });
});

describe('a bypass for a change', () => {
  const asking = (formData: object) => ({
    kind: 'VALIDATION_BYPASS_REQUESTED',
    notes: 'They pay the rest later',
    changes: { changeNotes: 'Less of it', formData },
  });

  it('is requested with the changed data, granted, and approved', async () => {
    const order = await completeOrder();
    const pendingOrder = await actOn(agency.user, order, asking({ ...fine, budget: 100 }));
    expect(pendingOrder).toMatchObject({
      status: 'PENDING',
      changeNotes: 'Less of it',
      formData: { budget: 100 },
      waivers: [{ ...low, isGranted: false }],
      actions: [{ kind: 'VALIDATION_BYPASS_REQUESTED', rejections: [low] }],
    });
    expect(isPendingChange(pendingOrder)).toBe(true);
    const granted = await actOn(second, pendingOrder, { kind: 'VALIDATION_BYPASS_APPROVED' });
    expect(granted).toMatchObject({ status: 'PENDING', problems: [] });
    expect(await patchOrderOk(agency.moderator, granted, { status: 'COMPLETE' })).toMatchObject({
      status: 'COMPLETE',
      formData: { budget: 100 },
    });
  });

  it('restores the COMPLETE order if it is rejected', async () => {
    const order = await completeOrder();
    const pendingOrder = await actOn(agency.user, order, asking({ ...fine, budget: 100 }));
    const rejected = await actOn(second, pendingOrder, { kind: 'VALIDATION_BYPASS_REJECTED', reason: 'Not this year' });
    expect(rejected).toMatchObject({
      status: 'COMPLETE',
      formData: order.formData,
      changeDate: null,
      waivers: [],
      sentBackReason: 'Not this year',
    });
    expect(rejected.changeNotes).toBeUndefined();
    const [version] = (await versionsOf(api, order)).results;
    expect(versionInWords(version?.extra ?? {})).toBe('rejected the bypass and the change');
  });

  it('is discarded with the change if its user withdraws it', async () => {
    const order = await completeOrder();
    const pendingOrder = await actOn(agency.user, order, asking({ ...fine, budget: 100 }));
    expect(await patchOrderOk(agency.user, pendingOrder, { status: 'DRAFT' })).toMatchObject({
      status: 'COMPLETE',
      waivers: [],
      bypassRequestedBy: null,
    });
  });

  it('covers the new problems of the change, and not the existing ones of the order', async () => {
    const order = await agedOrder();
    const pendingOrder = await actOn(agency.user, order, asking({ ...order.formData, budget: 100 }));
    expect(pendingOrder.waivers).toEqual([{ ...low, isGranted: false }]);
  });

  it.each([
    {
      what: 'change notes',
      body: { ...asking({ ...fine, budget: 1 }), changes: { formData: { ...fine, budget: 1 } } },
      path: '/changeNotes',
    },
    { what: 'notes', body: { ...asking({ ...fine, budget: 1 }), notes: ' ' }, path: '/notes' },
  ])('is rejected without its $what', async ({ body, path }) => {
    const order = await completeOrder();
    expect(await agency.user.call({ method: 'POST', path: `/api/orders/${order.id}/actions`, body })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ path }] } },
    });
  });

  it('is rejected if the change has no problems', async () => {
    const order = await completeOrder();
    const body = asking({ ...fine, budget: 5_000 });
    expect(await agency.user.call({ method: 'POST', path: `/api/orders/${order.id}/actions`, body })).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_DENIED' },
    });
  });
});
