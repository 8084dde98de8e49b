import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#schemas/generated/types.ts';
import { isPendingChange } from '#schemas/orders/order-stage.ts';
import { versionInWords } from '#schemas/orders/version-words.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aDraft, aForm, anAgency, aProduct, aUser } from './factories.ts';
import { cancelation, orderFactories, patchOrder, patchOrderOk, readOrder, versionsOf } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

const statuses = ['DRAFT', 'PENDING', 'COMPLETE', 'CANCELED'] as const;
const change = { changeNotes: 'A better headline', formData: { headline: 'Better bread' } };

/** The allowed transitions (design 6) with the role that makes them and the required body. */
const allowed = [
  { from: 'DRAFT', to: 'PENDING', by: 'user', body: {} },
  { from: 'DRAFT', to: 'CANCELED', by: 'user', body: cancelation },
  { from: 'PENDING', to: 'COMPLETE', by: 'moderator', body: {} },
  { from: 'PENDING', to: 'DRAFT', by: 'moderator', body: { reason: 'The logo is missing' } },
  { from: 'PENDING', to: 'DRAFT', by: 'user', body: {} },
  { from: 'PENDING', to: 'CANCELED', by: 'user', body: cancelation },
  { from: 'COMPLETE', to: 'PENDING', by: 'user', body: change },
  { from: 'COMPLETE', to: 'CANCELED', by: 'moderator', body: cancelation },
  { from: 'CANCELED', to: 'DRAFT', by: 'admin', body: {} },
] as const;
const personBy = { user: () => agency.user, moderator: () => agency.moderator, admin: () => api.admin };
const isAllowed = (from: string, to: string) => allowed.some((each) => each.from === from && each.to === to);
const pairs = statuses.flatMap((from) => statuses.filter((to) => to !== from).map((to) => ({ from, to })));

describe('the status of an order', () => {
  it.each(allowed)('can go from $from to $to by the $by', async ({ from, to, by, body }) => {
    const order = await orderFactories(agency)[from]();
    expect(await patchOrderOk(personBy[by](), order, { ...body, status: to })).toMatchObject({ status: to });
  });

  it.each(pairs.filter(({ from, to }) => !isAllowed(from, to)))(
    'cannot go from $from to $to, not even by an ADMIN',
    async ({ from, to }) => {
      const order = await orderFactories(agency)[from]();
      const body = { ...cancelation, changeNotes: 'x', status: to };
      expect(await patchOrder(api.admin, order, body)).toMatchObject({
        status: 400,
        body: { code: 'REQUEST_DENIED', reason: expect.stringMatching(new RegExp(`from ${from} to ${to};.* by .+`)) },
      });
    },
  );

  it.each([
    { from: 'PENDING', to: 'COMPLETE', by: 'a moderator', body: {} },
    { from: 'COMPLETE', to: 'CANCELED', by: 'a moderator', body: cancelation },
    { from: 'CANCELED', to: 'DRAFT', by: 'an ADMIN', body: {} },
  ] as const)('cannot go from $from to $to by its user: it requires $by', async ({ from, to, by, body }) => {
    const order = await orderFactories(agency)[from]();
    expect(await patchOrder(agency.user, order, { ...body, status: to })).toMatchObject({
      status: 403,
      body: {
        code: 'MISSING_PERMISSION',
        reason: `An order can be changed from ${from} to ${to} only by ${by}`,
        details: { action: 'update', resourceType: 'Order', resourceId: order.id, from, to },
      },
    });
  });

  it('cannot be changed by a colleague, and the error names both states and the owner', async () => {
    const colleague = await api.signedInAs(await aUser(api, { roles: ['AGENCY_USER'], memberOf: [agency.entity] }));
    for (const [from, to, by] of [
      ['DRAFT', 'PENDING', 'users who can update it'],
      ['PENDING', 'DRAFT', 'its user or a moderator'],
    ] as const)
      expect(
        await patchOrder(colleague, await orderFactories(agency)[from](), { status: to, reason: 'x' }),
      ).toMatchObject({
        status: 403,
        body: { code: 'MISSING_PERMISSION', reason: `An order can be changed from ${from} to ${to} only by ${by}` },
      });
  });

  it.each([
    { from: 'DRAFT', to: 'CANCELED', by: 'user', path: '/cancelationReason' },
    { from: 'PENDING', to: 'DRAFT', by: 'moderator', path: '/reason' },
    { from: 'COMPLETE', to: 'PENDING', by: 'user', path: '/changeNotes' },
  ] as const)('cannot go from $from to $to without its $path', async ({ from, to, by, path }) => {
    const order = await orderFactories(agency)[from]();
    expect(await patchOrder(personBy[by](), order, { status: to })).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_SCHEMA_INVALID', details: { context: 'body', fields: [{ path }] } },
    });
  });

  it('requires one of the five reasons for a cancelation', async () => {
    const order = await aDraft(agency);
    const answer = await patchOrder(agency.user, order, { status: 'CANCELED', cancelationReason: 'bored' });
    expect(answer).toMatchObject({ status: 400, body: { details: { fields: [{ path: '/cancelationReason' }] } } });
  });

  it.each(['DRAFT', 'PENDING'] as const)('%s means that the order is returned with its problems', async (status) => {
    const order = await orderFactories(agency)[status]();
    expect((await readOrder(agency.user, order)).problems).toEqual([]);
  });

  it.each(['COMPLETE', 'CANCELED'] as const)('%s means that the order is returned without problems', async (status) => {
    const order = await orderFactories(agency)[status]();
    expect(await readOrder(agency.user, order)).not.toHaveProperty('problems');
  });

  it('is initially DRAFT, explicitly or by default', async () => {
    expect(await aDraft(agency, { status: 'DRAFT' })).toMatchObject({ status: 'DRAFT' });
  });

  it('is PENDING for the rules of its form from the submission to the approval', async () => {
    const rule = 'if $order.status != "PENDING" { reject because $order.status }';
    const headline = { type: 'text_input', meta: { key: 'headline', label: 'Headline', validationScript: rule } };
    const ours = await anAgency(api, { form: await aForm(api, { widgets: [headline] }) });
    const pending = await patchOrderOk(ours.user, await aDraft(ours), { status: 'PENDING' });
    expect(await patchOrderOk(ours.moderator, pending, { status: 'COMPLETE' })).toMatchObject({ status: 'COMPLETE' });
  });

  it('is approved once by two concurrent approvals', async () => {
    const order = await orderFactories(agency).PENDING();
    const headers = { 'if-match': `"${order.revision}"` };
    const press = (person: SignedInUser) => patchOrder(person, order, { status: 'COMPLETE' }, headers);
    const answers = await Promise.all([press(agency.moderator), press(api.admin)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('keeps the date of its first submission when it is submitted again', async () => {
    const pending = await orderFactories(agency).PENDING();
    const back = await patchOrderOk(agency.user, pending, { status: 'DRAFT' });
    const again = await patchOrderOk(agency.user, back, { status: 'PENDING' });
    expect(again.submissionDate).toBe(pending.submissionDate);
  });

  it('discards its cancelation when an ADMIN reopens the order', async () => {
    const order = await patchOrderOk(api.admin, await orderFactories(agency).CANCELED(), { status: 'DRAFT' });
    expect(order).toMatchObject({ cancelationReason: null, cancelationDate: null });
  });

  it('returns to the exact COMPLETE order when its change is rejected, with the reason until the next change', async () => {
    const complete = await readOrder(agency.user, await orderFactories(agency).COMPLETE());
    const changed = await patchOrderOk(agency.user, complete, { ...change, status: 'PENDING' });
    expect(changed).toMatchObject({ formData: change.formData, changeDate: expect.any(String) });
    const answer = await patchOrderOk(agency.moderator, changed, { status: 'DRAFT', reason: 'Too late' });
    const rejected = await readOrder(agency.user, answer);
    // The restored approval can no longer be undone.
    const bookkeeping = { revision: 5, updatedAt: rejected.updatedAt, approval: null };
    expect(rejected).toEqual({ ...complete, ...bookkeeping, sentBackReason: 'Too late' });
    // The history must not show an approval.
    const [version] = (await versionsOf(api, rejected)).results;
    expect(version?.extra).toMatchObject({ from: 'PENDING', to: 'COMPLETE', action: 'sendBack' });
    expect(versionInWords(version?.extra ?? {})).toBe('rejected the change');
    const again = await patchOrderOk(agency.user, rejected, { ...change, status: 'PENDING' });
    expect(again).toMatchObject({ sentBackReason: null, changeNotes: change.changeNotes });
  });

  it('shows why it was sent back, in the order and in lists, until it is submitted again', async () => {
    const pending = await orderFactories(agency).PENDING();
    const reason = 'The logo is missing';
    await patchOrderOk(agency.moderator, pending, { status: 'DRAFT', reason });
    expect(await readOrder(agency.user, pending)).toMatchObject({ sentBackReason: reason });
    const { body } = await agency.user.call({ path: `/api/orders?clientId=${agency.client.id}&limit=200` });
    expect(body).toMatchObject({
      results: expect.arrayContaining([expect.objectContaining({ id: pending.id, sentBackReason: reason })]),
    });
    const edited = await patchOrderOk(agency.user, pending, { formData: { headline: 'With a logo' } });
    expect(edited).toMatchObject({ sentBackReason: reason });
    expect(await patchOrderOk(agency.user, pending, { status: 'PENDING' })).toMatchObject({ sentBackReason: null });
    expect(await patchOrder(agency.user, pending, { sentBackReason: 'mine' })).toMatchObject({ status: 400 });
  });

  it('the status of an order of a reopened and resubmitted order is that of a new order, not of a change', async () => {
    const complete = await orderFactories(agency).COMPLETE();
    const changed = await patchOrderOk(agency.user, complete, { ...change, status: 'PENDING' });
    expect(isPendingChange(changed)).toBe(true);
    await patchOrderOk(agency.moderator, changed, { status: 'COMPLETE' });
    await patchOrderOk(agency.moderator, changed, cancelation);
    await patchOrderOk(api.admin, changed, { status: 'DRAFT' });
    const again = await patchOrderOk(agency.user, changed, { status: 'PENDING' });
    expect([again.changeDate, isPendingChange(again)]).toEqual([null, false]);
  });
});

describe('an approval', () => {
  it("checks the product access of the order's user, not the moderator's", async () => {
    const product = await aProduct(api, { availability: 'CONTROLLED' });
    const rules = `/api/products/${product.id}/access_rules`;
    const grantTo = ({ user }: SignedInUser) =>
      callExpecting<{ id: string }>(api.admin.call, 201, {
        method: 'POST',
        path: rules,
        body: { refType: 'user', refId: user.id, rule: 'grant', priority: 1 },
      });
    const own = await grantTo(agency.user);
    const draft = async () => patchOrderOk(agency.user, await aDraft(agency), { products: [{ product: product.id }] });
    const send = async (order: Order) => patchOrderOk(agency.user, order, { status: 'PENDING' });
    // The moderator has no access to the product, and can still approve it for a user who has.
    expect((await patchOrder(agency.moderator, await send(await draft()), { status: 'COMPLETE' })).status).toBe(200);
    const waiting = await send(await draft());
    await callExpecting(api.admin.call, 200, { method: 'DELETE', path: `${rules}/${own.id}` });
    await grantTo(agency.moderator);
    expect(await patchOrder(agency.moderator, waiting, { status: 'COMPLETE' })).toMatchObject({
      status: 422,
      body: { details: { fields: [{ path: '/products/0/product', message: 'This product cannot be ordered' }] } },
    });
  });
});
