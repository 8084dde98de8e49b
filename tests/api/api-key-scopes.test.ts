import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { sweepSample } from '#tests/runner/sweep.ts';
import { createAgencyFixture } from './agency-fixture.ts';
import { type Agency, aDraft, anAgency, clientFields } from './factories.ts';
import { createApiKey, signingCaller } from './message-signatures.ts';
import { type ApiOperation, readOperations } from './operations.ts';
import { type Api, startApi } from './server.ts';
import { type Uploads, uploadsTo } from './uploads.ts';

let api: Api;
let agency: Agency;
let uploads: Uploads;
beforeAll(async () => {
  api = await startApi();
  uploads = await uploadsTo(api);
  agency = await anAgency(api);
});
afterAll(() => api.close());

const renaming = () =>
  ({ method: 'PATCH', path: `/api/clients/${agency.client.id}`, body: { industry: 'Retail' } }) as const;

describe('an API key', () => {
  const keyWith = async (owner: Pick<User, 'id'>, limits: object) =>
    signingCaller(api, await createApiKey(api, owner, limits));

  it('limited to reading cannot change a record', async () => {
    const machine = await keyWith(agency.user.user, { onlyReads: true });
    expect(await machine({ path: renaming().path })).toMatchObject({ status: 200 });
    expect(await machine(renaming())).toMatchObject({ status: 403, body: { code: 'MISSING_ABILITY' } });
    expect(await machine({ method: 'POST', path: '/api/clients', body: clientFields() })).toMatchObject({
      status: 403,
    });
    expect(await machine({ path: '/api/auth/ability' })).not.toMatchObject({ body: [{ action: 'update' }] });
  });

  // Makes several hundred requests.
  it('limited to reading cannot change anything with any call, even for an administrator', {
    timeout: 60_000,
  }, async () => {
    const whole = await createAgencyFixture({ api, uploads, mark: 'Zanzibar' });
    const endpoints = await readOperations(api);
    const machine = await keyWith(api.admin.user, { onlyReads: true });
    // A key has no session to end, everybody may have a link sent to a known address, and the others store nothing.
    const harmless = ['/api/auth/logout', '/api/auth/magic', '/api/auth/passkey/options', '/api/forms/{id}/check'];
    const before = await whole.snapshot(endpoints);
    const done: string[] = [];
    const changes = endpoints.filter((each) => each.method !== 'GET' && !harmless.includes(each.path));
    for (const { method, path, examples } of sweepSample(changes, 4)) {
      for (const body of method === 'DELETE' ? [undefined] : [{}, ...examples]) {
        const { status } = await machine({ method, path: whole.pathTo(path), ...(body ? { body } : {}) });
        if (status < 400 || status >= 500) done.push(`${method} ${path}`);
      }
    }
    expect([...new Set(done)]).toEqual([]);
    expect(await whole.snapshot(endpoints)).toEqual(before);
  });

  it('limited to some resources cannot access others, whoever its user is', async () => {
    for (const owner of [agency.user.user, api.admin.user]) {
      const machine = await keyWith(owner, { resources: ['Client'] });
      expect(await machine(renaming())).toMatchObject({ status: 200 });
      for (const path of ['/api/orders', '/api/users/me', `/api/channels/${agency.channel.id}`, '/api/entities/tree'])
        expect(await machine({ path }), path).toMatchObject({ status: 403, body: { code: 'MISSING_ABILITY' } });
    }
  });

  // Makes several hundred requests.
  it('limited to one resource can read and change nothing else with any call, even for an administrator', {
    timeout: 90_000,
  }, async () => {
    const whole = await createAgencyFixture({ api, uploads, mark: 'Lisbon' });
    const machine = await keyWith(api.admin.user, { resources: ['Guild'] });
    // The resource's own calls, the public ones, what a key itself may do, and options: none of records that it cannot read.
    const isOwn = ({ path }: ApiOperation) => /^\/api\/guilds($|\.csv$|\.xlsx$|\/list$|\/\{id\}$)/.test(path);
    const isOpen = ({ path }: ApiOperation) =>
      /^\/api\/(openapi\.json|healthz|readyz|data\/config|auth\/|shared$|options\/)/.test(path);
    const done: string[] = [];
    const others = (await readOperations(api)).filter((each) => !isOwn(each) && !isOpen(each));
    for (const { method, path, examples } of sweepSample(others, 4)) {
      for (const body of method === 'GET' || method === 'DELETE' ? [undefined] : [{}, ...examples]) {
        const { status } = await machine({ method, path: whole.pathTo(path), ...(body ? { body } : {}) });
        if (status < 400 || status >= 500) done.push(`${method} ${path}`);
      }
    }
    expect([...new Set(done)]).toEqual([]);
  });

  it('limited to some resources can do with them all that its user may', async () => {
    const machine = await keyWith(agency.user.user, { resources: ['Order'] });
    const path = `/api/orders/${(await aDraft(agency)).id}`;
    const body = { formData: { headline: 'Fresh bread' } };
    expect(await machine({ method: 'PATCH', path, body })).toMatchObject({ status: 200 });
  });

  it('with limits cannot start a bulk job, which would run with all rights of its user', async () => {
    const { user } = agency;
    const body = { resource: 'orders', action: 'submit', ids: [(await aDraft(agency)).id] };
    const request = { method: 'POST', path: '/api/bulk_jobs', body } as const;
    const limited = await keyWith(user.user, { resources: ['Order'] });
    expect(await limited(request)).toMatchObject({ status: 400, body: { code: 'REQUEST_DENIED' } });
    const { id } = await callExpecting<{ id: string }>(await keyWith(user.user, {}), 201, request);
    await expect.poll(async () => (await user.read('BulkJob', id)).status, { timeout: 10_000 }).toBe('ready');
    const start = { method: 'PATCH', path: `/api/bulk_jobs/${id}`, body: { status: 'running' } } as const;
    expect(await limited(start)).toMatchObject({ status: 403, body: { code: 'MISSING_ABILITY' } });
  });

  it('limited to some resources gets no others in references or populated fields', async () => {
    const machine = await keyWith(api.admin.user, { resources: ['Order'], onlyReads: true });
    const order = await aDraft(agency);
    const answer = await machine({ path: `/api/orders/${order.id}?populate=client` });
    expect(answer).toMatchObject({ status: 200 });
    expect(JSON.stringify(answer.body)).not.toContain(agency.client.businessOwner);
  });

  it.each([
    [{ type: 'BASIC', challenge: 'correct horse battery', onlyReads: true }, '/onlyReads'],
    [{ type: 'API_HMAC', challenge: 'correct horse battery' }, '/challenge'],
    [{ type: 'API_HMAC', resources: ['AuditEntry'] }, '/resources/0'],
    [{ type: 'GOOGLE' }, '/type'],
  ])('is rejected with invalid limits: %j', async (body, path) => {
    const call = { method: 'POST', path: '/api/users/me/auth_providers', body: { key: 'Odd', ...body } } as const;
    expect(await agency.user.call(call)).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_SCHEMA_INVALID', details: { fields: [{ path }] } },
    });
  });
});
