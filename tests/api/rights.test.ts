import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Records, User } from '#schemas/generated/types.ts';
import { callExpecting, pathOf, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aDraft, anAgency, aProduct, aUser, clientFields } from './factories.ts';
import { samples } from './samples.ts';
import { type Api, startApi } from './server.ts';

type Page = { results: { id: string }[] };
type Type = 'User' | 'Entity' | 'Client' | 'Channel' | 'Form' | 'Product' | 'Order';
type Reach = 'everywhere' | 'in the tree' | 'nowhere';
type Rights = Record<Type, { read: Reach; update: Reach }>;

const readTree = { read: 'in the tree', update: 'nowhere' } as const;
const changeTree = { read: 'in the tree', update: 'in the tree' } as const;
const readAll = { read: 'everywhere', update: 'nowhere' } as const;
const changeAll = { read: 'everywhere', update: 'everywhere' } as const;

/** The expected rights on records of others (design 4). Everybody can read GENERAL products. */
const agencyUser: Rights = {
  User: readTree,
  Entity: readTree,
  Client: changeTree,
  Channel: readTree,
  Form: readTree,
  Product: readAll,
  Order: readTree,
};
const rights = {
  ADMIN: {
    User: changeAll,
    Entity: changeAll,
    Client: changeAll,
    Channel: changeAll,
    Form: changeAll,
    Product: changeAll,
    Order: changeAll,
  },
  DEVELOPER: {
    User: readAll,
    Entity: readAll,
    Client: readAll,
    Channel: changeAll,
    Form: changeAll,
    Product: changeAll,
    Order: readAll,
  },
  AGENCY_ADMIN: {
    User: changeTree,
    Entity: changeTree,
    Client: changeTree,
    Channel: readTree,
    Form: readTree,
    Product: readAll,
    Order: changeTree,
  },
  AGENCY_USER: agencyUser,
  'a member without a role': agencyUser,
} satisfies Record<User['roles'][number] | 'a member without a role', Rights>;

let api: Api;
let inside: Agency;
let outside: Agency;
const people = new Map<string, SignedInUser>();

beforeAll(async () => {
  api = await startApi();
  inside = await anAgency(api);
  outside = await anAgency(api);
  people.set('ADMIN', api.admin);
  people.set('DEVELOPER', await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] })));
  people.set('AGENCY_ADMIN', inside.moderator);
  people.set(
    'AGENCY_USER',
    await api.signedInAs(await aUser(api, { roles: ['AGENCY_USER'], memberOf: [inside.entity] })),
  );
  people.set('a member without a role', await api.signedInAs(await aUser(api, { memberOf: [inside.entity] })));
});
afterAll(() => api.close());

function person(role: string): SignedInUser {
  const found = people.get(role);
  if (!found) throw new Error(`nobody is ${role}`);
  return found;
}

/** Factories of a record of the agency that is not the user's own. */
const recordOf = {
  User: async ({ entity }) => aUser(api, { memberOf: [entity] }),
  Entity: async ({ entity }) => entity,
  Client: async ({ client }) => client,
  Channel: async ({ channel }) => channel,
  Form: async ({ channel }) => api.admin.read('Form', channel.orderFormId),
  Product: async () => aProduct(api),
  Order: async (agency) => aDraft(agency),
} satisfies Record<Type, (agency: Agency) => Promise<{ id: string }>>;

const cases = Object.entries(rights).flatMap(([role, types]) =>
  Object.entries(types).map(([type, reach]) => ({ role, type, ...reach })),
);
const isType = (type: string): type is Type & keyof Records => Object.hasOwn(recordOf, type);
const changeOf = (type: Type) => samples[type]?.change;

async function attempt(role: string, type: string, agency: Agency): Promise<{ read: number; update: number }> {
  if (!isType(type)) throw new Error(`${type} is no resource of this test`);
  const path = `${pathOf(type)}/${(await recordOf[type](agency)).id}`;
  const { call } = person(role);
  const read = await call({ path });
  const update = await call({ method: 'PATCH', path, body: changeOf(type) });
  return { read: read.status, update: update.status };
}

describe.each(cases)('$role', ({ role, type, read, update }) => {
  it(`reads ${type} ${read} and changes it ${update}`, async () => {
    const within = (reach: Reach, ...reaches: Reach[]) => reaches.includes(reach);
    const statusFor = (isRead: boolean) => (isRead ? 403 : 404);
    const [readsInside, readsOutside] = [within(read, 'everywhere', 'in the tree'), within(read, 'everywhere')];
    expect(await attempt(role, type, inside)).toEqual({
      read: readsInside ? 200 : 404,
      update: within(update, 'everywhere', 'in the tree') ? 200 : statusFor(readsInside),
    });
    expect(await attempt(role, type, outside)).toEqual({
      read: readsOutside ? 200 : 404,
      update: within(update, 'everywhere') ? 200 : statusFor(readsOutside),
    });
  });
});

describe('a list', () => {
  it.each(['users', 'entities', 'clients', 'channels', 'forms', 'orders'])(
    'a list of %s shows an agency user nothing of another agency',
    async (path) => {
      await aDraft(outside);
      const theirs = [outside.entity, outside.channel, outside.client, outside.user.user, outside.moderator.user];
      const hidden = [...theirs.map(({ id }) => id), outside.channel.orderFormId];
      const { results } = await callExpecting<Page>(inside.user.call, 200, { path: `/api/${path}?limit=200` });
      expect(results.filter(({ id }) => hidden.includes(id))).toEqual([]);
      const { results: orders } = await callExpecting<Page>(inside.user.call, 200, {
        path: `/api/orders?clientId=${outside.client.id}`,
      });
      expect(orders).toEqual([]);
    },
  );

  it('reveals nothing of other agencies by its total', async () => {
    await aDraft(outside);
    const answer = await inside.user.call({ path: `/api/orders?channelId=${outside.channel.id}&limit=1` });
    expect(answer).toMatchObject({ status: 200, body: { pagination: { total: 0 } } });
  });
});

describe('a reference', () => {
  it('to an unreadable record is rejected like one to a missing record', async () => {
    const draft = { channelId: inside.channel.id, form: inside.channel.orderFormId };
    const answers = [outside.client.id, '0123456789abcdef01234567'].map((client) =>
      inside.user.call({ method: 'POST', path: '/api/orders', body: { ...draft, client } }),
    );
    for (const answer of await Promise.all(answers)) {
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'DATABASE_VALIDATION_ERROR', details: { errors: [{ path: '/client' }] } },
      });
    }
  });
});

describe('a user', () => {
  it('can read and rename themselves without any role', async () => {
    const own = await api.signedInAs(await aUser(api));
    const answer = await own.call({ method: 'PATCH', path: '/api/users/me', body: { name: 'Somebody New' } });
    expect(answer).toMatchObject({ status: 200, body: { id: own.user.id, name: 'Somebody New' } });
  });

  it.each([
    { roles: ['ADMIN'] },
    { guild: '0123456789abcdef01234567' },
    { guildFlags: 1 },
    { inactive: true },
    { treeScope: [] },
    { emailAddresses: [] },
  ])('cannot give themselves %j', async (change) => {
    const own = await api.signedInAs(await aUser(api));
    const answer = await own.call({ method: 'PATCH', path: '/api/users/me', body: change });
    expect([400, 403, 422]).toContain(answer.status);
    expect(await api.admin.read('User', own.user.id)).toMatchObject({ roles: [], guild: null, inactive: false });
  });

  it('never sees the secret of a sign-in method', async () => {
    const { body } = await api.admin.call({ path: '/api/users/me' });
    expect(JSON.stringify(body)).not.toContain('challenge');
  });
});

describe('an agency admin', () => {
  it.each(['ADMIN', 'DEVELOPER'] as const)('cannot make anybody an %s', async (role) => {
    const user = await aUser(api, { memberOf: [inside.entity] });
    const path = `/api/users/${user.id}`;
    const answer = await inside.moderator.call({ method: 'PATCH', path, body: { roles: [role] } });
    expect(answer).toMatchObject({
      status: 403,
      body: {
        code: 'MISSING_PERMISSION',
        reason: 'Can not update resource of type `User`',
        details: { action: 'update', resourceType: 'User', resourceId: user.id },
      },
    });
  });

  it('cannot deactivate an ADMIN in the tree', async () => {
    const admin = await aUser(api, { roles: ['ADMIN'], memberOf: [inside.entity] });
    const path = `/api/users/${admin.id}`;
    expect((await inside.moderator.call({ method: 'PATCH', path, body: { inactive: true } })).status).toBe(403);
  });

  it('creates entities below their own one, and nowhere else', async () => {
    const make = (parent: string | null) =>
      inside.moderator.call({ method: 'POST', path: '/api/entities', body: { name: 'Branch', parent } });
    expect((await make(inside.entity.id)).status).toBe(201);
    expect((await make(null)).status).toBe(403);
    expect((await make(outside.entity.id)).status).toBe(422);
  });

  it('cannot move an entity out of the tree', async () => {
    const path = `/api/entities/${inside.entity.id}`;
    const answer = await inside.moderator.call({ method: 'PATCH', path, body: { parent: outside.entity.id } });
    expect([403, 422]).toContain(answer.status);
  });
});

describe('a client', () => {
  it('is placed below the only entity of its creator', async () => {
    const { entity, user, moderator } = await anAgency(api);
    const client = await user.create('Client', clientFields());
    expect(client.treeScope).toContain(entity.id);
    expect((await moderator.call({ path: `/api/clients/${client.id}` })).status).toBe(200);
  });

  it('requires a parent if its creator has several entities', async () => {
    const user = await api.signedInAs(await aUser(api, { memberOf: [inside.entity, outside.entity] }));
    const answer = await user.call({ method: 'POST', path: '/api/clients', body: clientFields() });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_DENIED', reason: expect.stringContaining('Choose') },
    });
  });

  it('cannot be created below an inaccessible entity', async () => {
    const path = `/api/entities/${outside.entity.id}/clients`;
    expect((await inside.user.call({ method: 'POST', path, body: clientFields() })).status).toBe(404);
  });
});

describe('a product', () => {
  it.each([
    { availability: 'GENERAL', isSeen: true },
    { availability: 'CONTROLLED', isSeen: false },
    { availability: 'HIDDEN', isSeen: false },
  ] as const)(
    'a product that is $availability without a rule is visible to an agency user: $isSeen',
    async ({ availability, isSeen }) => {
      const product = await aProduct(api, { availability });
      expect((await outside.user.call({ path: `/api/products/${product.id}` })).status).toBe(isSeen ? 200 : 404);
    },
  );

  it('shows its internal description and its access rules to ADMIN and DEVELOPER only', async () => {
    const product = await aProduct(api, { internalDescription: 'Costs us half' });
    const path = `/api/products/${product.id}`;
    expect((await person('DEVELOPER').call({ path })).body).toMatchObject({ internalDescription: 'Costs us half' });
    const { body } = await outside.user.call({ path });
    expect(body).not.toHaveProperty('internalDescription');
    expect(body).not.toHaveProperty('accessRules');
  });
});
