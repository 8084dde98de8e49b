import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { store } from '#api/store/store.ts';
import { type Agency, aDraft, anAgency } from './factories.ts';
import { cancelation, ordersOf, readOrder, save, saved, versionsOf } from './ordering.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

const refusedAt = (path: string, status = 400) => ({ status, body: { details: { fields: [{ path: `/${path}` }] } } });

describe('a remark goes with its transition, and never otherwise', () => {
  it.each([
    { field: 'changeNotes', value: 'More' },
    { field: 'cancelationReason', value: 'dissatisfied' },
    { field: 'cancelationNotes', value: 'Gone' },
    { field: 'reason', value: 'Why' },
  ])('$field does not go with other data of a draft, of which nothing is saved then', async ({ field, value }) => {
    const draft = await aDraft(agency);
    const answer = await save(agency.user, draft, { formData: { headline: 'New' }, [field]: value });
    expect(answer).toMatchObject({ ...refusedAt(field), body: { code: 'REQUEST_DENIED' } });
    expect(await readOrder(agency.user, draft)).toMatchObject({ revision: 1, formData: { headline: 'Fresh bread' } });
  });

  it('a cancelation says why itself: a reason that the order has from before counts for nothing', async () => {
    const draft = await aDraft(agency);
    await store('Order').rewrite({ _id: draft.id }, { $set: { cancelationReason: 'dissatisfied' } });
    expect(await save(agency.user, draft, { status: 'CANCELED' })).toMatchObject(refusedAt('cancelationReason'));
  });

  it('a CANCELED order keeps its reason and its notes', async () => {
    const order = await saved(agency.user, await aDraft(agency), {
      ...cancelation,
      cancelationNotes: 'They moved away',
    });
    for (const body of [
      { cancelationReason: null },
      { cancelationReason: 'failure_to_pay' },
      { cancelationNotes: '' },
    ]) {
      const [field = ''] = Object.keys(body);
      for (const person of [agency.user, agency.moderator, api.admin])
        expect(await save(person, order, body)).toMatchObject(refusedAt(field));
    }
    expect(await readOrder(agency.user, order)).toMatchObject({
      cancelationReason: cancelation.cancelationReason,
      cancelationNotes: 'They moved away',
    });
  });

  it('a remark that stays as it is may be sent along, as a PUT of the whole record does', async () => {
    const { problems: _, ...order } = await readOrder(agency.user, await ordersOf(agency).CANCELED());
    const answer = await agency.user.call({ method: 'PUT', path: `/api/orders/${order.id}`, body: order });
    expect(answer).toMatchObject({ status: 200, body: { revision: order.revision } });
  });
});

describe('an automatic save', () => {
  const typed = { autosave: true, formData: { headline: 'Typed' } };

  it('carries data only: it neither submits nor cancels', async () => {
    const draft = await aDraft(agency);
    expect(await save(agency.user, draft, { autosave: true, status: 'PENDING' })).toMatchObject(refusedAt('status'));
    expect(await save(agency.user, draft, { ...typed, ...cancelation })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ path: '/status' }, { path: '/cancelationReason' }] } },
    });
    expect(await readOrder(agency.user, draft)).toMatchObject({ status: 'DRAFT', revision: 1 });
    // That it stays a DRAFT may be said.
    expect(await saved(agency.user, draft, { ...typed, status: 'DRAFT' })).toMatchObject({ formData: typed.formData });
  });

  it('of a moderator does not write into a draft that its user has taken back', async () => {
    const draft = await saved(agency.user, await ordersOf(agency).PENDING(), { status: 'DRAFT' });
    // The moderator's page has heard of it, and sends the revision of now.
    const headers = { 'if-match': `"${draft.revision}"` };
    expect(await save(agency.moderator, draft, typed, headers)).toMatchObject({
      status: 403,
      body: {
        code: 'MISSING_PERMISSION',
        details: { fields: [{ path: '/autosave', message: expect.stringContaining('its user') }] },
      },
    });
    expect(await readOrder(agency.user, draft)).toMatchObject({ revision: draft.revision });
    expect(await saved(agency.user, draft, typed)).toMatchObject({ formData: typed.formData });
    // What is pressed is meant.
    expect(await saved(agency.moderator, draft, { formData: { headline: 'Pressed' } })).toMatchObject({
      status: 'DRAFT',
    });
  });

  it('of a moderator writes into a draft that was never submitted', async () => {
    const draft = await aDraft(agency);
    expect(await saved(agency.moderator, draft, typed)).toMatchObject({ formData: typed.formData });
    expect((await versionsOf(api, draft)).results).toMatchObject([{ autosave: true }]);
  });
});
