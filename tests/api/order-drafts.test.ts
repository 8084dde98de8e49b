import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { Order } from '#schemas/generated/types.ts';
import { type Agency, aDraft, aForm, anAgency, aUser, textInput } from './factories.ts';
import { orderFactories, patchOrder, patchOrderOk, readOrder, versionsOf } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

describe('a new order', () => {
  it('is a DRAFT of the signed-in user with a unique reference code', async () => {
    const order = await aDraft(agency);
    expect(order).toMatchObject({
      status: 'DRAFT',
      user: agency.user.user.id,
      lastEditedBy: agency.user.user.id,
      refCode: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
      validationMode: 'NORMAL',
      submissionDate: null,
      products: [],
      actions: [],
    });
    expect((await aDraft(agency)).refCode).not.toBe(order.refCode);
    expect((await versionsOf(api, order)).results).toEqual([]);
  });

  it.each(['PENDING', 'COMPLETE', 'CANCELED'] as const)('cannot start as %s', async (status) => {
    const body = { channelId: agency.channel.id, form: agency.channel.orderFormId, status };
    const answer = await agency.user.call({ method: 'POST', path: '/api/orders', body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_DENIED' } });
  });

  it.each(['refCode', 'actions', 'versions', 'treeScope', 'submissionDate', 'validationMode', 'lastEditedBy'])(
    'cannot set its own %s',
    async (field) => {
      const body = { channelId: agency.channel.id, form: agency.channel.orderFormId, [field]: [] };
      expect(await agency.user.call({ method: 'POST', path: '/api/orders', body })).toMatchObject({
        status: 400,
        body: { code: 'REQUEST_SCHEMA_INVALID', details: { fields: [{ path: `/${field}` }] } },
      });
    },
  );

  it('can be previewed with its initial values and its form, and is not stored', async () => {
    const words = { ...textInput('words', 'Words'), config: { initialValue: { static: true, value: 'Hello' } } };
    const channel = (await anAgency(api, { form: await aForm(api, { widgets: [words] }) })).channel;
    const body = { channelId: channel.id, client: null };
    const path = '/api/orders/preview';
    const preview = await api.admin.call({ method: 'POST', path, body });
    expect(preview).toMatchObject({
      status: 200,
      body: {
        order: { id: '', revision: 0, refCode: '', status: 'DRAFT', formData: { words: 'Hello' }, formVersion: 1 },
        form: { id: channel.orderFormId, version: 1 },
      },
    });
    expect(await storeOf('Order').findOne({ channelId: channel.id })).toBeNull();
    // Without access to the channel it answers as for one that does not exist.
    expect(await agency.user.call({ method: 'POST', path, body })).toMatchObject({
      status: 422,
      body: { code: 'DATABASE_VALIDATION_ERROR', details: { errors: [{ path: '/channelId' }] } },
    });
  });

  it('leaves out an initial value that the person cleared: null', async () => {
    const words = { ...textInput('words', 'Words'), config: { initialValue: { static: true, value: 'Hello' } } };
    const place = await anAgency(api, { form: await aForm(api, { widgets: [words] }) });
    expect((await aDraft(place, { formData: {} })).formData).toEqual({ words: 'Hello' });
    expect((await aDraft(place, { formData: { words: null } })).formData).toEqual({ words: '' });
  });

  it('uses the form of its channel; only ADMIN and DEVELOPER may choose another', async () => {
    const other = await aForm(api);
    const body = { channelId: agency.channel.id, form: other.id };
    expect((await agency.moderator.call({ method: 'POST', path: '/api/orders', body })).status).toBe(422);
    expect((await api.admin.call({ method: 'POST', path: '/api/orders', body })).status).toBe(201);
  });

  it('can be for another user only if a moderator creates it', async () => {
    const fields = { user: agency.user.user.id };
    const other = await aUser(api, { memberOf: [agency.entity] });
    expect(await aDraft({ ...agency, user: agency.moderator }, fields)).toMatchObject(fields);
    await expect(aDraft(agency, { user: other.id })).rejects.toThrow('403');
  });
});

describe('an Idempotency-Key', () => {
  const post = (key: string, body: object, person = agency.user) =>
    person.call({ method: 'POST', path: '/api/orders', body, headers: { 'idempotency-key': key } });
  const body = (headline: string) => ({
    channelId: agency.channel.id,
    form: agency.channel.orderFormId,
    formData: { headline },
  });

  it('creates one order for a repeated click and returns the same response', async () => {
    const first = await post('click-1', body('Once'));
    const second = await post('click-1', body('Once'));
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
  });

  it('creates one order for concurrent clicks', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => post('click-2', body('At once'))));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  });

  it('returns its response as long as that is stored, whatever the clock of the process says', async () => {
    const first = await post('click-6', body('Kept'));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 });
    const again = await post('click-6', body('Kept')).finally(() => vi.useRealTimers());
    expect(again).toMatchObject({ status: 201, body: first.body });
  });

  it('is a conflict with a different body', async () => {
    await post('click-3', body('One thing'));
    expect(await post('click-3', body('Another'))).toMatchObject({ status: 409, body: { code: 'RESOURCE_CONFLICT' } });
  });

  it('belongs to one user', async () => {
    const mine = await post('click-4', body('Mine'));
    const theirs = await post('click-4', body('Mine'), agency.moderator);
    expect(theirs.status).toBe(201);
    expect(theirs.body).not.toEqual(mine.body);
  });

  it('an Idempotency-Key of a rejected request does not block the corrected one', async () => {
    expect((await post('click-5', { channelId: agency.channel.id })).status).toBe(400);
    expect((await post('click-5', body('Corrected'))).status).toBe(201);
  });
});

describe('a draft', () => {
  it('is saved whatever its data, with the problems that would block its submission', async () => {
    const order = await aDraft(agency, { formData: {}, client: null });
    const expected = [
      { path: '/client', message: 'Missing required field: Client' },
      { path: '/formData/headline', message: 'Missing required field: Headline' },
    ];
    expect((await readOrder(agency.user, order)).problems).toMatchObject(expected);
    expect((await patchOrderOk(agency.user, order, { formData: { notes: 'kept' } })).problems).toMatchObject(expected);
    expect(await readOrder(agency.user, order)).toMatchObject({ formData: { notes: 'kept' } });
  });

  it('cannot be submitted with problems, and the error lists all of them', async () => {
    const order = await aDraft(agency, { formData: {}, client: null });
    expect(await patchOrder(agency.user, order, { status: 'PENDING' })).toMatchObject({
      status: 422,
      body: {
        code: 'GS_VALIDATION_REJECTED',
        error: 'Validation error(s)',
        reason: 'Missing required field: Client',
        details: {
          fields: [
            { path: '/client', message: 'Missing required field: Client' },
            { path: '/formData/headline', message: 'Missing required field: Headline' },
          ],
        },
      },
    });
    expect(await readOrder(agency.user, order)).toMatchObject({ status: 'DRAFT', revision: 1 });
  });

  it('can be corrected and submitted in one save', async () => {
    const order = await aDraft(agency, { formData: {}, client: null });
    const body = { client: agency.client.id, formData: { headline: 'Rye' }, status: 'PENDING' };
    const pending = await patchOrderOk(agency.user, order, body);
    expect(pending).toMatchObject({ status: 'PENDING', formData: { headline: 'Rye' }, problems: [] });
    expect(Date.parse(pending.submissionDate ?? '')).not.toBeNaN();
  });

  it('keeps both its data and its status if one of the two changes is rejected', async () => {
    const order = await aDraft(agency, { formData: {} });
    const answer = await patchOrder(agency.user, order, { formData: { headline: '  ' }, status: 'PENDING' });
    expect(answer.status).toBe(422);
    expect(await readOrder(agency.user, order)).toMatchObject({ status: 'DRAFT', revision: 1 });
  });

  it('can be deleted with its history, unless it was submitted once', async () => {
    const path = (order: Order) => `/api/orders/${order.id}`;
    const [fresh, other] = [await aDraft(agency), await aDraft(agency)];
    for (const order of [fresh, other]) await patchOrderOk(agency.user, order, { formData: { headline: 'Changed' } });
    expect((await agency.user.call({ method: 'DELETE', path: path(fresh) })).status).toBe(200);
    expect(await storeOf('OrderVersion').count({ order: fresh.id })).toBe(0);
    expect(await storeOf('OrderVersion').count({ order: other.id })).toBe(1);
    const back = await patchOrderOk(agency.user, await orderFactories(agency).PENDING(), { status: 'DRAFT' });
    expect(await agency.user.call({ method: 'DELETE', path: path(back) })).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_DENIED' },
    });
  });

  it('is validated by the scripts of its form', async () => {
    const rule = 'if this:length > 5 { reject because "At most five letters" }';
    const strict = { type: 'text_input', meta: { key: 'word', label: 'Word', validationScript: rule }, config: {} };
    const form = await aForm(api, { widgets: [strict] });
    const ours = await anAgency(api, { form });
    const order = await aDraft(ours, { formData: { word: 'sourdough' } });
    const problem = { path: '/formData/word', message: 'At most five letters' };
    expect((await readOrder(ours.user, order)).problems).toMatchObject([problem]);
    expect(await patchOrder(ours.user, order, { status: 'PENDING' })).toMatchObject({
      status: 422,
      body: { details: { fields: [problem] } },
    });
    expect(await patchOrderOk(ours.user, order, { formData: { word: 'rye' }, status: 'PENDING' })).toMatchObject({
      status: 'PENDING',
    });
  });
});

describe('a form rule on the status', () => {
  const field = (key: string, meta: object, config: object = {}) => ({
    type: 'text_input',
    meta: { key, label: key, ...meta },
    config,
  });
  const rule = 'if $order.status == "PENDING" and $word == "later" { reject "Not before it is sent" }';

  it('is among the problems of a DRAFT, and blocks its submission rather than its approval', async () => {
    const strict = await anAgency(api, {
      form: await aForm(api, { widgets: [field('word', { validationScript: rule })] }),
    });
    const draft = await aDraft(strict, { formData: { word: 'later' } });
    const problems = [{ path: '/formData/word', message: 'Not before it is sent' }];
    expect(await readOrder(strict.user, draft)).toMatchObject({ problems });
    expect(await patchOrder(strict.user, draft, { status: 'PENDING' })).toMatchObject({
      status: 422,
      body: { code: 'GS_VALIDATION_REJECTED', details: { fields: problems } },
    });
    const now = { status: 'PENDING', formData: { word: 'now' } };
    const pending = await patchOrderOk(strict.user, draft, now);
    expect(await patchOrderOk(strict.moderator, pending, { status: 'COMPLETE' })).toMatchObject({ status: 'COMPLETE' });
  });

  it('a form rule on the status also applies to a change of a COMPLETE order', async () => {
    const strict = await anAgency(api, {
      form: await aForm(api, { widgets: [field('word', { validationScript: rule })] }),
    });
    const pending = await patchOrderOk(strict.user, await aDraft(strict, { formData: { word: 'now' } }), {
      status: 'PENDING',
    });
    const complete = await patchOrderOk(strict.moderator, pending, { status: 'COMPLETE' });
    const change = { status: 'PENDING', changeNotes: 'A word', formData: { word: 'later' } };
    expect(await patchOrder(strict.user, complete, change)).toMatchObject({ status: 422 });
  });

  it('reads the current status in conditions and calculations', async () => {
    const widgets = [
      field('word', {}),
      field('hint', { conditionalScript: '$order.status == "DRAFT"' }, { required: true }),
      field('state', {}, { readonly: true, initialValue: { static: false, value: '$order.status' } }),
    ];
    const telling = await anAgency(api, { form: await aForm(api, { widgets }) });
    const draft = await aDraft(telling, { formData: { word: 'x' } });
    expect(draft).toMatchObject({ formData: { state: 'DRAFT' } });
    expect(await readOrder(telling.user, draft)).toMatchObject({
      problems: [{ path: '/formData/hint', message: 'Missing required field: hint' }],
    });
  });
});
