import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import { type Agency, aDraft, anAgency } from './factories.ts';
import { cancelation, orderFactories, patchOrder, patchOrderOk, readOrder, versionsOf } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

const rejectedAt = (path: string, status = 400) => ({ status, body: { details: { fields: [{ path: `/${path}` }] } } });

describe('a remark requires its transition', () => {
  it.each([
    { field: 'changeNotes', value: 'More' },
    { field: 'cancelationReason', value: 'dissatisfied' },
    { field: 'cancelationNotes', value: 'Gone' },
    { field: 'reason', value: 'Why' },
  ])('rejects $field with other data of a draft, and saves none of it', async ({ field, value }) => {
    const draft = await aDraft(agency);
    const answer = await patchOrder(agency.user, draft, { formData: { headline: 'New' }, [field]: value });
    expect(answer).toMatchObject({ ...rejectedAt(field), body: { code: 'REQUEST_DENIED' } });
    expect(await readOrder(agency.user, draft)).toMatchObject({ revision: 1, formData: { headline: 'Fresh bread' } });
  });

  it('a cancelation requires a new reason: an existing reason of the order does not count', async () => {
    const draft = await aDraft(agency);
    await storeOf('Order').updateDerived({ _id: draft.id }, { $set: { cancelationReason: 'dissatisfied' } });
    expect(await patchOrder(agency.user, draft, { status: 'CANCELED' })).toMatchObject(rejectedAt('cancelationReason'));
  });

  it('a CANCELED order keeps its reason and its notes', async () => {
    const order = await patchOrderOk(agency.user, await aDraft(agency), {
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
        expect(await patchOrder(person, order, body)).toMatchObject(rejectedAt(field));
    }
    expect(await readOrder(agency.user, order)).toMatchObject({
      cancelationReason: cancelation.cancelationReason,
      cancelationNotes: 'They moved away',
    });
  });

  it('an unchanged remark is accepted, as in a PUT of the whole record', async () => {
    const { problems: _, ...order } = await readOrder(agency.user, await orderFactories(agency).CANCELED());
    const answer = await agency.user.call({ method: 'PUT', path: `/api/orders/${order.id}`, body: order });
    expect(answer).toMatchObject({ status: 200, body: { revision: order.revision } });
  });
});

describe('an autosave', () => {
  const typed = { autosave: true, formData: { headline: 'Typed' } };

  it('contains only data: it neither submits nor cancels', async () => {
    const draft = await aDraft(agency);
    expect(await patchOrder(agency.user, draft, { autosave: true, status: 'PENDING' })).toMatchObject(
      rejectedAt('status'),
    );
    expect(await patchOrder(agency.user, draft, { ...typed, ...cancelation })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ path: '/status' }, { path: '/cancelationReason' }] } },
    });
    expect(await readOrder(agency.user, draft)).toMatchObject({ status: 'DRAFT', revision: 1 });
    // It may repeat the status DRAFT.
    expect(await patchOrderOk(agency.user, draft, { ...typed, status: 'DRAFT' })).toMatchObject({
      formData: typed.formData,
    });
  });

  it('an autosave of a moderator is rejected for a draft that its user has taken back', async () => {
    const draft = await patchOrderOk(agency.user, await orderFactories(agency).PENDING(), { status: 'DRAFT' });
    // The moderator's page has received the change, and sends the current revision.
    const headers = { 'if-match': `"${draft.revision}"` };
    expect(await patchOrder(agency.moderator, draft, typed, headers)).toMatchObject({
      status: 403,
      body: {
        code: 'MISSING_PERMISSION',
        details: { fields: [{ path: '/autosave', message: expect.stringContaining('its user') }] },
      },
    });
    expect(await readOrder(agency.user, draft)).toMatchObject({ revision: draft.revision });
    expect(await patchOrderOk(agency.user, draft, typed)).toMatchObject({ formData: typed.formData });
    // A manual save is intentional.
    expect(await patchOrderOk(agency.moderator, draft, { formData: { headline: 'Pressed' } })).toMatchObject({
      status: 'DRAFT',
    });
  });

  it('an autosave of a moderator is accepted for a draft that was never submitted', async () => {
    const draft = await aDraft(agency);
    expect(await patchOrderOk(agency.moderator, draft, typed)).toMatchObject({ formData: typed.formData });
    expect((await versionsOf(api, draft)).results).toMatchObject([{ autosave: true }]);
  });
});
