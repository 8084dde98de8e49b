import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditEntry } from '#schemas/generated/types.ts';
import { type Agency, aClient, aDraft, anAgency, aProduct, aUser } from './factories.ts';
import { type Api, expecting, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

const logOf = async (id: string) =>
  (await expecting<{ results: AuditEntry[] }>(api.admin.call, 200, { path: `/api/audit_log?resourceId=${id}` }))
    .results;

it('says who made, changed and removed a record, and what was what before', async () => {
  const client = await aClient(api, { below: agency.entity, industry: 'Food' });
  const path = `/api/clients/${client.id}`;
  await expecting(agency.user.call, 200, { method: 'PATCH', path, body: { industry: 'Retail' } });
  await expecting(api.admin.call, 200, { method: 'DELETE', path });
  const [removed, changed, made] = await logOf(client.id);
  expect(made).toMatchObject({ action: 'create', resourceType: 'Client', name: client.name, user: api.admin.user.id });
  expect(changed).toMatchObject({
    action: 'update',
    user: agency.user.user.id,
    changes: [{ field: 'industry', from: '"Food"', to: '"Retail"' }],
  });
  expect(removed).toMatchObject({ action: 'delete', user: api.admin.user.id });
});

it('tells what changed inside an object at its place there', async () => {
  const client = await aClient(api, { below: agency.entity });
  const path = `/api/clients/${client.id}`;
  const { city, ...rest } = client.businessAddress;
  await expecting(api.admin.call, 200, {
    method: 'PATCH',
    path,
    body: { businessAddress: { ...rest, city: 'Boone' } },
  });
  expect((await logOf(client.id))[0]?.changes).toEqual([
    { field: 'businessAddress.city', from: JSON.stringify(city), to: '"Boone"' },
  ]);
});

it('holds nothing of a change that was refused', async () => {
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

it('names a field that not everybody may see, but not its value', async () => {
  const product = await aProduct(api, { internalDescription: 'costs us nothing' });
  const [made] = await logOf(product.id);
  expect(made?.changes).toContainEqual({ field: 'internalDescription' });
  expect(JSON.stringify(made)).not.toContain('costs us nothing');
});

it('remembers a removed order, of which nothing else is left', async () => {
  const { id } = await aDraft(agency);
  await expecting(agency.moderator.call, 200, { method: 'DELETE', path: `/api/orders/${id}` });
  expect(await logOf(id)).toMatchObject([{ action: 'delete', resourceType: 'Order', user: agency.moderator.user.id }]);
});

it('is read by ADMIN and DEVELOPER, and written by nobody', async () => {
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
