import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditEntry } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { type Agency, aClient, aDraft, anAgency, aProduct, aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

const logOf = async (id: string) =>
  (await callExpecting<{ results: AuditEntry[] }>(api.admin.call, 200, { path: `/api/audit_log?resourceId=${id}` }))
    .results;

it('records who created, changed and deleted a record, with the values before and after', async () => {
  const client = await aClient(api, { below: agency.entity, industry: 'Food' });
  const path = `/api/clients/${client.id}`;
  await callExpecting(agency.user.call, 200, { method: 'PATCH', path, body: { industry: 'Retail' } });
  await callExpecting(api.admin.call, 200, { method: 'DELETE', path });
  const [removed, changed, entry] = await logOf(client.id);
  expect(entry).toMatchObject({ action: 'create', resourceType: 'Client', name: client.name, user: api.admin.user.id });
  expect(changed).toMatchObject({
    action: 'update',
    user: agency.user.user.id,
    changes: [{ field: 'industry', from: '"Food"', to: '"Retail"' }],
  });
  expect(removed).toMatchObject({ action: 'delete', user: api.admin.user.id });
});

it('records a change inside an object with the path of the property', async () => {
  const client = await aClient(api, { below: agency.entity });
  const path = `/api/clients/${client.id}`;
  const { city, ...rest } = client.businessAddress;
  await callExpecting(api.admin.call, 200, {
    method: 'PATCH',
    path,
    body: { businessAddress: { ...rest, city: 'Boone' } },
  });
  expect((await logOf(client.id))[0]?.changes).toEqual([
    { field: 'businessAddress.city', from: JSON.stringify(city), to: '"Boone"' },
  ]);
});

it('records nothing about a rejected change', async () => {
  const client = await aClient(api);
  await api.admin.call({ method: 'PATCH', path: `/api/clients/${client.id}`, body: { industry: '' } });
  await api.admin.call({
    method: 'PATCH',
    path: `/api/clients/${client.id}`,
    body: { industry: 'Retail' },
    headers: { 'if-match': '"9"' },
  });
  expect(await logOf(client.id)).toHaveLength(1);
});

it('records the name of a field with restricted access, but not its value', async () => {
  const product = await aProduct(api, { internalDescription: 'costs us nothing' });
  const [entry] = await logOf(product.id);
  expect(entry?.changes).toContainEqual({ field: 'internalDescription' });
  expect(JSON.stringify(entry)).not.toContain('costs us nothing');
});

it('keeps the entries of a deleted order', async () => {
  const { id } = await aDraft(agency);
  await callExpecting(agency.moderator.call, 200, { method: 'DELETE', path: `/api/orders/${id}` });
  expect(await logOf(id)).toMatchObject([{ action: 'delete', resourceType: 'Order', user: agency.moderator.user.id }]);
});

it('can be read by ADMIN and DEVELOPER and written by nobody', async () => {
  const developer = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
  expect((await developer.call({ path: '/api/audit_log' })).status).toBe(200);
  expect(await agency.moderator.call({ path: '/api/audit_log' })).toMatchObject({
    status: 403,
    body: { code: 'MISSING_ABILITY' },
  });
  for (const method of ['POST', 'PATCH', 'DELETE'] as const) {
    expect((await api.admin.call({ method, path: '/api/audit_log', body: {} })).status).toBe(404);
  }
});
