import { afterAll, beforeAll, expect, it } from 'vitest';
import type { User } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, anAgency, anEntity, aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let inside: Agency;
let outside: Agency;

beforeAll(async () => {
  api = await startApi();
  [inside, outside] = [await anAgency(api), await anAgency(api)];
});
afterAll(() => api.close());

const managersOf = async ({ call }: SignedInUser) =>
  (await callExpecting<Pick<User, 'id' | 'name' | 'email'>[]>(call, 200, { path: '/api/data/constants/managers' })).map(
    ({ id }) => id,
  );

it('a user of a branch finds the moderators of the branch and of all entities above it, and no others', async () => {
  const [branch, sibling] = [
    await anEntity(api, { parent: inside.entity.id }),
    await anEntity(api, { parent: inside.entity.id }),
  ];
  const below = await anEntity(api, { parent: branch.id });
  const own = await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [branch] });
  await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [branch], inactive: true });
  await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [sibling] });
  await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [below] });
  const person = await api.signedInAs(await aUser(api, { memberOf: [branch] }));
  const expected = [own.id, inside.moderator.user.id];
  expect((await managersOf(person)).toSorted()).toEqual(expected.toSorted());
  expect(await managersOf(outside.user)).toEqual([outside.moderator.user.id]);
});

it('a user without moderators finds the active ADMINs', async () => {
  await aUser(api, { roles: ['ADMIN'], inactive: true });
  const lone = await anEntity(api);
  for (const memberOf of [[], [lone]]) {
    const person = await api.signedInAs(await aUser(api, { memberOf }));
    expect(await managersOf(person)).toEqual([api.admin.user.id]);
  }
  const answer = await callExpecting(api.admin.call, 200, { path: '/api/data/constants/managers' });
  const { id, name, email } = api.admin.user;
  expect(answer).toEqual([{ id, name, email }]);
});
