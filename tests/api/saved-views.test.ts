import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SavedView } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, anAgency, anEntity, aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

const view = (name: string, extra: object = {}) => ({
  name,
  resource: 'orders',
  config: { sort: '-updatedAt' },
  ...extra,
});
const namesFor = async ({ call }: SignedInUser) =>
  (await callExpecting<{ results: SavedView[] }>(call, 200, { path: '/api/saved_views?resource=orders' })).results.map(
    ({ name }) => name,
  );

it('every signed-in user has saved views of their own, which nobody else sees', async () => {
  const nobody = await api.signedInAs(await aUser(api));
  const savedView = await nobody.create('SavedView', view('Mine'));
  expect(savedView).toMatchObject({ user: nobody.user.id, entityId: null, config: { sort: '-updatedAt' } });
  expect(await namesFor(nobody)).toEqual(['Mine']);
  expect(await namesFor(agency.user)).not.toContain('Mine');
  expect((await agency.user.call({ path: `/api/saved_views/${savedView.id}` })).status).toBe(404);
});

it('an agency admin shares a saved view with the whole tree, above and below, and with no other', async () => {
  const branch = await anEntity(api, { parent: agency.entity.id });
  const below = await api.signedInAs(await aUser(api, { memberOf: [branch] }));
  const shared = await agency.moderator.create('SavedView', view('Of us all', { entityId: agency.entity.id }));
  expect(await namesFor(below)).toContain('Of us all');
  expect(await namesFor(agency.user)).toContain('Of us all');
  const change = { method: 'PATCH', path: `/api/saved_views/${shared.id}`, body: { name: 'Hijacked' } } as const;
  expect(await below.call(change)).toMatchObject({ status: 403, body: { code: 'MISSING_PERMISSION' } });
  const elsewhere = await anAgency(api);
  expect(await namesFor(elsewhere.user)).not.toContain('Of us all');
});

it('an ADMIN gets own and shared views with availableTo=me, and without it also the private ones of others', async () => {
  const createdBy = (person: SignedInUser, name: string, entityId: string | null) =>
    person.create('SavedView', view(name, { entityId, resource: 'clients' }));
  await createdBy(agency.user, 'Private', null);
  await createdBy(agency.moderator, 'Shared', agency.entity.id);
  await createdBy(api.admin, 'Own', null);
  const names = async (query: string) => {
    const path = `/api/saved_views?resource=clients${query}`;
    const { results } = await callExpecting<{ results: SavedView[] }>(api.admin.call, 200, { path });
    return results.map(({ name }) => name);
  };
  expect(await names('')).toEqual(['Own', 'Private', 'Shared']);
  expect(await names('&availableTo=me')).toEqual(['Own', 'Shared']);
  const filter = encodeURIComponent('{"resource":["clients"],"availableTo":"me"}');
  expect((await api.admin.call({ path: `/api/saved_views?filter=${filter}` })).body).toHaveLength(2);
  expect((await api.admin.call({ path: '/api/saved_views?availableTo=all' })).status).toBe(400);
});

it('users who are not agency admins cannot share a saved view', async () => {
  const body = view('Entity', { entityId: agency.entity.id });
  const answer = await agency.user.call({ method: 'POST', path: '/api/saved_views', body });
  expect(answer).toMatchObject({ status: 403, body: { details: { resourceType: 'SavedView' } } });
});

it('PUT creates or replaces a saved view by its list and name', async () => {
  const put = (config: object) =>
    callExpecting<SavedView>(agency.user.call, 200, {
      method: 'PUT',
      path: '/api/saved_views',
      body: { ...view('Kept'), config },
    });
  const first = await put({ sort: 'refCode' });
  const second = await put({ sort: '-refCode' });
  expect(second).toMatchObject({ id: first.id, revision: 2, config: { sort: '-refCode' } });
  const body = view('Kept');
  expect((await agency.user.call({ method: 'POST', path: '/api/saved_views', body })).status).toBe(409);
});
