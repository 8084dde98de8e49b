import { createServer, type OutgoingHttpHeaders, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import { auditJob } from '#api/features/prospect-audits/audit-job.ts';
import { parsePageInThread } from '#api/features/prospect-audits/page/page-threads.ts';
import { builtInAuditor } from '#api/features/prospect-audits/provider.ts';
import type { AuditReport, Client, Order, ProspectAudit } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, anAgency, aProduct, aUser, clientFields } from './factories.ts';
import { type Api, startApi } from './server.ts';

/** A web page with a good rating. */
const goodPage = `<!doctype html><html lang="en"><head><title>Corner Bakery: bread and cake in Springfield</title>
  <meta name="description" content="Fresh bread, rolls and wedding cakes from our own oven, every morning from six.">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <script type="application/ld+json">{"@type":"Bakery","telephone":"555-123-4567","address":"12 Main Street","openingHours":"Mo-Sa"}</script>
  </head><body><h1>Corner Bakery</h1><h2>Where we are</h2><p>12 Main Street, Springfield 49007</p>
  <a href="tel:+15551234567">(555) 123-4567</a> <a href="/about">About</a> <a href="/gone">Offers</a></body></html>`;

const html = { 'content-type': 'text/html; charset=utf-8' };
const endless =
  (chunk: Buffer | string, headers: OutgoingHttpHeaders = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { ...html, ...headers });
    response.on('error', () => undefined);
    const more = () => {
      if (!response.destroyed) response.write(chunk, () => setImmediate(more));
    };
    more();
  };

/** Web sites by path, most of them with problems. */
const sites: Record<string, RequestListener> = {
  '/': (_request, response) => response.writeHead(200, html).end(goodPage),
  '/about': (_request, response) => response.writeHead(200, html).end('<title>About</title>'),
  '/robots.txt': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nAllow: /\nSitemap: /sitemap.xml'),
  '/closed': (_request, response) => response.writeHead(403, html).end(),
  '/broken': (_request, response) => response.writeHead(500, html).end(),
  '/picture': (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('x'),
  '/round': (_request, response) => response.writeHead(302, { location: '/round' }).end(),
  '/inside': (_request, response) => response.writeHead(302, { location: 'http://127.0.0.2:1/' }).end(),
  '/cut': (request) => request.socket.destroy(),
  '/endless': endless('more and more '.repeat(4_000)),
  '/huge': endless('one of 5 GB '.repeat(4_000), { 'content-length': 5_000_000_000 }),
  '/bomb': (_request, response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * 1_048_576, ' '))),
};
const server = createServer((request, response) => {
  const listener = sites[request.url ?? ''];
  if (listener) listener(request, response);
  else response.writeHead(404, html).end();
});

let api: Api;
let agency: Agency;
let other: Agency;
let site: string;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const at = server.address();
  site = `http://127.0.0.1:${at !== null && typeof at === 'object' ? at.port : 0}`;
  api = await startApi({ AUDIT_ALLOW: '127.0.0.1' });
  [agency, other] = [await anAgency(api), await anAgency(api)];
  // Start the first worker thread, which takes time.
  await parsePageInThread('');
}, 120_000);
afterAll(async () => {
  await api.close();
  server.close();
  server.closeAllConnections();
});

const inTime = { timeout: 15_000, interval: 50 };
const fields = { businessName: 'Corner Bakery', businessCity: 'Springfield', businessZip: '49007' };

async function startAudit(person: SignedInUser, more: object = {}): Promise<ProspectAudit> {
  return await person.create('ProspectAudit', { ...fields, ...more });
}

/** Waits until an audit has ended, and returns it. */
async function wait(person: SignedInUser, { id }: Pick<ProspectAudit, 'id'>): Promise<ProspectAudit> {
  const read = () => person.read('ProspectAudit', id);
  await expect.poll(async () => (await read()).status, inTime).not.toBe('processing');
  return await read();
}

const runAudit = async (person: SignedInUser, more: object = {}) => wait(person, await startAudit(person, more));

const reportOf = (person: SignedInUser, { id, reportId }: ProspectAudit) =>
  callExpecting<AuditReport>(person.call, 200, { path: `/api/prospect_audit/${id}/reports/${reportId}` });

describe('a prospect audit', () => {
  it('is returned at once, and then evaluated section by section in words for the business owner', async () => {
    const audit = await startAudit(agency.user, {
      ...{
        businessUrl: `${site}/`,
        businessPhone: '(555) 123-4567',
        businessBuildingNo: '12',
        businessStreet: 'Main Street',
      },
    });
    expect(audit).toMatchObject({ status: 'processing', userId: agency.user.user.id, outcome: null });
    const ended = await wait(agency.user, audit);
    expect(ended).toMatchObject({ status: 'success', outcome: 'complete', business: '127.0.0.1' });
    expect(ended.url).toBe(`${api.config.publicUrl}/prospect_audit/${ended.id}`);
    const report = await reportOf(agency.user, ended);
    const scores = Object.fromEntries(report.sections.map(({ key, score }) => [key, score]));
    expect(scores).toMatchObject({
      ...{ reachable: 100, https: 0, redirects: 100, search: 100, mobile: 100, headings: 100, structure: 100 },
      ...{ contact: 100, robots: 100, links: 50 },
    });
    expect(report.score).toBe(ended.score);
    expect(report.sections.every(({ means, findings }) => means !== '' && findings.length > 0)).toBe(true);
    expect(JSON.stringify(report)).toContain(`Broken link: ${site}/gone`);
  });

  it.each([
    ['', 'success', 'noSite', 'No website'],
    ['not an address', 'error', 'unreachable', 'not a website URL'],
    ['/cut', 'error', 'unreachable', 'closed the connection'],
    ['/broken', 'error', 'unreachable', '500'],
    ['/round', 'error', 'unreachable', 'more than 10 times'],
    ['/closed', 'error', 'blocked', '403'],
    ['/inside', 'error', 'blocked', 'not on the public internet'],
    ['http://2130706434/', 'error', 'blocked', 'not on the public internet'],
    ['http://0x7f.2/', 'error', 'blocked', 'not on the public internet'],
    ['http://[::ffff:127.0.0.2]/', 'error', 'blocked', 'not on the public internet'],
    ['http://169.254.169.254/latest', 'error', 'blocked', 'not on the public internet'],
    ['/picture', 'success', 'partial', 'image/png'],
    ['/endless', 'success', 'partial', 'too large or too slow'],
    ['/huge', 'success', 'partial', 'too large or too slow'],
    ['/bomb', 'success', 'partial', 'too large or too slow'],
  ])('a prospect audit of %j ends with status %s, outcome %s', async (address, status, outcome, reason) => {
    const businessUrl = address.startsWith('/') ? `${site}${address}` : address;
    const ended = await runAudit(agency.user, businessUrl ? { businessUrl } : {});
    expect(ended).toMatchObject({ status, outcome, reason: expect.stringContaining(reason), errorCode: null });
    expect(await reportOf(agency.user, ended)).toMatchObject({ outcome, sections: expect.anything() });
  });

  it("starts as processing, for the user unless an ADMIN names another, and is placed in that user's entity tree", async () => {
    const body = { ...fields, status: 'success' };
    const post = { method: 'POST', path: '/api/prospect_audit' } as const;
    expect(await agency.user.call({ ...post, body })).toMatchObject({ status: 400 });
    for (const [person, userId, status] of [
      [agency.moderator, agency.user.user.id, 403],
      [agency.user, agency.moderator.user.id, 403],
      [agency.user, other.user.user.id, 422],
    ] as const)
      expect(await person.call({ ...post, body: { ...fields, userId } })).toMatchObject({ status });
    // Also for a user who never signed in and is in no cache yet.
    const newcomer = await aUser(api, { memberOf: [agency.entity] });
    expect(await startAudit(api.admin, { userId: newcomer.id })).toMatchObject({ treeScope: [agency.entity.id] });
    const { id, treeScope } = await startAudit(api.admin, { userId: agency.user.user.id });
    expect(treeScope).toEqual(agency.entity.treeScope);
    expect((await agency.user.read('ProspectAudit', id)).id).toBe(id);
  });

  it('can be read, with its reports, by its user and by the agency’s admins, and by no other agency', async () => {
    const ended = await runAudit(agency.user);
    const paths = [
      `/api/prospect_audit/${ended.id}`,
      `/api/prospect_audit/${ended.id}/reports`,
      `/api/prospect_audit/${ended.id}/reports/${ended.reportId}`,
      `/api/prospect_audit/${ended.id}/suggestions`,
    ];
    for (const path of paths) {
      for (const person of [agency.user, agency.moderator, api.admin])
        expect(await person.call({ path })).toMatchObject({ status: 200 });
      for (const stranger of [other.user, other.moderator])
        expect(await stranger.call({ path })).toMatchObject({ status: 404 });
    }
    const listed = await other.moderator.call({ path: '/api/prospect_audit?limit=200' });
    expect(JSON.stringify(listed.body)).not.toContain(ended.id);
    for (const call of ['retry', 'order']) {
      const body = call === 'order' ? { channelId: other.channel.id, clientId: other.client.id } : {};
      const request = { method: 'POST', path: `/api/prospect_audit/${ended.id}/${call}`, body } as const;
      expect(await other.user.call(request)).toMatchObject({ status: 404 });
    }
  });

  it('can be retried, keeps its reports, and is listed with the other audits of the same business', async () => {
    const first = await runAudit(agency.user, { businessUrl: `${site}/closed` });
    sites['/closed'] = (_request, response) => response.writeHead(200, html).end(goodPage);
    const again = { method: 'POST', path: `/api/prospect_audit/${first.id}/retry`, body: {} } as const;
    const retried = await callExpecting<ProspectAudit>(agency.user.call, 200, again);
    expect(retried).toMatchObject({ status: 'processing', outcome: null });
    expect(await wait(agency.user, first)).toMatchObject({ status: 'success', outcome: 'complete' });
    const reports = await agency.user.call({ path: `/api/prospect_audit/${first.id}/reports` });
    expect(reports.body).toMatchObject({ results: [{ outcome: 'complete' }, { outcome: 'blocked' }] });
    const same = await agency.user.call({ path: '/api/prospect_audit?business=127.0.0.1&limit=200' });
    expect(Object(same.body).results.length).toBeGreaterThan(1);
  });

  it('ends with INTEGRATION_ERROR if the provider fails, and can be retried', async () => {
    const audit = await storeOf('ProspectAudit').insert({ ...fields, userId: agency.user.user.id });
    const provider = { name: 'Elsewhere', steps: 1, audit: () => Promise.reject(new Error('secret: 502')) };
    const job = await storeOf('Job').insert({
      kind: 'prospectAudit',
      subject: `ProspectAudit/${audit.id}`,
      status: 'done',
    });
    await auditJob({ config: api.config, provider }).work(job, async () => undefined);
    const failed = await agency.user.read('ProspectAudit', audit.id);
    expect(failed).toMatchObject({ status: 'error', outcome: 'failed', errorCode: 'INTEGRATION_ERROR' });
    expect(JSON.stringify(failed)).not.toContain('secret');
    const again = { method: 'POST', path: `/api/prospect_audit/${audit.id}/retry`, body: {} } as const;
    await callExpecting(agency.user.call, 200, again);
    expect(await wait(agency.user, audit)).toMatchObject({ status: 'success', outcome: 'noSite', errorCode: null });
  });

  it('reports that it was canceled', async () => {
    const audit = await storeOf('ProspectAudit').insert({ ...fields, userId: agency.user.user.id });
    const job = await storeOf('Job').insert({
      kind: 'prospectAudit',
      subject: `ProspectAudit/${audit.id}`,
      status: 'failed',
    });
    const provider = builtInAuditor(api.config);
    await auditJob({ config: api.config, provider }).onStatusChange?.({ ...job, status: 'canceled' });
    const cancelation = { status: 'error', outcome: 'failed', reason: 'The audit was canceled.' };
    expect(await agency.user.read('ProspectAudit', audit.id)).toMatchObject(cancelation);
  });
});

describe('creating the client and the order of an audit', () => {
  it('happens in one request, with values that scripts of an administrator suggest', async () => {
    const [slow, fast] = [await aProduct(api), await aProduct(api)];
    const suggest = (name: string, product: string, condition: string) =>
      api.admin.create('ProductSuggestion', { name, product, condition });
    await suggest('No safe connection', slow.id, '$scores.https < 50');
    await suggest('Better contact', slow.id, '$business.city matches "spring" and $outcome == "complete"');
    await suggest('Already good', fast.id, '$scores.https > 90');
    const audit = await runAudit(agency.user, { businessUrl: site });
    const path = `/api/prospect_audit/${audit.id}`;
    const suggested = await agency.user.call({ path: `${path}/suggestions` });
    expect(suggested.body).toMatchObject([
      { product: { id: slow.id }, reasons: ['Better contact', 'No safe connection'] },
    ]);
    const body = {
      channelId: agency.channel.id,
      client: { ...clientFields(), name: 'Corner Bakery' },
      products: [slow.id],
    };
    const headers = { 'idempotency-key': 'one-press' };
    const press = () => agency.user.call({ method: 'POST', path: `${path}/order`, body, headers });
    const [first, again] = [await press(), await press()];
    expect([first.status, again.status]).toEqual([201, 201]);
    const order: Order = Object(first.body);
    expect(order).toMatchObject({ status: 'DRAFT', channelId: agency.channel.id, products: [{ product: slow.id }] });
    expect(Object(again.body).id).toBe(order.id);
    const noted = await agency.user.read('ProspectAudit', audit.id);
    expect(noted).toMatchObject({ madeOrder: order.id, madeClient: order.client, expires: null });
    expect(await storeOf('AuditReport').findOne({ audit: audit.id })).toMatchObject({ expires: null });
    const client: Client = await agency.user.read('Client', String(order.client));
    expect(client).toMatchObject({ name: 'Corner Bakery', treeScope: expect.arrayContaining([agency.entity.id]) });
  });

  it('is deleted with its report after two years, unless a client was made from it', async () => {
    const { id, createdAt, expires } = await runAudit(agency.user);
    const years = Date.parse(expires ?? '') - Date.parse(createdAt);
    expect(Math.round(years / 86_400_000)).toBe(730);
    expect(await storeOf('AuditReport').findOne({ audit: id })).toMatchObject({ expires });
  });

  it('creates both or neither, and requires the right to order', async () => {
    const { id } = await runAudit(agency.user);
    const path = `/api/prospect_audit/${id}/order`;
    const post = (body: object) => agency.user.call({ method: 'POST', path, body });
    const client = { ...clientFields(), name: 'Nobody’s client' };
    const channelId = agency.channel.id;
    expect(await post({ channelId })).toMatchObject({ status: 400 });
    expect(await post({ channelId, client, clientId: agency.client.id })).toMatchObject({ status: 400 });
    expect(await post({ channelId: other.channel.id, client })).toMatchObject({ status: 404 });
    expect(await post({ channelId, clientId: other.client.id })).toMatchObject({ status: 404 });
    expect(await post({ channelId, client: { name: 'Half' } })).toMatchObject({ status: 400 });
    const hidden = await aProduct(api, { availability: 'HIDDEN' });
    expect(await post({ channelId, client, products: [hidden.id] })).toMatchObject({ status: 422 });
    expect(await storeOf('Client').count({ name: client.name })).toBe(0);
    expect(await storeOf('Entity').count({ name: client.name })).toBe(0);
  });

  it('rejects invalid suggestion scripts with each error when they are saved', async () => {
    const product = (await aProduct(api)).id;
    const body = { name: 'Wrong', product, condition: '$scores.sped < 50 and' };
    const rejected = await api.admin.call({ method: 'POST', path: '/api/product_suggestions', body });
    expect(rejected).toMatchObject({ status: 422, body: { details: { errors: [{ path: '/condition' }] } } });
  });
});
