import { afterAll, beforeAll, expect, it } from 'vitest';
import type { User } from '#schemas/generated/types.ts';
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

type Answer = User & { code: string; details: { fields: object[] } };
const numbers = { last: 0 };
const someone = () => {
  numbers.last += 1;
  return { name: 'New Person', email: `new-${numbers.last}@example.com` };
};
const make = ({ call }: SignedInUser, body: object, status: number) =>
  callExpecting<Answer>(call, status, { method: 'POST', path: '/api/users', body });
const change = ({ call }: SignedInUser, { id }: User, body: object, status: number) =>
  callExpecting<Answer>(call, status, { method: 'PATCH', path: `/api/users/${id}`, body });

it('an agency admin creates users with a membership in their own tree, and only there', async () => {
  const { moderator, entity } = agency;
  const branch = await anEntity(api, { parent: entity.id });
  const user = await make(
    moderator,
    { ...someone(), roles: ['AGENCY_USER'], memberships: [{ entity: branch.id }] },
    201,
  );
  expect(new Set(user.treeScope)).toEqual(new Set([branch.id, entity.id]));
  expect(user).not.toHaveProperty('memberships');
  const joined = await api.signedInAs(user);
  await callExpecting(joined.call, 200, { path: `/api/entities/${branch.id}` });
  for (const memberships of [undefined, []]) {
    const { details } = await make(moderator, { ...someone(), ...(memberships && { memberships }) }, 400);
    expect(details.fields).toMatchObject([{ path: '/memberships', message: 'Missing required field: Member of' }]);
  }
  const foreign = await anEntity(api);
  expect((await make(moderator, { ...someone(), memberships: [{ entity: foreign.id }] }, 422)).code).toBe(
    'DATABASE_VALIDATION_ERROR',
  );
});

it('users cannot give rights that they do not have, and cannot change their own roles', async () => {
  const { moderator, entity } = agency;
  const memberships = [{ entity: entity.id }];
  expect((await make(moderator, { ...someone(), roles: ['ADMIN'], memberships }, 403)).code).toBe('MISSING_PERMISSION');
  const rejected = await change(moderator, moderator.user, { roles: ['ADMIN'] }, 400);
  expect(rejected.details.fields).toEqual([{ path: '/roles', message: 'You cannot change your own roles' }]);
});

it('a changed role applies at once, and a deactivated user is signed out', async () => {
  const user = await aUser(api, { memberOf: [agency.entity] });
  const person = await api.signedInAs(user);
  expect(
    (
      await callExpecting<Answer>(person.call, 403, {
        method: 'POST',
        path: '/api/entities',
        body: { name: 'Branch', parent: agency.entity.id },
      })
    ).code,
  ).toBe('MISSING_ABILITY');
  await change(api.admin, user, { roles: ['AGENCY_ADMIN'] }, 200);
  await callExpecting(person.call, 201, {
    method: 'POST',
    path: '/api/entities',
    body: { name: 'Branch', parent: agency.entity.id },
  });
  await change(api.admin, user, { inactive: true }, 200);
  await callExpecting(person.call, 401, { path: '/api/users/me' });
});

it('the last active ADMIN cannot be removed', async () => {
  const second = await aUser(api, { roles: ['ADMIN'] });
  const other = await api.signedInAs(second);
  expect((await change(api.admin, second, { roles: [] }, 200)).roles).toEqual([]);
  await callExpecting(other.call, 404, {
    method: 'PATCH',
    path: `/api/users/${api.admin.user.id}`,
    body: { inactive: true },
  });
  expect((await change(api.admin, api.admin.user, { inactive: true }, 400)).code).toBe('REQUEST_SCHEMA_INVALID');
});
