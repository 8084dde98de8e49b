import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#schemas/generated/types.ts';
import type { SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aDraft, aForm, anAgency, aProduct, aUser } from './factories.ts';
import { cancelation, orderFactories, patchOrder, patchOrderOk, readOrder } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let other: Agency;
beforeAll(async () => {
  api = await startApi();
  [agency, other] = [await anAgency(api), await anAgency(api)];
});
afterAll(() => api.close());

const make = (person: SignedInUser, fields: object) => {
  const body = { channelId: agency.channel.id, form: agency.channel.orderFormId, ...fields };
  return person.call({ method: 'POST', path: '/api/orders', body });
};
const errorOf = (reason: unknown, details: object) => ({
  status: 400,
  body: { code: 'REQUEST_DENIED', reason, details },
});
const unfit = (path: string, value: unknown, message: string) => ({
  status: 422,
  body: { code: 'DATABASE_VALIDATION_ERROR', details: { errors: [{ path, value, message }] } },
});

describe('the error names the reason and the path', () => {
  it('the error names the reason and the path of an order that would start in another status', async () => {
    expect(await make(agency.user, { status: 'PENDING' })).toMatchObject(
      errorOf('A new order starts as DRAFT, not as PENDING', { from: null, to: 'PENDING' }),
    );
  });

  it('the error names the reason and the path of an order for another user', async () => {
    const { id } = await aUser(api, { memberOf: [agency.entity] });
    const rejection = (message: string) => ({
      status: 403,
      body: { code: 'MISSING_PERMISSION', reason: message, details: { fields: [{ path: '/user', message }] } },
    });
    expect(await make(agency.user, { user: id })).toMatchObject(
      rejection('User of a new order can only be set by a moderator'),
    );
    expect(await patchOrder(agency.user, await aDraft(agency), { user: id })).toMatchObject(
      rejection('User of a DRAFT order can only be set by a moderator'),
    );
  });

  it('the error names the reason and the path of an order for a deactivated user', async () => {
    const { id } = await aUser(api, { memberOf: [agency.entity], inactive: true });
    expect(await make(agency.moderator, { user: id })).toMatchObject({
      status: 409,
      body: {
        reason: 'Orders cannot be created for an inactive user',
        details: { resourceType: 'User', resourceId: id },
      },
    });
  });

  it.each(['channelId', 'form', 'client', 'user'] as const)(
    "the error names the reason and the path of a reference to another agency's record, as if it did not exist: %s",
    async (field) => {
      const types = { channelId: 'Channel', form: 'Form', client: 'Client', user: 'User' };
      const theirs = {
        channelId: other.channel.id,
        form: other.channel.orderFormId,
        client: other.client.id,
        user: other.user.user.id,
      };
      const nowhere = '0123456789abcdef01234567';
      for (const id of [theirs[field], nowhere])
        expect(await make(agency.moderator, { [field]: id })).toMatchObject(
          unfit(`/${field}`, id, `No ${types[field]} has this id`),
        );
    },
  );

  it.each(['COMPLETE', 'CANCELED'] as const)(
    'the error names the reason and the path of other data for a %s order',
    async (status) => {
      const order = await orderFactories(agency)[status]();
      const body = { formData: { headline: 'Changed' }, client: null };
      expect(await patchOrder(agency.moderator, order, body)).toMatchObject(
        errorOf(expect.stringMatching(`^Form data of a ${status} order (cannot be set|can only be set with)`), {
          status,
          fields: [{ path: '/formData' }, { path: '/client' }],
        }),
      );
    },
  );

  it('the error names the reason and the path of a status that no transition leads to, and lists the valid ones', async () => {
    const order = await orderFactories(agency).CANCELED();
    expect(await patchOrder(api.admin, order, { status: 'COMPLETE' })).toMatchObject(
      errorOf('An order cannot be changed from CANCELED to COMPLETE; it can be changed to DRAFT by an ADMIN', {
        from: 'CANCELED',
        to: 'COMPLETE',
        allowed: ['DRAFT'],
      }),
    );
  });

  it("the error names the reason and the path of a write to a colleague's order that is read-only for the user", async () => {
    const colleague = await api.signedInAs(await aUser(api, { roles: ['AGENCY_USER'], memberOf: [agency.entity] }));
    const order = await aDraft(agency);
    expect(await readOrder(colleague, order)).toMatchObject({ id: order.id });
    expect(await patchOrder(colleague, order, { formData: { headline: 'x' } })).toMatchObject({
      status: 403,
      body: {
        code: 'MISSING_PERMISSION',
        details: { action: 'update', resourceType: 'Order', resourceId: order.id },
      },
    });
  });

  it('the error names the reason and the path of an autosave of a submitted order', async () => {
    const order = await orderFactories(agency).PENDING();
    expect(await patchOrder(agency.moderator, order, { formData: { headline: 'x' }, autosave: true })).toMatchObject({
      status: 400,
      body: {
        reason:
          'Autosave of a PENDING order cannot be set; it can be set in DRAFT by its user, or users who can update it until it is submitted for the first time',
        details: { fields: [{ path: '/autosave' }] },
      },
    });
  });

  it('the error names the reason and the path of an earlier version that does not exist', async () => {
    const order = await aDraft(agency);
    expect(await agency.user.call({ path: `/api/orders/${order.id}/versions/2` })).toMatchObject({
      status: 404,
      body: { code: 'RESOURCE_NOT_FOUND', details: { type: 'OrderVersion', id: '2' } },
    });
  });

  it('the error names the reason and the path of a cancelation without a reason', async () => {
    const { cancelationReason, ...body } = cancelation;
    expect(await patchOrder(agency.user, await aDraft(agency), body)).toMatchObject({
      status: 400,
      body: {
        details: {
          fields: [{ path: '/cancelationReason', message: expect.stringMatching(/^Missing required field: /) }],
        },
      },
    });
  });
});

describe('the lines of an order', () => {
  const linesOf = async (products: object[]) => patchOrderOk(agency.user, await aDraft(agency), { products });
  const bareLines = (order: Order) => order.products.map(({ key, ...line }) => line);

  it('keep their product, their key and their id', async () => {
    const [spot, banner] = [await aProduct(api), await aProduct(api)];
    const order = await linesOf([{ product: spot.id }, { product: banner.id, key: banner.key }]);
    const [first, second] = bareLines(order);
    const changeLine = (at: 0 | 1, line: object) =>
      patchOrder(agency.user, order, {
        products: at === 0 ? [{ ...first, ...line }, second] : [first, { ...second, ...line }],
      });
    expect(await changeLine(1, { product: spot.id })).toMatchObject(
      unfit('/products/1/product', spot.id, 'The product of a line cannot be changed; remove the line and add another'),
    );
    expect(await changeLine(0, { key: banner.key })).toMatchObject(
      unfit('/products/0/key', banner.key, 'Can only be set by the server'),
    );
    expect(await changeLine(0, { key: spot.key })).toMatchObject({ status: 200 });
    expect(await changeLine(1, { id: first?.id, product: spot.id })).toMatchObject(
      unfit('/products/1/id', first?.id, 'Another line has the same id'),
    );
    expect(
      await patchOrder(agency.user, order, { products: [first, { product: spot.id, key: banner.key }] }),
    ).toMatchObject(unfit('/products/1/key', banner.key, 'Can only be set by the server'));
    expect((await readOrder(agency.user, order)).products).toEqual(order.products);
  });

  it('can only be linked to lines of the same order', async () => {
    const [spot, logo] = [await aProduct(api), await aProduct(api)];
    const elsewhere = (await linesOf([{ product: spot.id }])).products[0]?.id;
    expect(
      await patchOrder(agency.user, await aDraft(agency), { products: [{ product: logo.id, linkedTo: elsewhere }] }),
    ).toMatchObject(unfit('/products/0/linkedTo', elsewhere, 'No line of this order has this id'));
  });

  it('include the products that their product includes, each its own', async () => {
    const [logo, text] = [await aProduct(api), await aProduct(api)];
    const spot = await aProduct(api, { includedProducts: [logo, text].map(({ id }) => ({ productId: id, min: 1 })) });
    const order = await linesOf([{ product: spot.id }, { product: spot.id }, { product: logo.id }]);
    const ofOne = [spot.id, logo.id, text.id];
    expect(order.products.map(({ product }) => product)).toEqual([...ofOne, ...ofOne, logo.id]);
    const [one, itsLogo, itsText, two, , other, loose] = bareLines(order);
    const message = `${spot.name} includes at least 1 of ${logo.name}`;
    expect(
      await patchOrder(agency.user, order, { products: [one, itsLogo, itsText, two, other, loose] }),
    ).toMatchObject({
      status: 422,
      body: { details: { errors: [{ path: '/products/3', message }] } },
    });
    const products = [one, itsLogo, itsText, loose];
    expect(await patchOrderOk(agency.user, order, { products })).toMatchObject({ products });
  });

  it('are limited to 200 together with all included products', async () => {
    const logo = await aProduct(api);
    const spot = await aProduct(api, { includedProducts: [{ productId: logo.id, min: 99 }] });
    const order = await aDraft(agency);
    const two = [{ product: spot.id }, { product: spot.id }];
    expect(await patchOrder(agency.user, order, { products: [...two, { product: logo.id }] })).toMatchObject({
      status: 422,
      body: { details: { errors: [{ path: '/products', message: expect.stringContaining('it would have 201') }] } },
    });
    expect((await patchOrderOk(agency.user, order, { products: two })).products).toHaveLength(200);
  });

  it('are counted before they are processed', async () => {
    const { id } = await aProduct(api);
    const products = Array.from({ length: 10_000 }, () => ({ product: id }));
    expect(await patchOrder(agency.user, await aDraft(agency), { products })).toMatchObject({
      status: 400,
      body: {
        code: 'REQUEST_SCHEMA_INVALID',
        details: { fields: [{ path: '/products', message: 'At most 200 items' }] },
      },
    });
  });

  it('a line of a product without access must be linked to a line that includes it', async () => {
    const closed = await aProduct(api, { availability: 'CONTROLLED' });
    const [including, other] = [
      await aProduct(api, { includedProducts: [{ productId: closed.id, min: 0 }] }),
      await aProduct(api),
    ];
    const order = await linesOf([{ product: including.id }, { product: other.id }]);
    const [first, second] = bareLines(order);
    const withClosed = (linkedTo?: string) =>
      patchOrder(agency.user, order, {
        products: [first, second, { product: closed.id, ...(linkedTo && { linkedTo }) }],
      });
    const rejected = unfit('/products/2/product', closed.id, 'No Product has this id');
    expect(await withClosed()).toMatchObject(rejected);
    expect(await withClosed(second?.id)).toMatchObject(rejected);
    const { products } = await patchOrderOk(agency.user, order, {
      products: [first, second, { product: closed.id, linkedTo: first?.id }],
    });
    expect(products[2]).toMatchObject({ product: closed.id, linkedTo: first?.id });
    // The link stays, whatever a later save says: a standalone line would require access.
    const [, , line] = products;
    const loose = { id: line?.id, product: closed.id, data: {} };
    const after = await patchOrderOk(agency.user, order, { products: [first, second, loose] });
    expect(after.products[2]).toMatchObject({ linkedTo: first?.id });
    const without = await patchOrderOk(agency.user, order, { products: [second, loose] });
    expect(without.products).toMatchObject([{ id: second?.id }]);
  });

  it('lines of a product that was closed meanwhile stay, and each has a problem unless another line includes it', async () => {
    const logo = await aProduct(api);
    const [spot, banner] = [
      await aProduct(api, { includedProducts: [{ productId: logo.id, min: 1 }] }),
      await aProduct(api),
    ];
    const order = await linesOf([{ product: banner.id }, { product: spot.id }]);
    expect(order.problems).toEqual([]);
    for (const { id } of [spot, logo]) {
      const body = { refType: 'entity', refId: agency.entity.id, rule: 'revoke' };
      expect(await api.admin.call({ method: 'POST', path: `/api/products/${id}/access_rules`, body })).toMatchObject({
        status: 201,
      });
    }
    const problem = { path: '/products/1/product', value: spot.id, message: 'This product cannot be ordered' };
    expect((await readOrder(agency.user, order)).problems).toEqual([problem]);
    expect(await patchOrder(agency.user, order, { status: 'PENDING' })).toMatchObject({
      status: 422,
      body: { code: 'GS_VALIDATION_REJECTED', details: { fields: [problem] } },
    });
    expect(await patchOrderOk(agency.user, order, { products: bareLines(order) })).toMatchObject({
      products: order.products,
    });
    expect(await patchOrder(agency.user, await aDraft(agency), { products: [{ product: spot.id }] })).toMatchObject(
      unfit('/products/0/product', spot.id, 'No Product has this id'),
    );
  });
});

it('the scripts of a form can read the client, the user and the channel of the order', async () => {
  const computedField = (key: string, value: string) => ({
    type: 'text_input',
    meta: { key, label: key },
    config: { readonly: true, initialValue: { static: false, value } },
  });
  const rule = 'if $channel.slug != this { reject because $channel.name }';
  const checked = { type: 'text_input', meta: { key: 'slug', label: 'Slug', validationScript: rule } };
  const widgets = [
    computedField('sender', '$channel.name'),
    computedField('customer', '$client.name'),
    computedField('writer', '$user.email'),
    checked,
  ];
  const ours = await anAgency(api, { form: await aForm(api, { widgets }) });
  const draft = await aDraft(ours, { formData: { slug: 'elsewhere' } });
  expect(draft.formData).toMatchObject({
    sender: ours.channel.name,
    customer: ours.client.name,
    writer: ours.user.user.email,
  });
  expect(await readOrder(ours.moderator, draft)).toMatchObject({
    problems: [{ path: '/formData/slug', message: ours.channel.name }],
  });
  const formData = { ...draft.formData, slug: ours.channel.slug };
  expect((await patchOrderOk(ours.user, draft, { formData })).problems).toEqual([]);
});
