import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Order } from '#schemas/generated/types.ts';
import { aDraft, anAgency } from '#tests/api/factories.ts';
import { callExpecting, callersOf } from '#tests/api/server.ts';
import { callerOf } from '#tests/product/call.ts';
import { newDataDir, removeDataDir, startProduct } from '#tests/product/product.ts';
import { pollUntil } from '#tests/product/until.ts';
import { isNightly } from '#tests/runner/sweep.ts';
import { databaseServerOf } from './database-server.ts';

let dataDir: string;
const environment = { DEMO: 'off', LINK_LIMIT_ADDRESS: '1000' };

beforeEach(async () => {
  dataDir = await newDataDir();
});

afterEach(() => removeDataDir(dataDir));

test('a start after kill -9 takes over the orphaned database with all its data', async () => {
  const product = await startProduct({ dataDir, environment });
  const people = await callersOf({ call: callerOf(product.url), dataDir });
  const agency = await anAgency(people);
  const draft = await aDraft(agency);
  const save = (person: typeof agency.user, order: Order, status: Order['status']) =>
    callExpecting<Order>(person.call, 200, {
      method: 'PATCH',
      path: `/api/orders/${order.id}`,
      headers: { 'if-match': `"${order.revision}"` },
      body: { status },
    });
  const pending = await save(agency.user, draft, 'PENDING');
  const complete = await save(agency.moderator, pending, 'COMPLETE');
  const orphan = await databaseServerOf(dataDir);

  await product.kill();
  expect(orphan.isRunning()).toBe(true);
  const next = await startProduct({ dataDir, environment });
  expect(orphan.isRunning()).toBe(false);
  expect(next.output()).toContain(`of an earlier run (process ${orphan.pid})`);
  expect((await databaseServerOf(dataDir)).port).not.toBe(orphan.port);

  // Use the same cookies: a session survives the crash.
  const call = callerOf(next.url);
  const asUser = (path: string) => callExpecting<Order>(call, 200, { path, cookies: agency.user.cookies });
  expect(await asUser(`/api/orders/${draft.id}`)).toMatchObject({
    status: 'COMPLETE',
    revision: complete.revision,
    formData: draft.formData,
    client: agency.client.id,
  });
  expect(await asUser(`/api/orders?status=complete&channelId=${agency.channel.id}`)).toMatchObject({
    pagination: { total: 1 },
    results: [{ id: draft.id }],
  });
  expect(await asUser(`/api/orders/${draft.id}/versions`)).toMatchObject({ pagination: { total: 2 } });
  expect(await next.stop()).toBe(0);
});

test('a database that crashes under the running product is restarted with its data, and calls get 503 meanwhile', async () => {
  const product = await startProduct({ dataDir, environment });
  const { admin } = await callersOf({ call: callerOf(product.url), dataDir });
  const client = await admin.create('Entity', { name: 'Kept' });
  process.kill((await databaseServerOf(dataDir)).pid, 'SIGKILL');
  const statuses = new Set<number>();
  await pollUntil({ label: 'the product to recover', seconds: 30 }, async () => {
    const answer = await admin.call({ path: `/api/entities/${client.id}` });
    statuses.add(answer.status);
    return (answer.status === 200 && statuses.size > 1) || undefined;
  });
  expect([...statuses].toSorted()).toEqual([200, 503]);
  expect((await fetch(`${product.url}/api/readyz`)).status).toBe(200);
  expect(await admin.read('Entity', client.id)).toMatchObject({ name: 'Kept' });
  expect(await product.stop()).toBe(0);
});

// `npm test` has a kill after the start.
if (isNightly())
  test('a product killed during its first start seeds the database at the next start', async () => {
    const first = startProduct({ dataDir, environment: { ...environment, DEMO: 'on' } }).catch(() => undefined);
    const { pid } = await pollUntil({ label: 'the first start', seconds: 30 }, () =>
      databaseServerOf(dataDir).catch(() => undefined),
    );
    process.kill(pid, 'SIGKILL');
    await (await first)?.stop();
    const next = await startProduct({ dataDir, environment: { ...environment, DEMO: 'on' } });
    const { admin } = await callersOf({ call: callerOf(next.url), dataDir });
    const orders = await callExpecting<{ pagination: { total: number } }>(admin.call, 200, {
      path: '/api/orders?limit=1',
    });
    expect(orders.pagination.total).toBe(400);
    expect(await next.stop()).toBe(0);
  });
