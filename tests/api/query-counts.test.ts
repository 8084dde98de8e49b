import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { Order } from '#schemas/generated/types.ts';
import type { SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aDraft, aForm, anAgency, aProduct } from './factories.ts';
import { patchOrderOk } from './order-helpers.ts';
import { monitorCommandsQuery, type RecordCommands, recordCommands } from './query-recorder.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let watch: RecordCommands;
let agency: Agency;
let order: Order;

/**
 * The only query of a warm request: it reads the session and the versions of the cached user and rights, or those of
 * another user.
 */
const session = 'find sessions';
const namesDone = { kind: 'searchWords', status: 'done' } as const;

beforeAll(async () => {
  const database = inject('mongodbUri').replace('/DATABASE', `/test-queries-${process.pid}`);
  api = await startApi({ MONGODB_URI: `${database}${monitorCommandsQuery}` });
  watch = recordCommands();
  // A list uses this text as the title of its orders and searches it.
  const form = await aForm(api, { tableColumns: [{ path: 'headline', defaultVisibility: true }] });
  agency = await anAgency(api, { form });
  const group = await aProduct(api);
  const [spot, jingle] = [await aProduct(api, { parent: group.id }), await aProduct(api)];
  order = await aDraft(agency);
  order = await patchOrderOk(agency.user, order, { products: [{ product: spot.id }, { product: jingle.id }] });
  // Warm the cache of forms, channels and products.
  await agency.moderator.call({ path: `/api/orders/${order.id}` });
});
afterAll(async () => api.close());

/** The database queries of one successful call of the agency's moderator. */
async function queriesOf(path: string, change?: { method: 'POST' | 'PATCH'; body: object; key?: string }) {
  const queries = await watch(async () => {
    const headers = change?.key ? { headers: { 'idempotency-key': change.key } } : {};
    const { status, body } = await agency.moderator.call({ path, ...change, ...headers });
    expect(status, JSON.stringify(body)).toBeLessThan(300);
  });
  return queries.map(({ name, collection }) => `${name} ${collection}`);
}

describe('the current user', () => {
  it('is determined by the query of the session alone', async () => {
    expect(await queriesOf('/api/users/me')).toEqual([session]);
  });

  it('is read again once after a change of that user, and not after a change of another one', async () => {
    const rename = async ({ call }: SignedInUser, name: string) => {
      const done = await storeOf('Job').count(namesDone);
      await call({ method: 'PATCH', path: '/api/users/me', body: { name } });
      // The job that a new name enqueues makes queries of its own.
      await expect.poll(() => storeOf('Job').count(namesDone), { timeout: 10_000 }).toBe(done + 1);
    };
    await rename(agency.user, 'Another Name');
    expect(await queriesOf('/api/users/me')).toEqual([session]);
    await rename(agency.moderator, 'Third Name');
    expect(await queriesOf('/api/users/me')).toEqual([session, 'find users', 'find entity_members']);
    expect(await queriesOf('/api/users/me')).toEqual([session]);
  });
});

describe('a list', () => {
  it.each(['orders', 'clients', 'products', 'channels', 'entities', 'users', 'forms'])(
    'a list of %s makes two queries besides the session query: its page and its total',
    async (path) => {
      const expected = [`count ${path}`, session, `find ${path}`];
      expect((await queriesOf(`/api/${path}`)).toSorted()).toEqual(expected.toSorted());
    },
  );

  it("makes two queries for a client's orders, and in the first of several a third for the right to read the client", async () => {
    const path = `/api/orders?client=${agency.client.id}`;
    const expected = ['count orders', session, 'find orders'].toSorted();
    expect((await queriesOf(path)).toSorted()).toEqual(['count clients', ...expected].toSorted());
    for (const status of ['', '&status=DRAFT'])
      expect((await queriesOf(`${path}${status}`)).toSorted()).toEqual(expected);
  });

  it('makes one more query for each populated type, and never one for each row', async () => {
    for (const _ of ['two', 'three']) await aDraft(agency);
    const queries = await queriesOf('/api/orders?populate=form,client,user');
    expect(queries).toHaveLength(6);
    expect(queries.filter((each) => each.startsWith('find') && each !== session).toSorted()).toEqual([
      'find clients',
      'find forms',
      'find orders',
      'find users',
    ]);
  });
});

describe('an order', () => {
  it('is read with its problems by two queries, and the first time by a third for the version of its user if that is another user', async () => {
    const products = order.products.map(({ product }) => ({ product }));
    const another = await patchOrderOk(agency.user, await aDraft(agency), { products });
    expect(await queriesOf(`/api/orders/${another.id}`)).toEqual([session, 'find orders', session]);
    expect(await queriesOf(`/api/orders/${another.id}`)).toEqual([session, 'find orders']);
    const { id } = await aDraft({ ...agency, user: agency.moderator });
    expect(await queriesOf(`/api/orders/${id}`)).toEqual([session, 'find orders']);
  });

  it('is read with client, user, products and form by at most five queries besides the session queries', async () => {
    const path = `/api/orders/${order.id}`;
    const all = [...(await queriesOf(`${path}?populate=client,user,product`)), ...(await queriesOf(`${path}/form`))];
    const queries = all.filter((each) => each !== session);
    expect(queries).toContain('find orders');
    expect(queries.length, queries.join()).toBeLessThanOrEqual(5);
  });

  it('is changed by the queries of a read, the insert of a version and one guarded update', async () => {
    const changeHeadline = (headline: string) =>
      queriesOf(`/api/orders/${order.id}`, { method: 'PATCH', body: { formData: { headline } } });
    await changeHeadline('Bread');
    const queries = await changeHeadline('Rolls');
    const written = ['insert order_versions', 'findAndModify orders'];
    expect(queries).toEqual([session, 'find orders', 'find clients', ...written]);
    const found = await agency.moderator.call({ path: '/api/orders?search=rolls' });
    expect(found.body).toMatchObject({ results: [{ id: order.id }] });
  });

  it('is created with one read of its client, and stored together with its response', async () => {
    const { channelId, form, client } = order;
    const body = { channelId, form, client, formData: { headline: 'Cakes' } };
    await queriesOf('/api/orders', { method: 'POST', body, key: 'another click' });
    const queries = await queriesOf('/api/orders', { method: 'POST', body, key: 'one click' });
    // The update takes a reference lock and stores the response.
    const stored = ['insert orders', 'update idempotent_answers'];
    expect(queries).toEqual([session, 'find clients', ...stored]);
  });

  it.each([
    ['lists', () => queriesOf('/api/orders?populate=form,client,user')],
    ['reading one', () => queriesOf(`/api/orders/${order.id}`)],
  ])('has versions that %s never reads', async (_, queries) => {
    expect((await queries()).filter((each) => each.includes('versions'))).toEqual([]);
  });

  it('has versions that saves only append to', async () => {
    const queries = await queriesOf(`/api/orders/${order.id}`, {
      method: 'PATCH',
      body: { formData: { headline: 'Buns' } },
    });
    expect(queries.filter((each) => each.includes('versions'))).toEqual(['insert order_versions']);
  });
});

describe('the references of an order', () => {
  it('are read from the cache, except for its client and its user, which are read if a script needs them', async () => {
    const validationScript = 'if $client.state == "TX" and $user.name == "" { reject "Nobody" }';
    const headline = { type: 'text_input', meta: { key: 'headline', label: 'Headline', validationScript } };
    const ours = await anAgency(api, { form: await aForm(api, { widgets: [headline] }) });
    const { id } = await aDraft(ours, { formData: { headline: 'Cakes' } });
    const looks = async () => {
      const queries = await watch(async () => {
        expect((await ours.moderator.call({ path: `/api/orders/${id}` })).status).toBe(200);
      });
      return queries.map(({ name, collection }) => `${name} ${collection}`);
    };
    await looks();
    expect((await looks()).toSorted()).toEqual(['find clients', 'find orders', session, 'find users']);
    const body = { formData: { headline: 'Rolls' } };
    const queries = await watch(async () => {
      const saved = await ours.moderator.call({ method: 'PATCH', path: `/api/orders/${id}`, body });
      expect(saved.status).toBe(200);
    });
    for (const collection of ['clients', 'users'])
      expect(queries.filter((each) => each.name === 'find' && each.collection === collection)).toHaveLength(1);
  });

  it('are up to date right after others changed them', async () => {
    const form = await api.admin.read('Form', order.form);
    const schema = JSON.stringify(form.formSchema).replaceAll('headline', 'slogan');
    const change = {
      method: 'PATCH',
      path: `/api/forms/${form.id}`,
      body: { formSchema: JSON.parse(schema) },
    } as const;
    expect((await api.admin.call(change)).status).toBe(200);
    expect(await aDraft(agency, { formData: { headline: 'Buns' } })).toMatchObject({
      problems: [{ path: '/formData/slogan' }],
    });
  });
});

describe('a client', () => {
  it('gets another telephone number with one update, stored together with two jobs in one insert and an audit entry', async () => {
    const change = (phoneNumber: string) =>
      watch(async () => {
        const { id } = agency.client;
        const { status } = await api.admin.call({ method: 'PATCH', path: `/api/clients/${id}`, body: { phoneNumber } });
        expect(status).toBe(200);
      });
    await change('503-555-0101');
    const writes = (await change('503-555-0102')).filter(({ name }) => name !== 'find');
    // Jobs about records of other tests may run at the same time.
    const own = writes.filter(({ name, collection }) => collection === 'clients' || name === 'insert');
    expect(own.map(({ name, collection }) => `${name} ${collection}`)).toEqual([
      'findAndModify clients',
      'insert jobs',
      'insert audit_log',
    ]);
  });
});
