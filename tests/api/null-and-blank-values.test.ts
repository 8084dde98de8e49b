import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { aClient, anEntity, clientFields } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const patch = (path: string, body: object) => api.admin.call({ method: 'PATCH', path, body });

describe('null in a PATCH', () => {
  it('removes the value of an optional field', async () => {
    const client = await aClient(api, { externalId: 'X-17' });
    const path = `/api/clients/${client.id}`;
    const changed = await callExpecting<Client>(api.admin.call, 200, {
      method: 'PATCH',
      path,
      body: { externalId: null },
    });
    expect(changed).not.toHaveProperty('externalId');
    const { externalId: _taken, ...rest } = client;
    expect(await api.admin.read('Client', client.id)).toEqual({
      ...rest,
      revision: client.revision + 1,
      updatedAt: changed.updatedAt,
    });
    const { results } = await callExpecting<{ results: Client[] }>(api.admin.call, 200, {
      path: '/api/clients?externalId=X-17',
    });
    expect(results).toEqual([]);
  });

  it('leaves a field without a value unchanged', async () => {
    const client = await aClient(api);
    expect((await patch(`/api/clients/${client.id}`, { externalId: null })).status).toBe(200);
    expect(await api.admin.read('Client', client.id)).not.toHaveProperty('externalId');
  });

  it.each([
    ['a required field', 'name'],
    ['a required object', 'businessAddress'],
  ])('is rejected for %s', async (_what, field) => {
    const client = await aClient(api);
    expect(await patch(`/api/clients/${client.id}`, { [field]: null })).toMatchObject({
      status: 400,
      body: { details: { fields: [expect.objectContaining({ path: `/${field}` })] } },
    });
  });

  it('is stored as a value if the schema allows null', async () => {
    const below = await anEntity(api, { parent: (await anEntity(api)).id });
    expect(await patch(`/api/entities/${below.id}`, { parent: null })).toMatchObject({
      status: 200,
      body: { parent: null },
    });
  });

  it('is rejected in a POST', async () => {
    const body = { name: 'New', externalId: null };
    expect(await api.admin.call({ method: 'POST', path: '/api/clients', body })).toMatchObject({ status: 400 });
  });
});

describe('a blank text', () => {
  it.each([
    ['a text with a minimum length', 'externalId', 'X-18'],
    ['a text with a format', 'email', 'ada@tires.example'],
  ])('removes the value of an optional field: %s', async (_what, field, value) => {
    for (const blank of ['', '  ']) {
      const client = await aClient(api, { [field]: value });
      const changed = await patch(`/api/clients/${client.id}`, { [field]: blank });
      expect(changed).toMatchObject({ status: 200 });
      expect(changed.body).not.toHaveProperty(field);
      expect(await api.admin.read('Client', client.id)).not.toHaveProperty(field);
    }
  });

  it('counts as no value of an optional field in POST, PUT and bulk requests', async () => {
    for (const _ of [1, 2]) {
      const body = { ...clientFields(), externalId: '', email: '' };
      const client = await callExpecting<Client>(api.admin.call, 201, { method: 'POST', path: '/api/clients', body });
      expect(client).not.toHaveProperty('externalId');
      expect(client).not.toHaveProperty('email');
    }
    const client = await aClient(api, { externalId: 'X-19' });
    const body = { ...(await api.admin.read('Client', client.id)), externalId: '' };
    const put = await api.admin.call({ method: 'PUT', path: `/api/clients/${client.id}`, body });
    expect(put).toMatchObject({ status: 200 });
    expect(put.body).not.toHaveProperty('externalId');
  });

  it('counts as missing in a required field', async () => {
    const client = await aClient(api);
    const missing = { path: '/businessOwner', value: '', message: 'Missing required field: Business owner' };
    expect(await patch(`/api/clients/${client.id}`, { businessOwner: '' })).toMatchObject({
      status: 400,
      body: { details: { fields: [missing] } },
    });
  });
});
