import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ReportProgress } from '#api/engine/jobs/kind.ts';
import { storeOf } from '#api/engine/store/store.ts';
import { copiesJob } from '#api/features/orders/lifecycle/batches.ts';
import type { Client, Order, OrderBatch } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { pollUntil } from '#tests/product/until.ts';
import { day } from './clock.ts';
import { type Agency, aClient, aDraft, anAgency, aProduct, aUser } from './factories.ts';
import { patchOrderOk } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let stranger: Agency;
const { work: doWork } = copiesJob;
let release = () => {};
// Stub the product's own worker, so that the tests control when and by whom the work is done.
beforeAll(async () => {
  const pendingWork = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.spyOn(copiesJob, 'work').mockImplementation(() => pendingWork);
  api = await startApi();
  agency = await anAgency(api);
  stranger = await anAgency(api);
});
afterAll(async () => {
  release();
  await api.close();
});

const clientsOf = (count: number, place = agency): Promise<Client[]> =>
  Promise.all(Array.from({ length: count }, () => aClient(api, { below: place.entity })));
const call = ({ id }: Order, clients: string[]) =>
  ({ method: 'POST', path: `/api/orders/${id}/copies`, body: { clients } }) as const;
const idsOf = (clients: Client[]) => clients.map(({ id }) => id);
const startBatch = (order: Order, clients: Client[], person: SignedInUser = agency.user) =>
  callExpecting<OrderBatch>(person.call, 201, call(order, idsOf(clients)));
const readBatch = ({ id }: OrderBatch, person: SignedInUser = agency.user) =>
  callExpecting<OrderBatch>(person.call, 200, { path: `/api/order_batches/${id}` });
const ordersFor = async ({ id }: Client) =>
  (await callExpecting<{ results: Order[] }>(api.admin.call, 200, { path: `/api/orders?client=${id}` })).results;
/** Runs the job of a batch as one process. */
async function work({ id }: OrderBatch, report: ReportProgress = async () => undefined): Promise<void> {
  const job = await storeOf('Job').findOne({ subject: `OrderBatch/${id}` });
  if (job) await doWork(job, report);
}
const cancel = ({ id }: OrderBatch, person: SignedInUser = agency.user) =>
  person.call({ method: 'PATCH', path: `/api/order_batches/${id}`, body: { status: 'canceled' } });

it('a batch creates an order for each of many clients from a snapshot of the original', async () => {
  const product = await aProduct(api);
  const draft = await aDraft(agency, { client: null, products: [{ product: product.id }] as Order['products'] });
  const clients = await clientsOf(3);
  const batch = await startBatch(draft, clients);
  expect(batch).toMatchObject({
    status: 'running',
    copies: clients.map(({ id, name }) => ({ client: id, name, order: null })),
  });
  expect(batch).not.toHaveProperty('content');
  await patchOrderOk(agency.user, draft, { formData: { headline: 'Another bread' } });
  await work(batch);
  const done = await readBatch(batch);
  expect(done.status).toBe('done');
  expect(done.endedAt).not.toBeNull();
  for (const [index, client] of clients.entries()) {
    const orders = await ordersFor(client);
    expect(orders).toMatchObject([
      { status: 'DRAFT', user: agency.user.user.id, refCode: done.copies[index]?.refCode },
    ]);
    expect(done.copies[index]?.order).toBe(orders[0]?.id);
    const { formData, products } = await callExpecting<Order>(agency.user.call, 200, {
      path: `/api/orders/${orders[0]?.id}`,
    });
    expect(formData).toEqual(draft.formData);
    expect(products).toMatchObject([{ product: product.id }]);
  }
});

it('a failure for one client is reported for that client, and the others get their orders', async () => {
  const draft = await aDraft(agency);
  const [first, moved, last] = await clientsOf(3);
  if (!first || !moved || !last) throw new Error('There are three');
  const batch = await startBatch(draft, [first, moved, last]);
  // The client moves to another agency meanwhile.
  const place = (
    await callExpecting<{ results: { id: string }[] }>(api.admin.call, 200, {
      path: `/api/entities?client=${moved.id}`,
    })
  ).results;
  const parent = { parent: stranger.entity.id };
  await callExpecting(api.admin.call, 200, { method: 'PATCH', path: `/api/entities/${place[0]?.id}`, body: parent });
  // A job moves the records below an entity (design 4).
  await pollUntil({ label: 'the client to follow its place', seconds: 10 }, async () =>
    (await api.admin.read('Client', moved.id)).treeScope.includes(stranger.entity.id) ? true : undefined,
  );
  await work(batch);
  const { status, copies } = await readBatch(batch);
  expect(status).toBe('done');
  expect(copies.map(({ order }) => order !== null)).toEqual([true, false, true]);
  expect(copies[1]?.reason).toBe('No Client has this id');
  expect(await ordersFor(moved)).toEqual([]);
});

it('no client gets two orders, however many workers run the batch and however often it restarts', async () => {
  const draft = await aDraft(agency);
  const clients = await clientsOf(6);
  const batch = await startBatch(draft, clients);
  // A process crashes after the second order, before it reports progress.
  let budget = 3;
  const dying = async () => {
    budget -= 1;
    if (budget === 0) throw new Error('Killed');
  };
  await expect(work(batch, dying)).rejects.toThrow('Killed');
  expect((await readBatch(batch)).copies.filter(({ order }) => order)).toHaveLength(2);
  // Two other processes take the job over at the same time.
  await Promise.all([1, 2].map(() => work(batch)));
  const { copies, status } = await readBatch(batch);
  expect(status).toBe('done');
  for (const [index, client] of clients.entries()) {
    const orders = await ordersFor(client);
    expect(orders.map(({ id }) => id)).toEqual([copies[index]?.order]);
  }
});

it('a batch checks access rights when it creates each order', async () => {
  const leaving = await aUser(api, { roles: ['AGENCY_USER'], memberOf: [agency.entity] });
  const person = await api.signedInAs(leaving);
  const draft = await aDraft(agency);
  const clients = await clientsOf(2);
  const batch = await startBatch(draft, clients, person);
  await callExpecting(api.admin.call, 200, {
    method: 'DELETE',
    path: `/api/entities/${agency.entity.id}/members/${leaving.id}`,
  });
  await work(batch);
  const { copies } = await readBatch(batch, person);
  expect(copies.map(({ order }) => order)).toEqual([null, null]);
  for (const { reason } of copies) expect(reason).not.toBe('');
  for (const client of clients) expect(await ordersFor(client)).toEqual([]);
});

it('a batch can be canceled by its author: existing copies stay, and no more are created', async () => {
  const draft = await aDraft(agency);
  const clients = await clientsOf(3);
  const batch = await startBatch(draft, clients);
  expect((await cancel(batch, stranger.user)).status).toBe(404);
  expect((await cancel(batch, agency.moderator)).status).toBe(404);
  expect((await cancel(batch)).status).toBe(200);
  await work(batch);
  expect(await readBatch(batch)).toMatchObject({ status: 'canceled', copies: clients.map(() => ({ order: null })) });
  expect(
    (await agency.user.call({ method: 'PATCH', path: `/api/order_batches/${batch.id}`, body: { status: 'running' } }))
      .status,
  ).toBe(400);
});

it('a batch is canceled together with its job', async () => {
  const batch = await startBatch(await aDraft(agency), await clientsOf(1));
  const job = await storeOf('Job').findOne({ subject: `OrderBatch/${batch.id}` });
  const path = `/api/jobs/${job?.id}`;
  await callExpecting(api.admin.call, 200, { method: 'PATCH', path, body: { status: 'canceled' } });
  const { status, endedAt, expires } = await readBatch(batch);
  expect(status).toBe('canceled');
  expect(Date.parse(expires ?? '') - Date.parse(endedAt ?? '')).toBe(90 * day);
  await work(batch);
  expect(await readBatch(batch)).toMatchObject({ status: 'canceled', copies: [{ order: null }] });
});

it('a PUT of a batch as it was read changes nothing, whatever its status', async () => {
  const batch = await startBatch(await aDraft(agency), await clientsOf(1));
  const put = async () => {
    const body = await readBatch(batch);
    const path = `/api/order_batches/${batch.id}`;
    expect(await callExpecting(agency.user.call, 200, { method: 'PUT', path, body })).toEqual(body);
  };
  await put();
  expect((await cancel(batch)).status).toBe(200);
  await put();
});

it('a batch is created once for each Idempotency-Key, for a readable order and readable clients', async () => {
  const draft = await aDraft(agency);
  const clients = await clientsOf(1);
  const request = { ...call(draft, idsOf(clients)), headers: { 'idempotency-key': 'many' } };
  const answers = await Promise.all([1, 2].map(() => callExpecting<OrderBatch>(agency.user.call, 201, request)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  const strange = await agency.user.call(call(draft, [...idsOf(clients), stranger.client.id]));
  expect(strange).toMatchObject({
    status: 422,
    body: { details: { errors: [{ path: '/clients/1', message: 'No Client has this id' }] } },
  });
  expect((await stranger.user.call(call(draft, [stranger.client.id]))).status).toBe(404);
  const [same] = idsOf(clients);
  for (const wrong of [[], [same, same], ['x'], Array.from({ length: 201 }, () => same)])
    expect((await agency.user.call({ ...call(draft, []), body: { clients: wrong } })).status).toBe(400);
  const { results } = await callExpecting<{ results: OrderBatch[] }>(stranger.user.call, 200, {
    path: '/api/order_batches',
  });
  expect(results).toEqual([]);
});
