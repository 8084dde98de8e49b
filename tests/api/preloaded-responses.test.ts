import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#api/app.ts';
import { Readiness } from '#api/platform/readiness.ts';
import { commonRequests, preloadManifest } from '#portal/preloadManifest.ts';
import type { Order } from '#schemas/generated/types.ts';
import { type Agency, aDraft, anAgency } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let folder: string;
let app: FastifyInstance;
let agency: Agency;
let stranger: Agency;
let order: Order;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-ahead-'));
  await mkdir(join(folder, 'portal', 'assets'), { recursive: true });
  const html = '<!doctype html><html><head><title>A page</title></head><body><div id="root"></div></body></html>';
  await writeFile(join(folder, 'portal', 'index.html'), html);
  const routes = Object.entries(preloadManifest).map(([path, each]) => ({
    path,
    head: `<link rel="modulepreload" href="/assets/${each.module}">`,
    calls: 'calls' in each ? each.calls : [],
  }));
  await writeFile(join(folder, 'portal', 'preload.json'), JSON.stringify({ always: commonRequests, routes }));
  api = await startApi();
  const { config } = api;
  app = await buildApp({ config, readiness: new Readiness({ database: true, data: true }), pagesFolder: folder });
  agency = await anAgency(api);
  stranger = await anAgency(api);
  order = await aDraft(agency);
});
afterAll(async () => {
  await app?.close();
  await api?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The HTML page of a URL for this person, and the preloaded responses embedded in it. */
async function pageFor(person: Agency['user'] | null, url: string) {
  const cookie = person?.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') ?? '';
  const { host } = new URL(api.config.publicUrl);
  const { payload } = await app.inject({ url, headers: { host, ...(cookie ? { cookie } : {}) } });
  const blocks = [...payload.matchAll(/<script type="application\/json" data-answer="([^"]*)">(.*?)<\/script>/gs)];
  const answers = Object.fromEntries(
    blocks.map(([, address = '', body = '']) => [address.replaceAll('&amp;', '&'), JSON.parse(body)]),
  );
  return { payload, answers };
}

const addressesOf = ({ answers }: Awaited<ReturnType<typeof pageFor>>) => Object.keys(answers).sort();

describe('the HTML page', () => {
  it('the HTML page of an order preloads the order, its form, the user and the rail with the responses of the API', async () => {
    const { slug, id: channelId } = agency.channel;
    const { answers, payload } = await pageFor(agency.user, `/c/${slug}/orders/${order.id}`);
    expect(answers[`/api/orders/${order.id}?populate=client%2Cuser%2Cproduct`]).toMatchObject({
      id: order.id,
      client: { id: agency.client.id },
    });
    expect(answers[`/api/orders/${order.id}/form`]).toMatchObject({ id: order.form });
    expect(answers['/api/auth/self']).toMatchObject({ user: { id: agency.user.user.id } });
    expect(answers[`/api/orders?channelId=${channelId}&status=DRAFT&limit=1`]).toMatchObject({
      pagination: { total: 1 },
    });
    expect(payload).toContain('/assets/portal/orders/OrderPage.tsx');
  });

  it('the HTML page of a list preloads its first page, but not if the URL asks for another one', async () => {
    const { slug, id: channelId } = agency.channel;
    const list = `/api/orders?channelId=${channelId}&sort=-updatedAt&page=1&limit=20&populate=client%2Cuser&sum=amount`;
    const { answers } = await pageFor(agency.user, `/c/${slug}/orders`);
    expect(answers[list]).toMatchObject({ results: [{ id: order.id }] });
    expect(addressesOf(await pageFor(agency.user, `/c/${slug}/orders?status=draft`))).not.toContain(list);
  });

  it('contains nothing of an order or a channel that the user may not read', async () => {
    const { slug } = agency.channel;
    const page = await pageFor(stranger.user, `/c/${slug}/orders/${order.id}`);
    expect(addressesOf(page).filter((address) => /orders|channelId/.test(address))).toEqual([]);
    expect(page.payload).not.toContain(order.refCode);
    expect(page.payload).not.toContain(agency.client.name);
  });

  it('says that nobody is signed in without a session, and nothing else', async () => {
    const page = await pageFor(null, `/c/${agency.channel.slug}/orders/${order.id}`);
    expect(page.answers).toEqual({ '/api/auth/self': { user: null, rules: [] } });
    expect(page.payload).not.toContain('modulepreload');
  });

  it('escapes markup in texts of users', async () => {
    const { moderator, client } = agency;
    const name = '</script><script>alert(1)</script><!--';
    const headers = { 'if-match': `"${client.revision}"` };
    const { status } = await moderator.call({
      method: 'PATCH',
      path: `/api/clients/${client.id}`,
      body: { name },
      headers,
    });
    expect(status).toBe(200);
    const { payload, answers } = await pageFor(agency.user, `/c/${agency.channel.slug}/orders/${order.id}`);
    expect(payload).not.toContain('alert(1)</script>');
    expect(answers[`/api/orders/${order.id}?populate=client%2Cuser%2Cproduct`]).toMatchObject({ client: { name } });
  });

  it('is compressed if the client accepts that', async () => {
    const { host } = new URL(api.config.publicUrl);
    const { headers } = await app.inject({ url: '/', headers: { host, 'accept-encoding': 'gzip, br' } });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-store', vary: 'Accept-Encoding' });
  });
});
