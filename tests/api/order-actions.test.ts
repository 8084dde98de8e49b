import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aDraft, aForm, anAgency, aUser, textInput } from './factories.ts';
import { type OrderResponse, patchOrder, patchOrderOk, readOrder, versionsOf } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let second: SignedInUser;
let stranger: Agency;

const budget = {
  type: 'number_input',
  meta: { key: 'budget', label: 'Budget', validationScript: 'if this < 500 { reject because "At least $500" }' },
};
const kind = { type: 'select', meta: { key: 'kind', label: 'Kind' }, config: { options: [{ value: 'spot' }] } };
const tooLow = { path: '/formData/budget', message: 'At least $500' };
const noHeadline = { path: '/formData/headline', message: 'Missing required field: Headline' };

beforeAll(async () => {
  api = await startApi();
  const form = await aForm(api, { widgets: [textInput('headline', 'Headline'), budget, kind] });
  agency = await anAgency(api, { form });
  stranger = await anAgency(api);
  second = await api.signedInAs(await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [agency.entity] }));
});
afterAll(() => api.close());

const pathOf = ({ id }: Order) => `/api/orders/${id}/actions`;
const act = (person: SignedInUser, order: Order, body: object, headers: Record<string, string> = {}) =>
  person.call({ method: 'POST', path: pathOf(order), body, headers });
const actOn = (person: SignedInUser, order: Order, body: object) =>
  callExpecting<OrderResponse>(person.call, 201, { method: 'POST', path: pathOf(order), body });

const asking = { kind: 'VALIDATION_BYPASS_REQUESTED', notes: 'The client pays the rest in spring' };
const approving = { kind: 'VALIDATION_BYPASS_APPROVED' };
const rejecting = { kind: 'VALIDATION_BYPASS_REJECTED', reason: 'Not this year' };
const noting = { kind: 'NOTE', notes: 'They call back on Monday' };

const aLowDraft = (formData: object = {}) =>
  aDraft(agency, { formData: { headline: 'Fresh bread', budget: 100, kind: 'spot', ...formData } });

it('another moderator can waive what a form rejects, and the order proceeds unchanged', async () => {
  const draft = await aLowDraft();
  expect((await patchOrder(agency.user, draft, { status: 'PENDING' })).status).toBe(422);

  const pendingOrder = await actOn(agency.user, draft, { ...asking, moderator: second.user.id });
  expect(pendingOrder).toMatchObject({
    status: 'PENDING',
    validationMode: 'NORMAL',
    waivers: [{ ...tooLow, isGranted: false }],
    actions: [{ ...asking, moderator: second.user.id, user: agency.user.user.id, rejections: [tooLow] }],
  });
  expect(pendingOrder.submissionDate).not.toBeNull();
  expect(pendingOrder.problems).toMatchObject([tooLow]);
  expect((await patchOrder(agency.moderator, pendingOrder, { status: 'COMPLETE' })).status).toBe(422);

  const granted = await actOn(agency.moderator, pendingOrder, approving);
  expect(granted).toMatchObject({ status: 'PENDING', validationMode: 'BYPASS', problems: [] });
  expect(granted.actions[1]).toMatchObject({ kind: approving.kind, rejections: [tooLow], orderRevision: 3 });
  expect((await patchOrderOk(agency.moderator, granted, { status: 'COMPLETE' })).status).toBe('COMPLETE');
});

it('an action references its users by id, even if the order is read with its user populated', async () => {
  const pendingOrder = await actOn(agency.user, await aLowDraft(), { ...asking, moderator: second.user.id });
  const { body } = await agency.user.call({ path: `/api/orders/${pendingOrder.id}?populate=client,user,product` });
  expect(body).toMatchObject({
    user: { id: agency.user.user.id },
    actions: [{ user: agency.user.user.id, moderator: second.user.id }],
  });
});

it('a bypass request cannot be decided by its requester or by another agency', async () => {
  const draft = await callExpecting<Order>(agency.moderator.call, 201, {
    method: 'POST',
    path: '/api/orders',
    body: {
      channelId: agency.channel.id,
      form: agency.channel.orderFormId,
      client: agency.client.id,
      formData: { headline: 'A', budget: 1 },
    },
  });
  const pendingOrder = await actOn(agency.moderator, draft, asking);
  for (const body of [approving, rejecting]) {
    expect((await act(agency.moderator, pendingOrder, body)).body).toMatchObject({ code: 'MISSING_PERMISSION' });
    expect((await act(agency.user, pendingOrder, body)).body).toMatchObject({ code: 'MISSING_PERMISSION' });
    expect((await act(stranger.moderator, pendingOrder, body)).status).toBe(404);
  }
  expect((await act(stranger.moderator, pendingOrder, noting)).status).toBe(404);
  expect(await actOn(second, pendingOrder, rejecting)).toMatchObject({
    status: 'DRAFT',
    validationMode: 'NORMAL',
    waivers: [],
  });
});

it('a moderator can waive some of the requested rejections, and nothing else', async () => {
  const pendingOrder = await actOn(agency.user, await aLowDraft({ headline: '' }), asking);
  expect(pendingOrder.waivers).toHaveLength(2);
  const other = { path: '/formData/kind', message: 'Anything' };
  expect((await act(second, pendingOrder, { ...approving, rejections: [other] })).body).toMatchObject({
    code: 'REQUEST_SCHEMA_INVALID',
    details: { fields: [{ path: '/rejections' }] },
  });
  const granted = await actOn(second, pendingOrder, { ...approving, rejections: [tooLow] });
  expect(granted.problems).toMatchObject([noHeadline]);
  expect(granted.waivers).toEqual([{ ...tooLow, isGranted: true }]);
  expect((await act(second, granted, approving)).body).toMatchObject({ reason: 'There is no open bypass request' });
});

it('a waiver lapses when its field changes, and stays when other fields change', async () => {
  const pendingOrder = await actOn(agency.user, await aLowDraft(), asking);
  await actOn(second, pendingOrder, approving);
  const data = { headline: 'Another', budget: 100, kind: 'spot' };
  const withWaiver = await patchOrderOk(agency.moderator, pendingOrder, { formData: data });
  expect(withWaiver).toMatchObject({ validationMode: 'BYPASS', problems: [] });
  const lapsed = await patchOrderOk(agency.moderator, pendingOrder, { formData: { ...data, budget: 200 } });
  expect(lapsed).toMatchObject({ validationMode: 'NORMAL', waivers: [], problems: [tooLow] });
});

it('an order that is taken back keeps granted waivers and forgets requested ones', async () => {
  const pendingOrder = await actOn(agency.user, await aLowDraft({ headline: '' }), asking);
  await actOn(second, pendingOrder, { ...approving, rejections: [tooLow] });
  const back = await patchOrderOk(agency.user, pendingOrder, { status: 'DRAFT' });
  expect(back).toMatchObject({ waivers: [{ ...tooLow, isGranted: true }], problems: [noHeadline] });
  const again = await actOn(agency.user, back, asking);
  expect(again.actions.at(-1)).toMatchObject({ rejections: [noHeadline] });
  expect(await patchOrderOk(agency.user, again, { status: 'DRAFT' })).toMatchObject({ waivers: [{ isGranted: true }] });
});

it.each([
  { what: 'a client is missing', order: { client: null }, path: '/client' },
  {
    what: 'a value is no option',
    order: { formData: { headline: 'A', budget: 1, kind: 'billboard' } },
    path: '/formData/kind',
  },
])('a bypass can only waive the rules of a form: $what', async ({ order, path }) => {
  const rejected = await act(agency.user, await aDraft(agency, order), asking);
  expect(rejected).toMatchObject({ status: 422, body: { details: { fields: [{ path }] } } });
});

it('a bypass request for anything else is rejected with the path', async () => {
  const fine = await aLowDraft({ budget: 900 });
  const low = await aLowDraft();
  const rejections: [Order, object, number, object][] = [
    [fine, asking, 400, { code: 'REQUEST_DENIED' }],
    [
      low,
      { kind: asking.kind },
      400,
      { details: { fields: [{ path: '/notes', message: 'Missing required field: Notes' }] } },
    ],
    [low, { ...asking, user: second.user.id }, 400, { code: 'REQUEST_SCHEMA_INVALID' }],
    [low, { ...asking, moderator: agency.user.user.id }, 422, { details: { errors: [{ path: '/moderator' }] } }],
    [low, { ...asking, moderator: stranger.moderator.user.id }, 422, { details: { errors: [{ path: '/moderator' }] } }],
    [low, approving, 400, { details: { from: 'DRAFT', to: 'PENDING' } }],
    [low, { kind: 'NOTE' }, 400, { details: { fields: [{ path: '/notes' }] } }],
    [low, { kind: 'APPROVE' }, 400, { code: 'REQUEST_SCHEMA_INVALID' }],
  ];
  for (const [order, body, status, answer] of rejections)
    expect(await act(agency.user, order, body)).toMatchObject({ status, body: answer });
  expect(await readOrder(agency.user, low)).toMatchObject({ status: 'DRAFT', actions: [], revision: 1 });
  const stale = await act(agency.user, low, noting, { 'if-match': '"7"' });
  expect(stale.body).toMatchObject({ code: 'RESOURCE_CONFLICT' });
});

it('an action with a field that it does not accept is rejected, and the error names the actions that do', async () => {
  const order = await aLowDraft();
  const rejected = (path: string, reason: string) => ({
    status: 400,
    body: { code: 'REQUEST_DENIED', reason, details: { fields: [{ path, message: reason }] } },
  });
  const changes = { formData: { headline: 'Rye' } };
  const notInNote = 'NOTE does not have this field; only';
  for (const [fields, path, kind] of [
    [{ reason: 'Not now' }, '/reason', rejecting.kind],
    [{ moderator: second.user.id }, '/moderator', asking.kind],
    [{ changes }, '/changes', asking.kind],
  ] as const)
    expect(await act(agency.user, order, { ...noting, ...fields })).toMatchObject(
      rejected(path, `${notInNote} ${kind} has it`),
    );
  expect(await act(agency.user, order, { ...asking, changes })).toMatchObject(
    rejected('/changes', 'Only the request to change a COMPLETE order can contain data'),
  );
  expect(await readOrder(agency.user, order)).toMatchObject({ actions: [], revision: order.revision });
});

it('a note is stored for the team in any status, and creates no version', async () => {
  const draft = await aLowDraft({ budget: 900 });
  const key = { 'idempotency-key': `note-${draft.id}` };
  const [first, repeated] = [await act(agency.user, draft, noting, key), await act(agency.user, draft, noting, key)];
  expect([first.status, repeated.status]).toEqual([201, 201]);
  expect(repeated.body).toEqual(first.body);
  expect(await versionsOf(api, draft)).toMatchObject({ pagination: { total: 0 } });
  await patchOrderOk(agency.user, draft, { status: 'PENDING' });
  await patchOrderOk(agency.moderator, draft, { status: 'COMPLETE' });
  await patchOrderOk(agency.user, draft, {
    status: 'PENDING',
    changeNotes: 'More',
    formData: { headline: 'B', budget: 900, kind: 'spot' },
  });
  await actOn(second, draft, { kind: 'NOTE', notes: 'I ask them' });
  const rejected = await patchOrderOk(agency.moderator, draft, { status: 'DRAFT', reason: 'Too late' });
  expect(rejected).toMatchObject({ status: 'COMPLETE', formData: { headline: 'Fresh bread' } });
  expect(rejected.actions.map(({ notes }) => notes)).toEqual([noting.notes, 'I ask them']);
});

it('the decisions of moderators are in the audit log', async () => {
  const pendingOrder = await actOn(agency.user, await aLowDraft(), asking);
  await actOn(second, pendingOrder, approving);
  await patchOrderOk(agency.moderator, pendingOrder, { status: 'COMPLETE' });
  const log = await callExpecting<{ results: object[] }>(api.admin.call, 200, {
    path: `/api/audit_log?resourceId=${pendingOrder.id}`,
  });
  expect(log.results).toMatchObject([
    {
      action: 'moderate',
      user: agency.moderator.user.id,
      changes: [{ field: 'status', from: '"PENDING"', to: '"COMPLETE"' }],
    },
    { action: 'moderate', user: second.user.id },
  ]);
});

it('at most 200 rejections can be waived at once', async () => {
  const widgets = Array.from({ length: 201 }, (_, index) => textInput(`text_${index}`, `Text ${index}`));
  const ours = await anAgency(api, { form: await aForm(api, { widgets }) });
  const pendingOrder = await actOn(ours.user, await aDraft(ours, { formData: { text_0: 'Fresh bread' } }), asking);
  expect(pendingOrder.waivers).toHaveLength(200);
  expect(await act(ours.user, await aDraft(ours, { formData: {} }), asking)).toMatchObject({
    status: 400,
    body: { code: 'REQUEST_DENIED', reason: 'At most 200 rejections can be waived' },
  });
});
