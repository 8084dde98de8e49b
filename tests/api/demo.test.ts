import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { viewerNow } from '#api/engine/access/viewer.ts';
import { storeOf } from '#api/engine/store/store.ts';
import { growDemo } from '#api/features/demo/demo.ts';
import { makeOrder } from '#api/features/demo/orders/many-orders.ts';
import { readMarket } from '#api/features/demo/orders/market.ts';
import { loadOrderTreeScope } from '#api/features/orders/editing/order-placement.ts';
import { versionedFields } from '#api/features/orders/history/versions.ts';
import { orderForm, orderProblems } from '#api/features/orders/lines/order-problems.ts';
import { loadReferences } from '#api/features/orders/lines/references.ts';
import { applyPatchesBackwards } from '#schemas/changes/patch.ts';
import { checkFormSchema } from '#schemas/forms/check-form-schema.ts';
import { calculate } from '#schemas/forms/fill.ts';
import { normalise } from '#schemas/forms/normal-value.ts';
import type { Channel, Order, OrderVersion, User } from '#schemas/generated/types.ts';
import { transitionsFrom } from '#schemas/orders/transitions.ts';
import { type Api, startApi } from './server.ts';

const twoYears = 2 * 366 * 86_400_000;
/** Timeout of tests that read four hundred orders one by one. Milliseconds. */
const patience = 60_000;
const report = () => undefined;

let api: Api;
let orders: Order[];
let versions: Map<string, OrderVersion[]>;
let channels: Map<string, Channel>;
let users: Map<string, User>;

beforeAll(async () => {
  api = await startApi({ DEMO: 'on' });
  orders = await storeOf('Order').find({});
  versions = new Map(orders.map(({ id }) => [id, []]));
  for (const version of await storeOf('OrderVersion').find({ sort: ['-orderRevision'] })) {
    versions.get(version.order)?.push(version);
  }
  channels = new Map((await storeOf('Channel').find({})).map((channel) => [channel.id, channel]));
  users = new Map((await storeOf('User').find({})).map((user) => [user.id, user]));
});
afterAll(() => api.close());

const each = async <T>(list: T[], work: (item: T) => Promise<void>) => void (await Promise.all(list.map(work)));
const versionsOf = ({ id }: Order) => versions.get(id) ?? [];
const timeOf = (date: string) => Date.parse(date);

function channelOf({ channelId }: Order): Channel {
  const channel = channels.get(channelId);
  if (!channel) throw new Error(`No channel ${channelId}`);
  return channel;
}

async function buyerOf({ user: id }: Order) {
  const user = users.get(id);
  if (!user) throw new Error(`No user ${id}`);
  const viewer = await viewerNow(user.id);
  if (!viewer) throw new Error(`${user.name} is inactive`);
  return viewer;
}

describe('the demo data of a first start', () => {
  it('has 12 entities, 25 users including the administrator, 5 channels, 3 forms, 12 products, 60 clients and 400 orders', async () => {
    const total = async (path: string) =>
      (await api.admin.call({ path: `${path}${path.includes('?') ? '&' : '?'}limit=1` })).body;
    for (const [path, count] of [
      ['/api/entities?subType=abstract', 12],
      ['/api/entities?subType=client', 60],
      ['/api/users', 25],
      ['/api/channels', 5],
      ['/api/forms', 3],
      ['/api/products', 12],
      ['/api/clients', 60],
      ['/api/orders', 400],
      ['/api/orders?status=draft', 80],
      ['/api/orders?status=pending', 60],
      ['/api/orders?status=complete', 200],
      ['/api/orders?status=canceled', 60],
    ] as const) {
      expect(await total(path), path).toMatchObject({ pagination: { total: count } });
    }
  });

  it('has forms that can be saved unchanged', async () => {
    for (const { formSchema } of await storeOf('Form').find({})) expect(checkFormSchema(formSchema)).toEqual([]);
  });

  it('lets every user sign in, and shows each agency only its own records', async () => {
    const boston = await api.signedInAs({ email: 'agency.user@example.com' });
    const { body } = await boston.call({ path: '/api/channels/list' });
    expect(body).toMatchObject([{ name: 'Harborlight Radio' }, { name: 'Harborlight Websites' }]);
    const newcomer = await api.signedInAs({ email: 'newcomer@example.com' });
    expect((await newcomer.call({ path: '/api/channels/list' })).status).not.toBe(200);
  });
});

describe('a demo order', () => {
  it('has the place in the entity tree that the product would give it', { timeout: patience }, async () => {
    await each(orders, async (order) => {
      const { client, user } = order;
      expect(order.treeScope, order.refCode).toEqual(
        await loadOrderTreeScope({ client, user, channel: channelOf(order) }),
      );
    });
  });

  it('a demo order that is PENDING or COMPLETE passes validation', { timeout: patience }, async () => {
    const sent = orders.filter(({ status }) => status === 'PENDING' || status === 'COMPLETE');
    await each(sent, async (order) => {
      const problems = await orderProblems(order, orderForm(order, await loadReferences(order)), await buyerOf(order));
      expect(problems, order.refCode).toEqual([]);
    });
  });

  it('a demo order that is a draft is sometimes ready, sometimes incomplete and sometimes invalid', {
    timeout: patience,
  }, async () => {
    const kinds = { ready: 0, incomplete: 0, wrong: 0 };
    const drafts = orders.filter(({ status }) => status === 'DRAFT');
    await each(drafts, async (order) => {
      const problems = await orderProblems(order, orderForm(order, await loadReferences(order)), await buyerOf(order));
      if (problems.length === 0) kinds.ready += 1;
      else if (problems.some(({ message }) => message.startsWith('Missing'))) kinds.incomplete += 1;
      else kinds.wrong += 1;
    });
    for (const count of Object.values(kinds)) expect(count).toBeGreaterThan(5);
  });

  it('is stored in normal form with its calculated fields, and so are its earlier versions', {
    timeout: patience,
  }, async () => {
    for (const order of orders.slice(0, 100)) {
      const { form, context } = orderForm(order, await loadReferences(order));
      const states = versionsOf(order).map((_, index) => orderBefore(order, index + 1).state);
      for (const state of [order, ...states]) {
        const { data, normalized } = normalise(form, state.formData, { ...context, pad: state.status === 'DRAFT' });
        expect(normalized, order.refCode).toEqual([]);
        // A draft that was submitted and rejected keeps the result of the submission, which drops some values.
        if (state.status === 'DRAFT')
          expect(calculate(form, data, context), order.refCode).toMatchObject(state.formData);
      }
    }
  });

  it('can be rolled back to its initial state without a version that fails to apply', () => {
    for (const order of orders) {
      const { state, skipped } = orderBefore(order, versionsOf(order).length);
      expect(skipped, order.refCode).toEqual([]);
      expect(state, order.refCode).toMatchObject({
        status: 'DRAFT',
        submissionDate: null,
        changeDate: null,
        products: [],
      });
      expect(order.revision).toBe(versionsOf(order).length + 1);
    }
  });

  it('has only valid status transitions by existing users in chronological order', () => {
    for (const order of orders) {
      const list = versionsOf(order);
      for (const [index, { extra, timestamp }] of list.entries()) {
        expect(users.has(String(extra.user)), order.refCode).toBe(true);
        expect(timeOf(timestamp)).toBeGreaterThan(timeOf(list[index + 1]?.timestamp ?? order.createdAt));
        const before = orderBefore(order, index + 1).state.status;
        const after = orderBefore(order, index).state.status;
        if (before !== after) expect(transitionsFrom(before, after)).not.toEqual([]);
      }
      expect(order.updatedAt).toBe(list[0]?.timestamp ?? order.createdAt);
      expect(order.lastEditedBy).toBe(list[0]?.extra.user ?? order.user);
    }
  });

  it('has the dates and reasons of its status, within the last two years', () => {
    for (const order of orders) {
      const { status, submissionDate, cancelationReason, cancelationDate, createdAt, updatedAt } = order;
      expect(cancelationReason !== null && cancelationDate !== null, order.refCode).toBe(status === 'CANCELED');
      if (status === 'PENDING' || status === 'COMPLETE') expect(submissionDate, order.refCode).not.toBeNull();
      expect(Date.now() - timeOf(createdAt)).toBeLessThan(twoYears);
      expect(timeOf(updatedAt)).toBeLessThanOrEqual(Date.now());
      expect(timeOf(submissionDate ?? updatedAt)).toBeGreaterThanOrEqual(timeOf(createdAt));
    }
  });

  it('is the same each time it is generated for the same moment', async () => {
    const market = await readMarket();
    const now = new Date('2026-03-10T12:00:00Z');
    const [once, again] = [1, 2].map(() => [0, 7, 12_345].map((number) => makeOrder(market, number, now)));
    expect(again).toEqual(once);
  });

  it('sometimes has no client yet, and is then a draft that was never submitted', () => {
    const forNobody = orders.filter(({ client }) => client === null);
    expect(forNobody.length).toBeGreaterThan(0);
    for (const { status, submissionDate } of forNobody) {
      expect({ status, submissionDate }).toEqual({ status: 'DRAFT', submissionDate: null });
    }
  });
});

describe('larger demo data', () => {
  it('adds the missing records after the existing orders', async () => {
    const firstStart = () => Promise.reject(new Error('The demo is there already'));
    await growDemo({ target: 450, name: 'the test database', firstStart, report });
    expect(await storeOf('Order').count({})).toBe(450);
    expect(new Set((await storeOf('Order').find({})).map(({ refCode }) => refCode)).size).toBe(450);
    await growDemo({ target: 400, name: 'the test database', firstStart, report });
    expect(await storeOf('Order').count({})).toBe(450);
  });

  it('leaves a database alone that contains records from another source', async () => {
    await storeOf('Setting').deleteMany({});
    const growing = growDemo({ target: 500, name: 'the test database', firstStart: async () => false, report });
    await expect(growing).rejects.toThrow(/data outside of the demo in the test database \(72 Entity, 60 Client/);
    expect(await storeOf('Order').count({})).toBe(450);
  });
});

/** The order as it was this many versions ago. */
function orderBefore(order: Order, count: number) {
  const skipped: string[] = [];
  const state = applyPatchesBackwards(versionedFields(order), versionsOf(order).slice(0, count), ({ id }) =>
    skipped.push(id),
  );
  return { state: { ...order, ...state }, skipped };
}
