import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchWordsJob } from '#api/engine/jobs/search-words.ts';
import { storeOf } from '#api/engine/store/store.ts';
import type { Client, Job, Order, User } from '#schemas/generated/types.ts';
import type { SearchResults } from '#schemas/searching/search-results.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { freezeClock, minute, second } from './clock.ts';
import { type Agency, aClient, aDraft, aForm, anAgency, aUser, textInput } from './factories.ts';
import { patchOrderOk } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

type Page<T> = { pagination: { total: number }; results: T[] };

let api: Api;
let ours: Agency;
let theirs: Agency;

/**
 * Clients and users of both agencies have the same names, so that the same words would find an order of the other
 * agency.
 */
beforeAll(async () => {
  api = await startApi();
  [ours, theirs] = [await anAgency(api), await anAgency(api)];
  for (const agency of [ours, theirs]) {
    await renameClient(agency.client, 'Zebra Zeppelins');
    await rename('users', agency.user.user, 'Yolanda Yates');
  }
}, 120_000);
afterAll(() => api.close());

const rename = (path: 'clients' | 'users', { id }: { id: string }, name: string) =>
  callExpecting<Client | User>(api.admin.call, 200, { method: 'PATCH', path: `/api/${path}/${id}`, body: { name } });
const renameClient = (client: { id: string }, name: string) => rename('clients', client, name);

const foundBy = async (search: string, person: SignedInUser = ours.user) => {
  const path = `/api/orders?search=${encodeURIComponent(search)}`;
  return (await callExpecting<Page<Order>>(person.call, 200, { path })).results.map(({ id }) => id);
};
/** The worker polls for due jobs once a second. */
const patience = { timeout: 10_000 };
const jobs = () => storeOf('Job').find({ filter: { kind: 'searchWords' }, sort: ['createdAt', 'dueAt'] });
const work = (job: Job) => searchWordsJob.work(job, async () => undefined);

describe('a search of orders', () => {
  it.each(['zebra', 'ZEPP', 'zebra zeppelins', 'yolanda', 'yates zebra'])(
    'a search of orders for %j matches the beginnings of the names of their client and user, and finds no order of another agency',
    async (search) => {
      const [own, foreign] = [await aDraft(ours), await aDraft(theirs)];
      expect(await foundBy(search)).toContain(own.id);
      expect(await foundBy(search)).not.toContain(foreign.id);
      expect(await foundBy(search, theirs.user)).not.toContain(own.id);
      expect(await foundBy(search, api.admin)).toEqual(expect.arrayContaining([own.id, foreign.id]));
    },
  );

  it('still finds them by reference code, in both query dialects and as CSV', async () => {
    const { id, refCode } = await aDraft(ours);
    expect(await foundBy(refCode.toLowerCase())).toEqual([id]);
    const filter = encodeURIComponent(JSON.stringify({ q: `${refCode} yolanda zebra` }));
    expect((await ours.user.call({ path: `/api/orders?filter=${filter}` })).body).toMatchObject([{ id }]);
    const { body } = await ours.user.call({ path: `/api/orders.csv?search=${refCode}%20zebra&columns=refCode` });
    expect(body).toBe(`Reference\r\n${refCode}\r\n`.replaceAll('\r\n', String(body).includes('\r\n') ? '\r\n' : '\n'));
  });

  it.each(['(503) 555-0177', '503.555.0177', '5035550177', '555-0177', '5550177', '+1 503 555 0177', '0177'])(
    'finds orders and clients by the digits of a phone number, %s',
    async (search) => {
      const phoneNumber = '(503) 555-0177';
      const client = await aClient(api, { name: 'Phone company', below: ours.entity, phoneNumber });
      await aClient(api, { name: 'Foreign company', below: theirs.entity, phoneNumber });
      const order = await aDraft(ours, { client: client.id });
      expect(await foundBy(search)).toContain(order.id);
      expect(await foundBy(search, theirs.user)).toEqual([]);
      const path = `/api/clients?limit=200&search=${encodeURIComponent(search)}`;
      const { results } = await callExpecting<Page<Client>>(ours.user.call, 200, { path });
      expect(results.map(({ id }) => id)).toContain(client.id);
      expect(results.every(({ phoneNumber: found }) => found === phoneNumber)).toBe(true);
    },
  );

  it('finds an order by its new client at once, and no longer by the old one', async () => {
    const order = await aDraft(ours);
    const other = await aClient(api, { name: 'Quagga Quilts', below: ours.entity });
    await patchOrderOk(ours.user, order, { client: other.id });
    expect(await foundBy('quagga')).toEqual([order.id]);
    expect(await foundBy('zebra')).not.toContain(order.id);
    await patchOrderOk(ours.user, await ours.user.read('Order', order.id), { client: null });
    expect(await foundBy('quagga')).toEqual([]);
    expect(await foundBy(`${order.refCode} yolanda`)).toEqual([order.id]);
  });

  it('indexes words of each field, however long another field is', async () => {
    const long = Array.from({ length: 66 }, (_, index) => (index + 36).toString(36)).join(' ');
    const client = await aClient(api, { name: long, below: ours.entity });
    const order = await aDraft(ours, { client: client.id });
    // The reference of another order may begin with the word.
    expect(await foundBy('1a yates')).toContain(order.id);
  });
});

describe('a search by the texts of a form', () => {
  const columns = (...paths: string[]) => paths.map((path) => ({ path, defaultVisibility: true }));
  const widgets = [
    { type: 'select', meta: { key: 'market', label: 'Market' }, config: { options: [{ value: 'Metro' }] } },
    { type: 'password_input', meta: { key: 'pin', label: 'PIN' } },
    textInput('campaign', 'Campaign'),
    textInput('motto', 'Motto'),
  ];
  const tableColumns = columns('market', 'pin', 'campaign');
  const formData = { market: 'Metro', pin: 'Gnu4711', campaign: 'Wombat weeks', motto: 'Jump higher' };

  it('finds an order by its column texts only, uses the first one as its title, and finds none of other agencies', async () => {
    const form = await aForm(api, { widgets, tableColumns });
    const [own, foreign] = [await anAgency(api, { form }), await anAgency(api, { form })];
    const [one, second, strange] = [
      await aDraft(own, { formData }),
      await aDraft(own, { formData: { ...formData, campaign: 'Aardvark days' } }),
      await aDraft(foreign, { formData }),
    ];
    expect(one).toMatchObject({ campaign: 'Wombat weeks' });
    expect(await foundBy('womb metro', own.user)).toEqual([one.id]);
    expect(await foundBy('womb', foreign.user)).toEqual([strange.id]);
    for (const other of ['jump', 'gnu4711']) expect(await foundBy(other, own.user)).toEqual([]);
    const inOrder = async (sort: string) => {
      const path = `/api/orders?channelId=${own.channel.id}&sort=${sort}`;
      return (await callExpecting<Page<Order>>(own.user.call, 200, { path })).results.map(({ id }) => id);
    };
    expect(await inOrder('campaign')).toEqual([second.id, one.id]);
    expect(await inOrder('-campaign')).toEqual([one.id, second.id]);
    const byReference = [one, second].toSorted((a, b) => (a.refCode < b.refCode ? -1 : 1)).map(({ id }) => id);
    expect(await inOrder('refCode')).toEqual(byReference);
    expect(await inOrder('-refCode')).toEqual(byReference.toReversed());
    const changed = await patchOrderOk(own.user, one, { formData: { ...formData, campaign: 'Kiwi nights' } });
    expect(changed.campaign).toBe('Kiwi nights');
    expect(await foundBy('womb', own.user)).toEqual([]);
    expect(await foundBy('kiwi', own.user)).toEqual([one.id]);
  });

  it("follows a change of the form's columns without changing orders", async () => {
    const form = await aForm(api, { widgets, tableColumns });
    const own = await anAgency(api, { form });
    const order = await aDraft(own, { formData });
    const body = { tableColumns: columns('motto') };
    await callExpecting(api.admin.call, 200, { method: 'PATCH', path: `/api/forms/${form.id}`, body });
    await expect.poll(() => foundBy('jump', own.user), patience).toEqual([order.id]);
    expect(await foundBy('wombat', own.user)).toEqual([]);
    const { revision, updatedAt, campaign } = await own.user.read('Order', order.id);
    expect({ revision, updatedAt, campaign }).toEqual({
      revision: order.revision,
      updatedAt: order.updatedAt,
      campaign: 'Jump higher',
    });
  });
});

describe('a global search', () => {
  const found = (person: SignedInUser, search: string) =>
    callExpecting<SearchResults>(person.call, 200, { path: `/api/search?search=${encodeURIComponent(search)}` });

  it('finds clients by name and orders by reference code and client, for users who may read them', async () => {
    const [own, foreign] = [await aDraft(ours), await aDraft(theirs)];
    const byName = await found(ours.user, 'zebr');
    expect(byName.clients.map(({ id }) => id)).toEqual([ours.client.id]);
    expect(byName.orders).toContainEqual({
      id: own.id,
      refCode: own.refCode,
      campaign: own.campaign,
      status: 'DRAFT',
      channelId: ours.channel.id,
      client: 'Zebra Zeppelins',
    });
    expect(byName.orders.map(({ id }) => id)).not.toContain(foreign.id);
    expect((await found(ours.user, foreign.refCode)).orders).toEqual([]);
    expect((await found(api.admin, foreign.refCode)).orders.map(({ id }) => id)).toEqual([foreign.id]);
    expect(await found(await api.signedInAs(await aUser(api, {})), 'zebra')).toEqual({ clients: [], orders: [] });
  });

  it('that finds nothing suggests a similar query that finds a client or an order the caller may read', async () => {
    expect(await found(ours.user, 'Zebrra')).toEqual({ clients: [], orders: [], suggestion: 'zebra' });
    await aDraft(ours);
    expect(await found(ours.user, 'yolannda')).toMatchObject({ orders: [], suggestion: 'yolanda' });
    expect(await found(ours.user, 'xyzzy')).toEqual({ clients: [], orders: [] });
    expect(await found(await api.signedInAs(await aUser(api, {})), 'zebrra')).toEqual({ clients: [], orders: [] });
  });

  it('limits the number of words', async () => {
    expect((await ours.user.call({ path: '/api/search?search=' })).status).toBe(400);
    expect(await found(ours.user, '!!')).toEqual({ clients: [], orders: [] });
  });
});

describe('renaming a client or user', () => {
  it.each(['clients', 'users'] as const)(
    'makes orders of the %s searchable by the new name, without changing them',
    async (path) => {
      const agency = await anAgency(api);
      const drafts = [await aDraft(agency), await aDraft(agency), await aDraft(agency)];
      const named = path === 'clients' ? agency.client : agency.user.user;
      await rename(path, named, 'Xenia Xylophones');
      await expect.poll(() => foundBy('xenia', api.admin), patience).toHaveLength(3);
      // Numbers in the name are the beginnings of phone numbers of other orders.
      const found = await foundBy(named.name, api.admin);
      expect(drafts.filter(({ id }) => found.includes(id))).toEqual([]);
      for (const draft of drafts) {
        const { revision, updatedAt } = await api.admin.read('Order', draft.id);
        expect({ revision, updatedAt }).toEqual({ revision: draft.revision, updatedAt: draft.updatedAt });
      }
      await rename(path, named, 'Somebody Else');
      await expect.poll(() => foundBy('xenia', api.admin), patience).toEqual([]);
    },
  );

  it('enqueues a job for a second later and one after the longest transaction, so that no order keeps the old name', async () => {
    const clock = freezeClock();
    const before = (await jobs()).length;
    const client = await aClient(api, { name: 'Old Owls', below: ours.entity });
    await renameClient(client, 'New Newts');
    const newJobs = (await jobs()).slice(before);
    expect(newJobs.map(({ subject }) => subject)).toEqual([`Client/${client.id}`, `Client/${client.id}`]);
    clock.pass(second);
    await expect.poll(async () => (await jobs())[before]?.status, patience).toBe('done');
    // Simulates a request that read the client before the rename, and stores its order after the first job.
    const like = await storeOf('Order').findOne({ _id: (await aDraft(ours)).id });
    const { id, revision, createdAt, updatedAt, refCode, ...fields } = like ?? expect.fail();
    const late = await storeOf('Order').insert(
      { ...fields, client: client.id, refCode: 'LATELATE' },
      { client: { ...client, name: 'Old Owls' } },
    );
    expect(await foundBy('owls')).toEqual([late.id]);
    clock.pass(3 * minute);
    await expect.poll(() => foundBy('newts'), patience).toEqual([late.id]);
    expect(await foundBy('owls')).toEqual([]);
  });

  it('enqueues nothing if the name is unchanged', async () => {
    const client = await aClient(api, { name: 'Same Swans', below: ours.entity });
    const before = await jobs();
    await renameClient(client, 'Same Swans');
    const path = `/api/clients/${client.id}`;
    await callExpecting(api.admin.call, 200, { method: 'PATCH', path, body: { businessOwner: 'Other' } });
    const user = await aUser(api, {});
    await callExpecting(api.admin.call, 200, {
      method: 'PATCH',
      path: `/api/users/${user.id}`,
      body: { inactive: true },
    });
    expect(await jobs()).toHaveLength(before.length);
  });

  it('enqueues an idempotent job that a second worker can repeat, and that reads the current name', async () => {
    const client = await aClient(api, { name: 'Vast Voles', below: ours.entity });
    const draft = await aDraft(ours, { client: client.id });
    const [job] = await jobs();
    const { subject } = { subject: `Client/${client.id}` };
    await storeOf('Order').updateDerived({ _id: draft.id }, { $set: { searchKeys: ['stale'] } });
    for (const _ of ['once', 'twice']) await work({ ...(job ?? expect.fail()), subject });
    expect(await foundBy('voles')).toEqual([draft.id]);
    await storeOf('Order').updateDerived({ _id: draft.id }, { $set: { searchKeys: [] } });
    await work({ ...(job ?? expect.fail()), subject: 'Order' });
    expect(await foundBy('voles')).toEqual([draft.id]);
  });
});
