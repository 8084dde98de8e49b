import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { Order } from '#schemas/generated/types.ts';
import { actionFields } from '#schemas/orders/bypass.ts';
import { type OrderStage, orderStages } from '#schemas/orders/order-stage.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aChannel, aClient, aDraft, aForm, anAgency, aProduct, aUser } from './factories.ts';
import { readOnlyCells, type WriteMatrixRole, writeMatrixCells, writeMatrixRoles } from './order-field-matrix.ts';
import { cancelation, orderFactories, patchOrder, patchOrderOk, readOrder } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let people: Record<WriteMatrixRole, SignedInUser>;
/** One order at each stage; each test sets its owner. */
let orders: Record<Exclude<OrderStage, 'CREATE'>, Order>;
/** For each property, a valid value that differs from that of the orders. */
let samples: Record<string, unknown>;
let colleague: SignedInUser;

const change = { status: 'PENDING', changeNotes: 'More', formData: { headline: 'Changed' } };

beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
  const { entity, channel } = agency;
  const stranger = (await anAgency(api)).moderator;
  const developer = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
  colleague = await api.signedInAs(await aUser(api, { memberOf: [entity] }));
  people = {
    ADMIN: api.admin,
    AGENCY_ADMIN: agency.moderator,
    AGENCY_USER: agency.user,
    DEVELOPER: developer,
    stranger,
  };
  const make = orderFactories(agency);
  const returnedDraft = async () => patchOrderOk(agency.user, await make.PENDING(), { status: 'DRAFT' });
  orders = {
    DRAFT: await returnedDraft(),
    PENDING: await make.PENDING(),
    PENDING_CHANGE: await patchOrderOk(agency.user, await make.COMPLETE(), change),
    COMPLETE: await make.COMPLETE(),
    CANCELED: await make.CANCELED(),
  };
  samples = {
    channelId: (await aChannel(api, { entity, form: await api.admin.read('Form', channel.orderFormId) })).id,
    client: (await aClient(api, { below: entity })).id,
    form: (await aForm(api)).id,
    user: (await aUser(api, { memberOf: [entity] })).id,
    formData: { headline: 'Denied' },
    products: [{ product: (await aProduct(api)).id }],
    assignedTo: agency.moderator.user.id,
    neededBy: '2026-12-24',
    changeNotes: 'Denied',
    cancelationReason: 'failure_to_pay',
    cancelationNotes: 'Denied',
    reason: 'Denied',
    autosave: true,
  };
});
afterAll(() => api.close());

/** The target status of each transition of the matrix, and its required properties. */
const targets: Record<string, { status: Order['status']; needs: object }> = {
  s: { status: 'PENDING', needs: {} },
  a: { status: 'COMPLETE', needs: {} },
  t: { status: 'DRAFT', needs: {} },
  b: { status: 'DRAFT', needs: { reason: 'Why' } },
  c: { status: 'PENDING', needs: { changeNotes: 'More', formData: { headline: 'Changed once more' } } },
  x: { status: 'CANCELED', needs: cancelation },
  r: { status: 'DRAFT', needs: {} },
};
const statuses = ['DRAFT', 'PENDING', 'COMPLETE', 'CANCELED'] as const;

/** Sets the stage and the owner of an order directly in the database. */
async function setOwner(stage: keyof typeof orders, owner: SignedInUser): Promise<Order> {
  const { id } = orders[stage];
  await storeOf('Order').updateDerived({ _id: id }, { $set: { user: owner.user.id } });
  return await readOrder(api.admin, orders[stage]);
}

const mayUpdate = (role: WriteMatrixRole, isOwn: boolean) =>
  role === 'ADMIN' || role === 'AGENCY_ADMIN' || (role === 'AGENCY_USER' && isOwn);
const cellOf = (of: Pick<(typeof writeMatrixCells)[number], 'stage' | 'role' | 'isOwn'>, field: string) =>
  writeMatrixCells.find(
    (each) => each.field === field && Object.entries(of).every(([key, value]) => Reflect.get(each, key) === value),
  )?.cell ?? '';
const known = writeMatrixRoles.flatMap((role) => [true, false].map((isOwn) => ({ role, isOwn })));
const stages = orderStages.filter((stage) => stage !== 'CREATE');

describe.each(known)('rejects a PATCH of $role, own order: $isOwn,', ({ role, isOwn }) => {
  it.each(stages)('of each property that is read-only in status %s, and changes nothing', async (stage) => {
    const person = people[role];
    const before = await setOwner(stage, isOwn ? person : colleague);
    const denied = readOnlyCells(stage).filter((each) => each.role === role && each.isOwn === isOwn);
    const reachable = cellOf({ stage, role, isOwn }, 'status').replace('-', '');
    const expectRejection = async (body: object, field: string) => {
      const answer = await patchOrder(person, before, body);
      expect([400, 403, 404], `${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
      if (!mayUpdate(role, isOwn)) return;
      const { details, reason } = Object(answer.body);
      // The error for a status names both states, every other error has its path.
      if (field === 'status') expect(reason).toMatch(/An order (cannot|can) be changed from/);
      else
        expect(details.fields).toContainEqual({
          path: `/${field}`,
          message: expect.stringMatching(/ (set|saved|lost)/),
        });
    };
    for (const { field, cell } of denied) {
      if (field === 'status') {
        const reached = [...reachable].map((letter) => targets[letter]?.status);
        for (const status of statuses.filter((each) => each !== before.status && !reached.includes(each)))
          await expectRejection({ ...cancelation, status, changeNotes: 'x' }, field);
        continue;
      }
      await expectRejection({ [field]: samples[field] }, field);
      // It stays read-only in a transition that may not include it.
      for (const letter of reachable.replace(/[-]/g, '')) {
        const { status, needs } = targets[letter] ?? {};
        if (cell.includes(letter) || field in Object(needs)) continue;
        await expectRejection({ ...needs, status, [field]: samples[field] }, field);
      }
    }
    expect(await readOrder(api.admin, before)).toEqual(before);
  });
});

it.each(known)(
  'rejects a POST of $role, own order: $isOwn, with each property that a new order cannot have',
  async ({ role, isOwn }) => {
    const person = people[role];
    const { channel, client } = agency;
    const base = {
      channelId: channel.id,
      form: channel.orderFormId,
      client: client.id,
      user: (isOwn ? person : colleague).user.id,
    };
    const count = await storeOf('Order').count({});
    const denied = readOnlyCells('CREATE').filter((each) => each.role === role && each.isOwn === isOwn);
    for (const { field } of denied) {
      const value = field === 'status' ? 'PENDING' : samples[field];
      const answer = await person.call({ method: 'POST', path: '/api/orders', body: { ...base, [field]: value } });
      expect([400, 403, 422], JSON.stringify([field, answer.body])).toContain(answer.status);
      if (field !== 'status' && mayUpdate(role, true) && isOwn)
        expect(JSON.stringify(answer.body)).toContain(`"/${field}"`);
    }
    expect(await storeOf('Order').count({})).toBe(count);
  },
);

it.each(stages)(
  'rejects a PUT of a whole record that changes a property that is read-only in status %s',
  async (stage) => {
    const before = await setOwner(stage, agency.user);
    for (const { field } of readOnlyCells(stage).filter((each) => each.role === 'AGENCY_USER' && each.isOwn)) {
      if (field === 'status') continue;
      const { problems: _, newerFormVersion: __, ...record } = await readOrder(agency.user, before);
      const answer = await agency.user.call({
        method: 'PUT',
        path: `/api/orders/${before.id}`,
        body: { ...record, [field]: samples[field] },
      });
      expect([400, 403], JSON.stringify([field, answer.body])).toContain(answer.status);
      expect(JSON.stringify(answer.body)).toContain(`"/${field}"`);
    }
    expect(await readOrder(api.admin, before)).toEqual(before);
  },
);

describe('an order action', () => {
  const values = {
    notes: 'They pay in spring',
    reason: 'Not now',
    moderator: '0123456789abcdef01234567',
    rejections: [{ path: '/formData/headline', message: 'Missing' }],
    changes: { formData: { headline: 'Changed' } },
    approve: true,
    path: '/formData/headline',
    resolves: '0123456789abcdef01234567',
  };

  const kinds: { kind: keyof typeof actionFields; stage: keyof typeof orders }[] = [
    { kind: 'VALIDATION_BYPASS_REQUESTED', stage: 'COMPLETE' },
    { kind: 'VALIDATION_BYPASS_APPROVED', stage: 'PENDING' },
    { kind: 'VALIDATION_BYPASS_REJECTED', stage: 'PENDING' },
    { kind: 'APPROVAL_UNDONE', stage: 'COMPLETE' },
    { kind: 'NOTE', stage: 'DRAFT' },
    { kind: 'NOTE_RESOLVED', stage: 'DRAFT' },
  ];

  it.each(kinds)(
    'an order action of kind $kind is rejected with properties of other kinds',
    async ({ kind, stage }) => {
      const order = await setOwner(stage, agency.user);
      const allowedFields: readonly string[] = actionFields[kind];
      for (const [field, value] of Object.entries(values).filter(([name]) => !allowedFields.includes(name))) {
        const body = { kind, ...(allowedFields.includes('notes') ? { notes: values.notes } : {}), [field]: value };
        const answer = await agency.moderator.call({ method: 'POST', path: `/api/orders/${order.id}/actions`, body });
        // Only the moderator could undo the approval of this order, within 30 seconds.
        if (kind === 'APPROVAL_UNDONE' && answer.status === 403) continue;
        expect(answer).toMatchObject({ status: 400, body: { details: { fields: [{ path: `/${field}` }] } } });
      }
    },
  );

  it('cannot change data, except in a change of a COMPLETE order by users who may set them', async () => {
    const requestChange = async (stage: keyof typeof orders, changes: object, person = agency.user) => {
      await setOwner(stage, agency.user);
      const body = { kind: 'VALIDATION_BYPASS_REQUESTED', notes: 'Please', changes };
      return await person.call({ method: 'POST', path: `/api/orders/${orders[stage].id}/actions`, body });
    };
    expect(await requestChange('DRAFT', { formData: {} })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ path: '/changes' }] } },
    });
    const changed = { changeNotes: 'More', formData: { headline: '' } };
    expect(await requestChange('COMPLETE', { ...changed, form: samples.form })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ path: '/changes/form' }] } },
    });
    expect(await requestChange('COMPLETE', { ...changed, user: samples.user })).toMatchObject({
      status: 403,
      body: { details: { fields: [{ path: '/changes/user' }] } },
    });
    expect(await requestChange('COMPLETE', { ...changed, reason: 'x' })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ path: '/changes/reason' }] } },
    });
    expect(await readOrder(api.admin, orders.COMPLETE)).toMatchObject({ status: 'COMPLETE', actions: [] });
  });
});

it('rejects properties in a duplicate and in copies for many clients', async () => {
  const order = await aDraft(agency);
  const post = (path: string, body: object) =>
    agency.user.call({ method: 'POST', path: `/api/orders/${order.id}/${path}`, body });
  for (const field of Object.keys(samples).filter((name) => name !== 'client')) {
    const rejection = { status: 400, body: { details: { fields: [{ path: `/${field}`, message: 'Unknown field' }] } } };
    expect(await post('duplicate', { [field]: samples[field] })).toMatchObject(rejection);
    expect(await post('copies', { clients: [agency.client.id], [field]: samples[field] })).toMatchObject(rejection);
  }
  const batch = await callExpecting<{ id: string }>(agency.user.call, 201, {
    method: 'POST',
    path: `/api/orders/${order.id}/copies`,
    body: { clients: [agency.client.id] },
  });
  const path = `/api/order_batches/${batch.id}`;
  expect(await agency.user.call({ method: 'PATCH', path, body: { content: { status: 'COMPLETE' } } })).toMatchObject({
    status: 400,
    body: { details: { fields: [{ path: '/content' }] } },
  });
});

const strange: Record<string, unknown>[] = [
  { priority: 'high' },
  { constructor: 1 },
  { actions: [] },
  { approval: null },
];

it.each(strange)('rejects an unknown property and a server-owned one with its path: %j', async (body) => {
  const order = await aDraft(agency);
  const [field = ''] = Object.keys(body);
  const rejection = { status: 400, body: { details: { fields: [{ path: `/${field}` }] } } };
  expect(await patchOrder(agency.user, order, { ...body, formData: { headline: 'Fine' } })).toMatchObject(rejection);
  expect(await readOrder(agency.user, order)).toMatchObject({ revision: 1, formData: { headline: 'Fresh bread' } });
});

it('names the order when it rejects a property that only others may set, and no order when the order would be new', async () => {
  const person = people.AGENCY_USER;
  const order = await setOwner('DRAFT', person);
  const rejected = (resourceId: string | null) => ({
    status: 403,
    body: { code: 'MISSING_PERMISSION', details: { action: 'update', resourceType: 'Order', resourceId } },
  });
  const user = colleague.user.id;
  expect(await patchOrder(person, order, { user })).toMatchObject(rejected(order.id));
  const body = { channelId: order.channelId, form: order.form, client: order.client, user };
  expect(await person.call({ method: 'POST', path: '/api/orders', body })).toMatchObject(rejected(null));
});
