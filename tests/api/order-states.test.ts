import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#schemas/generated/types.ts';
import { type Agency, aDraft, anAgency } from './factories.ts';
import { type Api, expecting, type Person, startApi } from './server.ts';

let api: Api;
let agency: Agency;

beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

type Refusal = { code: string; reason: string; details: { fields?: { path: string; message: string }[] } };

const save = (person: Person, order: Order, status: number, body: object) =>
  expecting<Order & Refusal>(person.call, status, {
    method: 'PATCH',
    path: `/api/orders/${order.id}`,
    headers: { 'if-match': `"${order.revision}"` },
    body,
  });

async function inStatus(status: Order['status']): Promise<Order> {
  const { user, moderator } = agency;
  const draft = await aDraft(agency);
  if (status === 'DRAFT') return draft;
  if (status === 'CANCELED') return save(user, draft, 200, { status, cancelationReason: 'dissatisfied' });
  const pending = await save(user, draft, 200, { status: 'PENDING' });
  return status === 'PENDING' ? pending : save(moderator, pending, 200, { status: 'COMPLETE' });
}

const statuses = ['DRAFT', 'PENDING', 'COMPLETE', 'CANCELED'] as const;
const allowed = [
  'DRAFT PENDING',
  'PENDING COMPLETE',
  'PENDING DRAFT',
  'COMPLETE PENDING',
  'DRAFT CANCELED',
  'PENDING CANCELED',
  'COMPLETE CANCELED',
  'CANCELED DRAFT',
];
const whatIsAsked = { cancelationReason: 'dissatisfied', changeNotes: 'Longer spots', reason: 'Please check' };

it.each(
  statuses.flatMap((from) =>
    statuses.filter((to) => to !== from).map((to) => ({ from, to, isAllowed: allowed.includes(`${from} ${to}`) })),
  ),
)('an ADMIN may take an order from $from to $to: $isAllowed', async ({ from, to, isAllowed }) => {
  const order = await inStatus(from);
  const answer = await save(api.admin, order, isAllowed ? 200 : 400, { status: to, ...whatIsAsked });
  if (isAllowed) expect(answer.status).toBe(to);
  else expect(answer).toMatchObject({ code: 'REQUEST_DENIED', reason: `An order can not go from ${from} to ${to}` });
});

it('an order that is submitted gets its submission date once', async () => {
  const pending = await inStatus('PENDING');
  expect(pending.submissionDate).toEqual(expect.any(String));
  const back = await save(agency.user, pending, 200, { status: 'DRAFT' });
  const again = await save(agency.user, back, 200, { status: 'PENDING' });
  expect(again.submissionDate).toBe(pending.submissionDate);
});

it('an agency user approves nothing, and sends back only the own order', async () => {
  const { user, moderator, channel, client } = agency;
  expect((await save(user, await inStatus('PENDING'), 403, { status: 'COMPLETE' })).code).toBe('MISSING_PERMISSION');
  const foreign = await moderator.create('Order', {
    channelId: channel.id,
    form: channel.orderFormId,
    client: client.id,
    formData: { headline: 'Rye' },
  });
  expect((await save(user, foreign, 403, { status: 'PENDING' })).code).toBe('MISSING_PERMISSION');
});

it('a moderator sends an order back with a reason, its own user without', async () => {
  const pending = await inStatus('PENDING');
  const refused = await save(agency.moderator, pending, 400, { status: 'DRAFT' });
  expect(refused.details.fields).toEqual([{ path: '/reason', message: 'Missing required field: Reason' }]);
  expect((await save(agency.moderator, pending, 200, { status: 'DRAFT', reason: 'Which week?' })).status).toBe('DRAFT');
});

it('a canceled order says which of the five reasons, and what else is refused', async () => {
  const draft = await inStatus('DRAFT');
  expect((await save(agency.user, draft, 400, { status: 'CANCELED' })).details.fields).toEqual([
    { path: '/cancelationReason', message: 'Missing required field: Cancelation reason' },
  ]);
  expect((await save(agency.user, draft, 400, { status: 'CANCELED', cancelationReason: 'bored' })).code).toBe(
    'REQUEST_SCHEMA_INVALID',
  );
  const canceled = await save(agency.user, draft, 200, {
    status: 'CANCELED',
    cancelationReason: 'contract_expired',
    cancelationNotes: 'Moved away',
  });
  expect(canceled).toMatchObject({
    status: 'CANCELED',
    cancelationReason: 'contract_expired',
    cancelationNotes: 'Moved away',
  });
  const revived = await save(api.admin, canceled, 200, { status: 'DRAFT' });
  expect(revived).toMatchObject({ cancelationReason: null, cancelationDate: null });
});

it('submitting with problems is refused with every problem, and the order stays as it was', async () => {
  const draft = await aDraft(agency, { client: null, formData: {} });
  const refused = await save(agency.user, draft, 422, { status: 'PENDING' });
  expect(refused).toMatchObject({
    code: 'GS_VALIDATION_REJECTED',
    details: {
      fields: [
        { path: '/client', value: null, message: 'Missing required field: Client' },
        { path: '/formData/headline', message: 'Missing required field: Headline' },
      ],
    },
  });
  expect(await agency.user.read('Order', draft.id)).toMatchObject({
    status: 'DRAFT',
    revision: draft.revision,
    problems: refused.details.fields,
  });
});

it('one save carries data and status: the data are applied first, all or nothing', async () => {
  const draft = await aDraft(agency, { formData: {} });
  const pending = await save(agency.user, draft, 200, { status: 'PENDING', formData: { headline: 'Now it is there' } });
  expect(pending).toMatchObject({ status: 'PENDING', formData: { headline: 'Now it is there' } });
});

it('a pending order is changed by moderators only, a complete one by nobody', async () => {
  const pending = await inStatus('PENDING');
  const changed = { formData: { headline: 'Other' } };
  expect((await save(agency.user, pending, 403, changed)).code).toBe('MISSING_PERMISSION');
  const moderated = await save(agency.moderator, pending, 200, changed);
  expect(moderated.formData).toEqual({ headline: 'Other' });
  const complete = await save(agency.moderator, moderated, 200, { status: 'COMPLETE' });
  expect((await save(agency.moderator, complete, 400, { formData: { headline: 'Third' } })).code).toBe(
    'REQUEST_DENIED',
  );
});

it('a change of a complete order waits for approval, and a refusal returns it as it was', async () => {
  const complete = await inStatus('COMPLETE');
  const asked = await save(agency.user, complete, 200, {
    status: 'PENDING',
    changeNotes: 'New headline',
    formData: { headline: 'Changed' },
  });
  expect(asked).toMatchObject({ status: 'PENDING', changeDate: expect.any(String), formData: { headline: 'Changed' } });
  const refused = await save(agency.moderator, asked, 200, { status: 'DRAFT', reason: 'Too late' });
  expect(refused).toMatchObject({ status: 'COMPLETE', changeDate: null, formData: complete.formData });
});

it('only a draft that was never submitted can be deleted', async () => {
  const remove = (order: Order, status: number) =>
    expecting<Order & Refusal>(agency.user.call, status, { method: 'DELETE', path: `/api/orders/${order.id}` });
  const draft = await inStatus('DRAFT');
  expect((await remove(draft, 200)).id).toBe(draft.id);
  await expecting(agency.user.call, 404, { path: `/api/orders/${draft.id}` });
  const pending = await inStatus('PENDING');
  expect((await remove(pending, 400)).code).toBe('REQUEST_DENIED');
  expect((await remove(await save(agency.user, pending, 200, { status: 'DRAFT' }), 400)).code).toBe('REQUEST_DENIED');
});
