import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#schemas/generated/types.ts';
import { aClient, anEntity } from './factories.ts';
import { type Api, expecting, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const patch = (path: string, body: object) => api.admin.call({ method: 'PATCH', path, body });

describe('null in a PATCH', () => {
  it('takes away the value of a field that a record may be without', async () => {
    const client = await aClient(api, { externalId: 'X-17' });
    const path = `/api/clients/${client.id}`;
    const changed = await expecting<Client>(api.admin.call, 200, { method: 'PATCH', path, body: { externalId: null } });
    expect(changed).not.toHaveProperty('externalId');
    const { externalId: _taken, ...rest } = client;
    expect(await api.admin.read('Client', client.id)).toEqual({
      ...rest,
      revision: client.revision + 1,
      updatedAt: changed.updatedAt,
    });
    const { results } = await expecting<{ results: Client[] }>(api.admin.call, 200, {
      path: '/api/clients?externalId=X-17',
    });
    expect(results).toEqual([]);
  });

  it('leaves a field without a value as it is', async () => {
    const client = await aClient(api);
    expect((await patch(`/api/clients/${client.id}`, { externalId: null })).status).toBe(200);
    expect(await api.admin.read('Client', client.id)).not.toHaveProperty('externalId');
  });

  it.each([
    ['a required field', 'name'],
    ['an object that is required', 'businessAddress'],
  ])('is refused for %s', async (_what, field) => {
    const client = await aClient(api);
    expect(await patch(`/api/clients/${client.id}`, { [field]: null })).toMatchObject({
      status: 400,
      body: { details: { fields: [expect.objectContaining({ path: `/${field}` })] } },
    });
  });

  it('is kept as a value where null is one', async () => {
    const below = await anEntity(api, { parent: (await anEntity(api)).id });
    expect(await patch(`/api/entities/${below.id}`, { parent: null })).toMatchObject({
      status: 200,
      body: { parent: null },
    });
  });

  it('is refused when a record is made', async () => {
    const body = { name: 'New', externalId: null };
    expect(await api.admin.call({ method: 'POST', path: '/api/clients', body })).toMatchObject({ status: 400 });
  });
});
