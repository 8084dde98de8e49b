import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { type Agency, aClient, anAgency, clientFields } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let other: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
  other = await anAgency(api);
});
afterAll(() => api.close());

const rejected = {
  status: 400,
  body: {
    code: 'REQUEST_SCHEMA_INVALID',
    details: { fields: [{ path: '/externalId', message: 'Only ADMIN can set this' }] },
  },
};
const urlOf = ({ id }: Client) => `/api/clients/${id}`;

describe('the external id of a client', () => {
  it('can only be set by an ADMIN, on creation and later', async () => {
    const client = await aClient(api, { below: agency.entity, externalId: 'N-17' });
    for (const { call } of [agency.user, agency.moderator]) {
      const body = { ...clientFields(), externalId: 'N-18' };
      expect(await call({ method: 'POST', path: '/api/clients', body })).toMatchObject(rejected);
      expect(await call({ method: 'POST', path: `/api/entities/${agency.entity.id}/clients`, body })).toMatchObject(
        rejected,
      );
      for (const externalId of ['N-18', null])
        expect(await call({ method: 'PATCH', path: urlOf(client), body: { externalId } })).toMatchObject(rejected);
    }
    expect(await agency.user.read('Client', client.id)).toMatchObject({ externalId: 'N-17', revision: 1 });
  });

  it('may be sent unchanged by others', async () => {
    const client = await aClient(api, { below: agency.entity, externalId: 'N-19' });
    const body = { externalId: 'N-19', industry: 'Retail' };
    expect(await agency.user.call({ method: 'PATCH', path: urlOf(client), body })).toMatchObject({ status: 200, body });
    const read = await agency.user.read('Client', client.id);
    const put = await agency.user.call({ method: 'PUT', path: urlOf(client), body: { ...read, industry: 'Legal' } });
    expect(put).toMatchObject({ status: 200, body: { industry: 'Legal', externalId: 'N-19' } });
    const without = await aClient(api, { below: agency.entity });
    const emptied = await agency.user.call({ method: 'PATCH', path: urlOf(without), body: { externalId: null } });
    expect(emptied.status).toBe(200);
  });

  it('is unique, and many clients may have none', async () => {
    await aClient(api, { below: agency.entity, externalId: 'N-20' });
    const [second] = [await aClient(api, { below: other.entity }), await aClient(api), await aClient(api)];
    const clash = { status: 409, body: { code: 'RESOURCE_CONFLICT', details: { fields: [{ path: '/externalId' }] } } };
    const { call } = api.admin;
    expect(await call({ method: 'PATCH', path: urlOf(second), body: { externalId: 'N-20' } })).toMatchObject(clash);
    const body = { ...clientFields(), externalId: 'N-20' };
    expect(await call({ method: 'POST', path: '/api/clients', body })).toMatchObject(clash);
    expect((await call({ method: 'PATCH', path: urlOf(second), body: { externalId: '' } })).status).toBe(200);
  });

  it('can be used again after it is removed', async () => {
    const client = await aClient(api, { below: agency.entity, externalId: 'N-21' });
    await callExpecting(api.admin.call, 200, { method: 'PATCH', path: urlOf(client), body: { externalId: null } });
    expect(await aClient(api, { below: other.entity, externalId: 'N-21' })).toMatchObject({ externalId: 'N-21' });
  });
});
