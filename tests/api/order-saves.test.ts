import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order, OrderVersion } from '#schemas/generated/types.ts';
import { stepBack } from '#schemas/versions/step.ts';
import { type Agency, aDraft, anAgency, aProduct } from './factories.ts';
import { type Api, expecting, startApi } from './server.ts';

let api: Api;
let agency: Agency;

beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

type Saved = Order & { code: string; normalized: object[]; problems: object[] };
type Versions = { pagination: { total: number }; results: OrderVersion[] };

const save = (order: Order, body: object, status = 200) =>
  expecting<Saved>(agency.user.call, status, {
    method: 'PATCH',
    path: `/api/orders/${order.id}`,
    headers: { 'if-match': `"${order.revision}"` },
    body,
  });
const versionsOf = (order: Order) =>
  expecting<Versions>(agency.user.call, 200, { path: `/api/orders/${order.id}/versions` });
const headline = (text: string) => ({ formData: { headline: text } });

it('a new order needs a channel and a form', async () => {
  const post = (body: object) =>
    expecting<Saved & { reason: string }>(agency.user.call, 400, { method: 'POST', path: '/api/orders', body });
  expect((await post({ form: agency.channel.orderFormId })).reason).toBe('Channel must be provided');
  expect((await post({ channelId: agency.channel.id })).reason).toBe('Form must be provided');
});

it('a new order is a DRAFT of the person who made it, with a reference code and no version', async () => {
  const draft = await aDraft(agency);
  expect(draft).toMatchObject({
    status: 'DRAFT',
    user: agency.user.user.id,
    validationMode: 'NORMAL',
    refCode: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
  });
  expect((await versionsOf(draft)).pagination.total).toBe(0);
});

it('each save that changes something is a version that leads back; one that changes nothing is none', async () => {
  const first = await aDraft(agency, headline('One'));
  const second = await save(first, headline('Two'));
  const third = await save(second, headline('Three'));
  expect((await save(third, headline('Three'))).revision).toBe(third.revision);
  const { results } = await versionsOf(first);
  expect(results).toHaveLength(2);
  expect(results[0]?.extra).toEqual({ user: agency.user.user.id });
  const never = () => {
    throw new Error('a version was skipped');
  };
  expect(stepBack(third, results.slice(0, 1), never).formData).toEqual({ headline: 'Two' });
  expect(stepBack(third, results, never).formData).toEqual({ headline: 'One' });
});

it("one person's successive autosaves are one version, a pressed save makes its own", async () => {
  const first = await aDraft(agency, headline('1'));
  const second = await save(first, { ...headline('2'), autosave: true });
  const third = await save(second, { ...headline('3'), autosave: true });
  expect((await versionsOf(first)).results).toHaveLength(1);
  const pressed = await save(third, headline('4'));
  const after = await save(pressed, { ...headline('5'), autosave: true });
  const { results } = await versionsOf(first);
  expect(results.map(({ autosave }) => autosave)).toEqual([true, false, true]);
  expect(stepBack(after, results, () => undefined).formData).toEqual({ headline: '1' });
});

it('a stale save overwrites nothing', async () => {
  const draft = await aDraft(agency);
  await save(draft, headline('Mine'));
  expect((await save(draft, headline('Yours'), 409)).code).toBe('RESOURCE_CONFLICT');
  expect((await agency.user.read('Order', draft.id)).formData).toEqual({ headline: 'Mine' });
});

it('what normalisation changes is said, and keys that no widget owns are kept', async () => {
  const saved = await save(await aDraft(agency), { formData: { headline: 7, note: 'kept' } });
  expect(saved.formData).toEqual({ headline: expect.any(String), note: 'kept' });
  expect(saved.normalized).toEqual([expect.objectContaining({ path: '/formData/headline', from: 7 })]);
});

it('a repeated request with one Idempotency-Key makes one order; with another body it is refused', async () => {
  const { user, channel } = agency;
  const body = { channelId: channel.id, form: channel.orderFormId };
  const post = (sent: object, status: number) =>
    expecting<Saved>(user.call, status, {
      method: 'POST',
      path: '/api/orders',
      headers: { 'idempotency-key': 'click-1' },
      body: sent,
    });
  const answers = await Promise.all([post(body, 201), post(body, 201), post(body, 201)]);
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(await post(body, 201)).toEqual(answers[0]);
  expect((await post({ ...body, formData: {} }, 409)).code).toBe('RESOURCE_CONFLICT');
});

it('a line gets its product’s defaults and included products, and takes them along when it goes', async () => {
  const spot = await aProduct(api, {
    name: 'Spot',
    schema: { type: 'object', properties: { seconds: { type: 'integer', default: 30, maximum: 60 } } },
  });
  const pack = await aProduct(api, { includedProducts: [{ productId: spot.id, min: 2 }], schema: {} });
  const draft = await aDraft(agency);
  const withPack = await save(draft, { products: [{ product: pack.id }] });
  const [line, ...linked] = withPack.products;
  expect(linked).toHaveLength(2);
  expect(linked[0]).toMatchObject({ product: spot.id, linkedTo: line?.id, data: { seconds: 30 } });
  const [, one] = withPack.products;
  expect((await save(withPack, { products: [line, one] }, 422)).code).toBe('DATABASE_VALIDATION_ERROR');
  const tooLong = await save(withPack, {
    products: withPack.products
      .map((each) => (each.linkedTo ? { ...each, data: { seconds: 90 } } : each))
      .map(({ key, ...each }) => each),
  });
  expect(tooLong.problems).toContainEqual(expect.objectContaining({ path: '/products/1/data/seconds' }));
  expect((await save(tooLong, { products: [] })).products).toEqual([]);
});

it('what may not be ordered is no product of a new line', async () => {
  const hidden = await aProduct(api, { availability: 'HIDDEN' });
  const refused = await save(await aDraft(agency), { products: [{ product: hidden.id }] }, 422);
  expect(refused).toMatchObject({
    code: 'DATABASE_VALIDATION_ERROR',
    details: { errors: [{ path: '/products/0/product', value: hidden.id, message: 'No Product has this id' }] },
  });
});

it('an order of another agency is not there, neither to read nor to name', async () => {
  const other = await anAgency(api);
  const draft = await aDraft(agency);
  await expecting(other.user.call, 404, { path: `/api/orders/${draft.id}` });
  const { channel, client } = agency;
  const refused = await expecting<Saved>(other.user.call, 422, {
    method: 'POST',
    path: '/api/orders',
    body: { channelId: channel.id, form: channel.orderFormId, client: client.id },
  });
  expect(refused.code).toBe('DATABASE_VALIDATION_ERROR');
});
