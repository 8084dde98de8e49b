import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { Order, Webhook, WebhookDelivery } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { day, freezeClock, second } from './clock.ts';
import { type Agency, aDraft, anAgency } from './factories.ts';
import { patchOrderOk } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

interface Delivery {
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** The behavior of the fake receiver: it returns a status, or redirects. */
const receiver = { status: 204, got: [] as Delivery[] };
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  receiver.got.push({ path: request.url, headers: request.headers, body });
  response.writeHead(receiver.status, { location: '/inside' }).end('a long story');
});

let api: Api;
let agency: Agency;
let address: string;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const at = server.address();
  address = `http://127.0.0.1:${at !== null && typeof at === 'object' ? at.port : 0}/hook`;
  api = await startApi({ WEBHOOK_ALLOW: '127.0.0.1', SESSION_IDLE: '30d' });
  agency = await anAgency(api);
});
afterAll(async () => {
  await api.close();
  server.close();
});
beforeEach(async () => {
  receiver.status = 204;
  receiver.got = [];
  await storeOf('Webhook').deleteMany({});
});

const inTime = { timeout: 10_000 };
const numbers = { last: 0 };

/** Creates a webhook; its secret is only in this response. */
async function aWebhook(fields: Partial<Webhook> = {}): Promise<{ webhook: Webhook; secret: string }> {
  numbers.last += 1;
  const events = ['submitted', 'approved', 'returned', 'canceled'] as const;
  const response = await api.admin.create('Webhook', {
    name: `Hook ${numbers.last}`,
    address: `${address}/${numbers.last}`,
    events,
    ...fields,
  });
  return { webhook: response, secret: response.secret ?? '' };
}

const deliveries = async ({ id }: Pick<Webhook, 'id'>) =>
  (
    await callExpecting<{ results: WebhookDelivery[] }>(api.admin.call, 200, {
      path: `/api/webhooks/${id}/deliveries`,
    })
  ).results;
/** The deliveries to this webhook; late deliveries to earlier ones are ignored. */
const gotBy = ({ address: own }: Webhook) => receiver.got.filter(({ path }) => own.endsWith(`${path}`));
const newest = async (webhook: Webhook) => (await deliveries(webhook))[0];
const submitOrder = async (): Promise<Order> => {
  const order = await aDraft(agency);
  return await patchOrderOk(agency.user, order, { status: 'PENDING' });
};

/** Verifies a Standard Webhooks signature independently of the product's code. */
function isSigned({ headers, body }: Delivery, secret: string): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

describe('a webhook', () => {
  it.each([
    ['with http', 'http://hooks.example/hook'],
    ['with http in the internal network', 'http://10.0.0.7/hook'],
    ['with http on a loopback address outside of WEBHOOK_ALLOW', 'http://127.0.0.2/hook'],
    ['with http on the IPv6 loopback address', 'http://[::1]/hook'],
    ['with a user name', 'https://eve@hooks.example/hook'],
    ['with a user name and password', 'https://eve:secret@hooks.example/hook'],
    ['with a password', 'https://:secret@hooks.example/hook'],
    ['with another scheme', 'ftp://hooks.example/hook'],
  ])('is rejected with an address %s', async (_how, bad) => {
    const rejected = {
      status: 400,
      body: { code: 'REQUEST_SCHEMA_INVALID', details: { fields: [{ path: '/address' }] } },
    };
    const body = { name: 'Hook', address: bad, events: ['approved'] };
    expect(await api.admin.call({ method: 'POST', path: '/api/webhooks', body })).toMatchObject(rejected);
    const { webhook } = await aWebhook();
    const change = { method: 'PATCH', path: `/api/webhooks/${webhook.id}`, body: { address: bad } } as const;
    expect(await api.admin.call(change)).toMatchObject(rejected);
  });

  it.each(['https://hooks.example/hook', 'http://localhost:3999/hook'])('accepts the address %s', async (good) => {
    expect((await aWebhook({ address: good })).webhook.address).toBe(good);
  });

  it('a webhook that was stored with an http address gets no delivery, and the log says why', async () => {
    const { webhook } = await aWebhook();
    await storeOf('Webhook').updateMany(
      { _id: webhook.id },
      { $set: { address: address.replace('127.0.0.1', '127.0.0.2') } },
    );
    await submitOrder();
    const reason = expect.stringContaining('https://');
    await expect
      .poll(
        () => storeOf('Job').find({ filter: { kind: 'webhook', lastError: { $ne: null } }, sort: ['-createdAt'] }),
        inTime,
      )
      .toMatchObject([{ lastError: reason }]);
  });

  it('gets the events of an order with a signature, and the log has each attempt', async () => {
    const { webhook, secret } = await aWebhook();
    const order = await submitOrder();
    await expect.poll(() => newest(webhook), inTime).toMatchObject({ event: 'submitted', status: 'delivered' });
    const [request] = gotBy(webhook);
    expect(request && isSigned(request, secret)).toBe(true);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      type: 'order.submitted',
      data: { order: { id: order.id, refCode: order.refCode, status: 'PENDING', client: agency.client.id } },
    });
    const delivery = await newest(webhook);
    expect(request?.headers['webhook-id']).toBe(delivery?.id);
    expect(delivery).toMatchObject({ refCode: order.refCode, payload: request?.body, attempts: [{ answer: '204' }] });
    expect(JSON.stringify(delivery)).not.toContain('a long story');
  });

  it('gets each event once that it subscribes to, and no other', async () => {
    const [all, some, none] = [
      (await aWebhook()).webhook,
      (await aWebhook({ events: ['returned'] })).webhook,
      (await aWebhook({ inactive: true })).webhook,
    ];
    const order = await submitOrder();
    await patchOrderOk(agency.moderator, order, { status: 'DRAFT', reason: 'No start date' });
    await patchOrderOk(agency.user, order, { status: 'PENDING' });
    await patchOrderOk(agency.moderator, order, { status: 'COMPLETE' });
    await patchOrderOk(agency.moderator, order, { status: 'CANCELED', cancelationReason: 'dissatisfied' });
    const events = async (webhook: Webhook) => (await deliveries(webhook)).map(({ event }) => event).toReversed();
    expect(await events(all)).toEqual(['submitted', 'returned', 'submitted', 'approved', 'canceled']);
    expect(await events(some)).toEqual(['returned']);
    expect(await events(none)).toEqual([]);
  });

  it('is retried with backoff for three days after a failure, and again manually', async () => {
    const clock = freezeClock();
    receiver.status = 500;
    const { webhook, secret } = await aWebhook();
    await submitOrder();
    const attempts = async () => (await newest(webhook))?.attempts.map(({ answer }) => answer);
    await expect.poll(attempts, inTime).toEqual(['500']);
    receiver.status = 302;
    clock.pass(3 * second);
    await expect.poll(attempts, inTime).toEqual(['500', '302']);
    expect(await newest(webhook)).toMatchObject({ status: 'waiting' });
    clock.pass(3 * day);
    await expect.poll(() => newest(webhook), inTime).toMatchObject({ status: 'failed', attempts: [{}, {}, {}] });
    receiver.status = 200;
    const delivery = await newest(webhook);
    const again = { method: 'PATCH', path: `/api/webhooks/${webhook.id}/deliveries/${delivery?.id}` } as const;
    expect(await api.admin.call({ ...again, body: { status: 'delivered' } })).toMatchObject({ status: 400 });
    await callExpecting(api.admin.call, 200, { ...again, body: { status: 'waiting' } });
    await expect.poll(() => newest(webhook), inTime).toMatchObject({ status: 'delivered', attempts: [{}, {}, {}, {}] });
    const deliveries = gotBy(webhook);
    expect(deliveries.map(({ headers }) => headers['webhook-id'])).toEqual(Array(4).fill(delivery?.id));
    expect(deliveries.every((each) => isSigned(each, secret))).toBe(true);
    expect(receiver.got.map(({ path }) => path)).not.toContain('/inside');
  });

  it('cannot be in the internal network unless the configuration allows it', async () => {
    const { webhook } = await aWebhook({ address: address.replace('http://127.0.0.1', 'https://127.0.0.2') });
    await submitOrder();
    await expect
      .poll(() => newest(webhook), inTime)
      .toMatchObject({
        status: 'waiting',
        attempts: [{ answer: expect.stringMatching(/^127\.0\.0\.2 is a private address/) }],
      });
  });

  it('has a secret that is returned once and can be renewed, and is deleted with its log', async () => {
    const { webhook, secret } = await aWebhook();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const known = JSON.stringify([
      await api.admin.read('Webhook', webhook.id),
      await storeOf('Webhook').findOne({ _id: webhook.id }),
      (await api.admin.call({ path: `/api/audit_log?resourceId=${webhook.id}` })).body,
    ]);
    expect(known).not.toContain(secret);
    const renew = { method: 'POST', path: `/api/webhooks/${webhook.id}/secret`, body: {} } as const;
    const renewed = await callExpecting<Webhook>(api.admin.call, 200, renew);
    await submitOrder();
    await expect.poll(() => newest(webhook), inTime).toMatchObject({ status: 'delivered' });
    expect(gotBy(webhook).map((got) => [isSigned(got, secret), isSigned(got, renewed.secret ?? '')])).toEqual([
      [false, true],
    ]);
    for (const call of [renew, { path: '/api/webhooks' }, { path: `/api/webhooks/${webhook.id}/deliveries` }])
      expect(await agency.moderator.call(call)).toMatchObject({ status: 403 });
    await callExpecting(api.admin.call, 200, { method: 'DELETE', path: `/api/webhooks/${webhook.id}` });
    expect(await storeOf('WebhookDelivery').count({ webhook: webhook.id })).toBe(0);
  });
});
