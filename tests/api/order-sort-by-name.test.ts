import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchWordsJob } from '#api/engine/jobs/search-words.ts';
import { storeOf } from '#api/engine/store/store.ts';
import type { Order } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aClient, aDraft, anAgency } from './factories.ts';
import { patchOrderOk } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

type Page = { results: Order[] };

let api: Api;
let ours: Agency;
let theirs: Agency;

beforeAll(async () => {
  api = await startApi();
  [ours, theirs] = [await anAgency(api), await anAgency(api)];
});
afterAll(() => api.close());

const list = async (query: string, person: SignedInUser = ours.user) => {
  const path = `/api/orders?channelId=${ours.channel.id}&${query}`;
  return (await callExpecting<Page>(person.call, 200, { path })).results;
};
const idsBy = async (sort: string, person?: SignedInUser) => (await list(`sort=${sort}`, person)).map(({ id }) => id);
const client = (name: string) => aClient(api, { name, below: ours.entity });
const rename = (path: string, name: string) =>
  callExpecting(api.admin.call, 200, { method: 'PATCH', path: `/api/${path}`, body: { name } });
/** The worker polls for due jobs once a second. */
const patience = { timeout: 10_000 };

describe('the orders of a channel', () => {
  it('are sorted by the current names of their client and user, and include none of another agency', async () => {
    const [zebra, aardvark] = [await client('Zebra Zeppelins'), await client('Aardvark Attics')];
    const late = await aDraft(ours, { client: zebra.id });
    const early = await aDraft(ours, { client: aardvark.id });
    const without = await aDraft(ours, { client: null });
    await aDraft(theirs);
    expect(await idsBy('clientName')).toEqual([without.id, early.id, late.id]);
    expect(await idsBy('-clientName', api.admin)).toEqual([late.id, early.id, without.id]);

    await rename(`clients/${aardvark.id}`, 'Zulu Zines');
    await expect.poll(() => idsBy('clientName'), patience).toEqual([without.id, late.id, early.id]);
    expect(await ours.user.read('Order', early.id)).toMatchObject({
      revision: early.revision,
      updatedAt: early.updatedAt,
    });

    const changed = await patchOrderOk(ours.user, without, { client: aardvark.id });
    expect(changed.clientName).toBe('Zulu Zines');
    expect(await patchOrderOk(ours.user, changed, { client: null })).toMatchObject({ clientName: null });

    const moderated = await patchOrderOk(ours.moderator, late, { user: ours.moderator.user.id });
    expect(moderated.userName).toBe(ours.moderator.user.name);
    await rename(`users/${ours.user.user.id}`, 'Yolanda Yates');
    await rename(`users/${ours.moderator.user.id}`, 'Abel Ames');
    await expect.poll(async () => (await idsBy('userName'))[0], patience).toBe(late.id);
    await expect.poll(async () => (await idsBy('-userName')).at(-1), patience).toBe(late.id);
  });

  it('can be sorted by the reference to a client or user, which means by its name', async () => {
    expect(await idsBy('client')).toEqual(await idsBy('clientName'));
    expect(await idsBy('-user')).toEqual(await idsBy('-userName'));
  });

  it('the orders of a channel that were stored without the names get them from the job of a migration, which changes no order', async () => {
    const order = await aDraft(ours, { client: (await client('Kept Kites')).id });
    await storeOf('Order').updateDerived({ _id: order.id }, { $unset: { clientName: 1, userName: 1 } });
    const [job = expect.fail()] = await storeOf('Job').find({ filter: { kind: 'searchWords' } });
    await searchWordsJob.work({ ...job, subject: 'Order' }, async () => undefined);
    const [row] = (await list('columns=clientName,userName&limit=200')).filter(({ id }) => id === order.id);
    expect(row).toMatchObject({ clientName: 'Kept Kites', userName: 'Yolanda Yates', revision: order.revision });
  });

  it('are stored with the names as they were read, also when their client was renamed since', async () => {
    const plums = await client('Plain Plums');
    const { id } = await aDraft(ours, { client: plums.id });
    const read = await ours.user.read('Order', id);
    await rename(`clients/${plums.id}`, 'Other Plums');
    await expect.poll(async () => (await ours.user.read('Order', id)).clientName, patience).toBe('Other Plums');
    // The order is found and sorted by the name, and processed once.
    const doneJobs = () =>
      storeOf('Job').find({ filter: { kind: 'searchWords', subject: `Client/${plums.id}`, status: 'done' } });
    await expect.poll(async () => (await doneJobs())[0]?.done, patience).toBe(1);
    const put = await ours.user.call({
      method: 'PUT',
      path: `/api/orders/${id}`,
      body: { ...read, formData: { headline: 'Plum cake' } },
    });
    const saved = { clientName: 'Other Plums', formData: { headline: 'Plum cake' } };
    expect([put.status, put.body]).toMatchObject([200, saved]);
  });

  it('reject the names from clients, and do not show them in their history', async () => {
    const order = await aDraft(ours, { client: (await client('Own Oats')).id });
    const body = { clientName: 'Another' };
    const rejected = await ours.user.call({ method: 'PATCH', path: `/api/orders/${order.id}`, body });
    expect([rejected.status, Object(rejected.body).details.fields[0].path]).toEqual([400, '/clientName']);
    await patchOrderOk(ours.user, order, { client: (await client('Other Oats')).id });
    const { results } = Object((await ours.user.call({ path: `/api/orders/${order.id}/versions` })).body);
    expect(Object(results[0]).patch.map(({ path }: { path: string }) => path)).toEqual(['/client']);
  });
});
