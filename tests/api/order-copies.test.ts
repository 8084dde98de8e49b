import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aClient, aDraft, aForm, anAgency, aProduct, aUser, textInput } from './factories.ts';
import { patchOrder, patchOrderOk, readOrder } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';
import { fileForm, uploadsTo } from './uploads.ts';

let api: Api;
let agency: Agency;
let stranger: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
  stranger = await anAgency(api);
});
afterAll(() => api.close());

const call = ({ id }: Order, body: object = {}) =>
  ({ method: 'POST', path: `/api/orders/${id}/duplicate`, body }) as const;
const duplicate = (person: SignedInUser, order: Order, body?: object) =>
  callExpecting<Order>(person.call, 201, call(order, body));

describe('duplicating an order', () => {
  it('creates a draft of the caller for the same client, with its data, its lines and a new reference code', async () => {
    const part = await aProduct(api);
    const whole = await aProduct(api, { includedProducts: [{ productId: part.id, min: 2 }] });
    const first = await aDraft(agency, { products: [{ product: whole.id }] as Order['products'] });
    // One more than the number that the product includes automatically.
    const more = { product: part.id, linkedTo: first.products[0]?.id };
    const draft = await patchOrderOk(agency.user, first, {
      products: [...first.products.map(({ key: _, ...line }) => line), more],
    });
    const complete = await patchOrderOk(
      agency.moderator,
      await patchOrderOk(agency.user, draft, { status: 'PENDING' }),
      {
        status: 'COMPLETE',
      },
    );
    const copy = await duplicate(agency.moderator, complete);
    expect(copy).toMatchObject({
      status: 'DRAFT',
      client: complete.client,
      channelId: complete.channelId,
      user: agency.moderator.user.id,
      formData: complete.formData,
      submissionDate: null,
      actions: [],
      leftOut: [],
    });
    expect(copy.refCode).not.toBe(complete.refCode);
    expect(copy.products.map(({ product }) => product)).toEqual([whole.id, part.id, part.id, part.id]);
    const [line, ...others] = copy.products;
    for (const { linkedTo } of others) expect(linkedTo).toBe(line?.id);
    const before = new Set(complete.products.map(({ id }) => id));
    for (const { id } of copy.products) expect(before).not.toContain(id);
    expect(await readOrder(agency.user, complete)).toMatchObject({ status: 'COMPLETE', revision: complete.revision });
  });

  it('works for another client that the caller may order for, or without a client, and not for one of another agency', async () => {
    const draft = await aDraft(agency);
    const other = await aClient(api, { below: agency.entity });
    expect(await duplicate(agency.user, draft, { client: other.id })).toMatchObject({ client: other.id, leftOut: [] });
    expect((await duplicate(agency.user, draft, { client: null })).client).toBeNull();
    const rejected = await agency.user.call(call(draft, { client: stranger.client.id }));
    expect(rejected).toMatchObject({ status: 422, body: { details: { errors: [{ path: '/client' }] } } });
    // Not even an ADMIN can order for a client of another tree in this channel.
    expect((await api.admin.call(call(draft, { client: stranger.client.id }))).status).toBe(422);
    expect((await stranger.moderator.call(call(draft))).status).toBe(404);
    const nobody = await api.signedInAs(await aUser(api));
    expect([403, 404]).toContain((await nobody.call(call(draft))).status);
    for (const body of [{ client: 'x' }, { channelId: agency.channel.id }])
      expect((await agency.user.call(call(draft, body))).status).toBe(400);
  });

  it('omits a client that can no longer be ordered for, and does not mention it if another one is chosen', async () => {
    const client = await aClient(api, { below: agency.entity });
    const draft = await aDraft(agency, { client: client.id });
    const { treeScope } = await api.admin.read('Client', client.id);
    const body = { parent: stranger.entity.id };
    await callExpecting(api.admin.call, 200, { method: 'PATCH', path: `/api/entities/${treeScope[0]}`, body });
    await expect
      .poll(async () => (await api.admin.read('Client', client.id)).treeScope, { timeout: 30_000 })
      .toContain(stranger.entity.id);
    const message = 'You cannot order for its client in this channel';
    const orphaned = await duplicate(api.admin, draft);
    expect(orphaned).toMatchObject({ client: null, leftOut: [{ path: '/client', message }] });
    const chosen = await duplicate(api.admin, draft, { client: agency.client.id });
    expect(chosen).toMatchObject({ client: agency.client.id, leftOut: [] });
  });

  it('happens once for each Idempotency-Key', async () => {
    const draft = await aDraft(agency);
    const request = { ...call(draft), headers: { 'idempotency-key': 'a copy' } };
    const answers = await Promise.all([1, 2, 3].map(() => callExpecting<Order>(agency.user.call, 201, request)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const other = await agency.user.call({ ...request, body: { client: null } });
    expect(other.body).toMatchObject({ code: 'RESOURCE_CONFLICT' });
  });

  it('omits products that the caller may not order, and reports them', async () => {
    const closed = await aProduct(api, { availability: 'HIDDEN' });
    const open = await aProduct(api);
    const draft = await callExpecting<Order>(api.admin.call, 201, {
      method: 'POST',
      path: '/api/orders',
      body: {
        channelId: agency.channel.id,
        form: agency.channel.orderFormId,
        client: agency.client.id,
        products: [{ product: closed.id }, { product: open.id }],
      },
    });
    const copy = await duplicate(agency.user, draft);
    expect(copy.products.map(({ product }) => product)).toEqual([open.id]);
    expect(copy.leftOut).toEqual([{ path: '/products/0', message: `You cannot order “${closed.name}”` }]);
  });

  it('uses the published form: it reports values without a field, copies no passwords, and recalculates server-set values', async () => {
    const pin = { type: 'password_input', meta: { key: 'pin', label: 'PIN' } };
    const terms = (value: string) => ({
      type: 'text_input',
      meta: { key: 'terms', label: 'Terms' },
      config: { readonly: true, initialValue: { static: true, value } },
    });
    const form = await aForm(api, {
      widgets: [textInput('headline', 'Headline'), textInput('motto', 'Motto'), pin, terms('of 2025')],
    });
    const place = await anAgency(api, { form });
    const formData = { headline: 'Bread', motto: 'Fresh', pin: 'open sesame' };
    const draft = await aDraft(place, { formData });
    expect(draft.formData).toMatchObject({ terms: 'of 2025' });
    const { formSchema } = await aForm(api, { widgets: [textInput('headline', 'Headline'), pin, terms('of 2026')] });
    await callExpecting(api.admin.call, 200, { method: 'PATCH', path: `/api/forms/${form.id}`, body: { formSchema } });
    const copy = await duplicate(place.user, draft);
    expect(copy).toMatchObject({ formVersion: 2, formData: { headline: 'Bread', terms: 'of 2026' } });
    expect(JSON.stringify(copy.formData)).not.toMatch(/open sesame|sealed/);
    expect(copy.formData).not.toHaveProperty('motto');
    expect(copy.leftOut).toEqual([
      { path: '/formData/pin', message: '“PIN” is a password and was not copied' },
      { path: '/formData/motto', message: expect.stringContaining('“Motto” is no longer in the form') },
    ]);
    expect(JSON.stringify(copy.leftOut)).not.toContain('open sesame');
    // It is only in this response, and not stored with the order.
    expect((await readOrder(place.user, copy)).leftOut).toBeUndefined();
    expect((await patchOrder(place.user, copy, { formData: { ...copy.formData, headline: 'Rye' } })).status).toBe(200);
  });

  it('includes its files, which readers of the new order may read', async () => {
    const uploads = await uploadsTo(api);
    const { id, name, mimeType } = await uploads.upload(agency.user, fileForm('a logo'));
    const draft = await aDraft(agency, { formData: { headline: 'Logo', logo: { id, name, mimeType } } });
    const copy = await duplicate(agency.moderator, draft);
    expect((await agency.user.call({ method: 'DELETE', path: `/api/orders/${draft.id}` })).status).toBe(200);
    expect(copy.formData.logo).toEqual({ id, name, mimeType });
    expect((await agency.moderator.call({ path: `/api/files/${id}` })).status).toBe(200);
    expect((await stranger.moderator.call({ path: `/api/files/${id}` })).status).toBe(404);
  });
});
