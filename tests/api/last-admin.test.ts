import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SignedInUser } from '#tests/product/callers.ts';
import { aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const activeAdmins = '/api/users?roles=ADMIN&inactive=false';
const end = ({ call }: SignedInUser, { user }: SignedInUser, change: object) =>
  call({ method: 'PATCH', path: `/api/users/${user.id}`, body: change });

it.each([{ inactive: true }, { roles: [] }])('the last active ADMIN cannot be removed by %j', async (change) => {
  const developer = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
  expect((await end(api.admin, api.admin, change)).status).toBe(400);
  expect((await end(developer, api.admin, change)).status).toBe(403);
  expect(await api.admin.call({ path: activeAdmins })).toMatchObject({ body: { pagination: { total: 1 } } });
});

it('two ADMINs who remove each other at the same moment do not both succeed', async () => {
  const other = await api.signedInAs(await aUser(api, { roles: ['ADMIN'] }));
  await Promise.all([api.admin.read('User', 'me'), other.read('User', 'me')]);
  await Promise.all([end(api.admin, other, { inactive: true }), end(other, api.admin, { inactive: true })]);
  const answers = [await api.admin.call({ path: activeAdmins }), await other.call({ path: activeAdmins })];
  expect(answers).toContainEqual(expect.objectContaining({ status: 200 }));
});
