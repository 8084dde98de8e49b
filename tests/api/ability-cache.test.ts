import { faker } from '@faker-js/faker';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { may, type Viewer, viewerNow } from '#api/engine/access/viewer.ts';
import { readCacheVersions } from '#api/engine/store/cache-versions.ts';
import { storeOf } from '#api/engine/store/store.ts';
import { transaction } from '#api/engine/store/transaction.ts';
import { updateAccessKeys } from '#api/features/products/access-rules.ts';
import { decideAccess } from '#schemas/access/product-access.ts';
import type { AccessRule, Order, Product } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { type Agency, aClient, aDraft, aForm, anAgency, anEntity, aProduct, aUser, clientFields } from './factories.ts';
import { patchOrderOk } from './order-helpers.ts';
import { monitorCommandsQuery, recordCommands } from './query-recorder.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let ours: Agency;
let theirs: Agency;

beforeAll(async () => {
  const database = inject('mongodbUri').replace('/DATABASE', `/test-rights-${process.pid}`);
  api = await startApi({ MONGODB_URI: `${database}${monitorCommandsQuery}` });
  [ours, theirs] = [await anAgency(api), await anAgency(api)];
});
afterAll(async () => api.close());

async function viewer(id: string): Promise<Viewer> {
  const found = await viewerNow(id);
  if (!found) throw new Error(`${id} is no active user`);
  return found;
}

const abilityOf = async ({ call }: Pick<Api, 'call'>) => (await call({ path: '/api/auth/ability' })).body;

describe('the ability of a user', () => {
  it('has at most 4 KB, however many products and channels exist', async () => {
    const branch = await anEntity(api, { parent: ours.entity.id });
    const roles = ['AGENCY_ADMIN', 'AGENCY_USER'] as const;
    const person = await api.signedInAs(
      await aUser(api, { roles: [...roles], memberOf: [branch], guild: (await aGuild()).id }),
    );
    const products = Array.from({ length: 2_000 }, (_, index) => ({ key: `many_${index}`, name: `Product ${index}` }));
    await storeOf('Product').insertMany(products);
    await transaction(async () => {
      for (const product of await storeOf('Product').find({ filter: { key: /^many_/ }, limit: 3 }))
        await updateAccessKeys(product, null);
    });
    expect(JSON.stringify(await abilityOf(person)).length).toBeLessThanOrEqual(4_096);
  });

  it('contains each rule once, whichever roles grant it', async () => {
    const roles = ['AGENCY_ADMIN', 'AGENCY_USER', 'DEVELOPER'] as const;
    const { id } = await aUser(api, { roles: [...roles], memberOf: [ours.entity] });
    const { rules } = await viewer(id);
    const all = rules.map(({ subject, conditions, inverted }) => JSON.stringify([subject, conditions, inverted]));
    expect(all).toHaveLength(new Set(all).size);
  });
});

const aGuild = () => api.admin.create('Guild', { name: `Guild ${faker.string.alpha(8)}` });

describe('a right', () => {
  it('keeps all of its sources', async () => {
    const guild = await aGuild();
    const { id } = await aUser(api, {
      roles: ['AGENCY_ADMIN'],
      guild: guild.id,
      guildFlags: 1,
      memberOf: [ours.entity, theirs.entity],
    });
    const { grants, rights } = await viewer(id);
    const memberships = rights.memberships.map(({ id: each, entity, flags }) => ({
      kind: 'membership',
      id: each,
      entity,
      flags,
    }));
    expect(memberships.map(({ entity }) => entity).toSorted()).toEqual([ours.entity.id, theirs.entity.id].toSorted());
    const fromOf = (subject: string, action: string) =>
      grants
        .filter((each) => each.subject === subject && each.actions.some((one) => one === action))
        .map(({ from }) => from);
    expect(fromOf('Client', 'update')).toEqual([[{ kind: 'role', role: 'AGENCY_ADMIN' }, ...memberships]]);
    expect(fromOf('User', 'create')).toEqual([
      [{ kind: 'role', role: 'AGENCY_ADMIN' }, ...memberships],
      [{ kind: 'guild', guild: guild.id, flags: 1 }],
    ]);
    expect(fromOf('SavedView', 'create')).toEqual([[{ kind: 'signedIn' }]]);
    expect(fromOf('Product', 'read')[0]).toEqual([
      { kind: 'role', role: 'AGENCY_ADMIN' },
      ...memberships,
      { kind: 'accessRules' },
    ]);
  });

  it('a right of an ADMIN has that role as its only source', async () => {
    const from = [{ kind: 'role', role: 'ADMIN' }];
    expect((await viewer(api.admin.user.id)).grants).toMatchObject([{ subject: 'all', actions: ['manage'], from }]);
  });

  it('is the same for a job as for a request', async () => {
    const user = await aUser(api);
    expect((await viewer(user.id)).rights.entities).toEqual([]);
    const members = `/api/entities/${ours.entity.id}/members`;
    await callExpecting(api.admin.call, 201, { method: 'POST', path: members, body: { user: user.id } });
    expect((await viewer(user.id)).rights.entities).toEqual([ours.entity.id]);
    await api.admin.call({ method: 'PATCH', path: `/api/users/${user.id}`, body: { inactive: true } });
    expect(await viewerNow(user.id)).toBeNull();
  });
});

describe('the cached rights of a user', () => {
  const cacheVersions = async () => {
    const versions = await readCacheVersions([ours.user.user.id]);
    return ['User', `User/${ours.user.user.id}`].map((subject) => versions.get(subject));
  };

  const renameClient = ({ user, client }: Agency) =>
    callExpecting(user.call, 200, { method: 'PATCH', path: `/api/clients/${client.id}`, body: { name: 'Another' } });

  it.each([
    ['a new client', () => aClient(api, { below: ours.entity })],
    ['a changed client', () => renameClient(ours)],
    ['a client of an agency user', () => theirs.user.create('Client', clientFields())],
    ['an order', () => aDraft(ours)],
    ['a product', () => aProduct(api)],
    ['a form', () => aForm(api)],
    ['a new entity', () => anEntity(api, { parent: ours.entity.id })],
  ])('are not read again because of %s', async (_, write) => {
    await abilityOf(ours.user);
    const before = await cacheVersions();
    await write();
    expect(await cacheVersions()).toEqual(before);
  });

  it('are read again by one query for the user and one for the memberships after a change of them, and by none later', async () => {
    const watch = recordCommands();
    const queriesOfCall = async () => {
      const queries = await watch(() => callExpecting(ours.user.call, 200, { path: '/api/users/me' }));
      return queries.map(({ name, collection }) => `${name} ${collection}`).toSorted();
    };
    const all = ['find entity_members', 'find sessions', 'find users'];
    await callExpecting(ours.user.call, 200, {
      method: 'PATCH',
      path: '/api/users/me',
      body: { noticesOff: ['approved'] },
    });
    expect(await queriesOfCall()).toEqual(all);
    expect(await queriesOfCall()).toEqual(['find sessions']);
    const members = `/api/entities/${theirs.entity.id}/members`;
    await callExpecting(api.admin.call, 201, { method: 'POST', path: members, body: { user: ours.user.user.id } });
    expect(await queriesOfCall()).toEqual(all);
    await callExpecting(api.admin.call, 200, { method: 'DELETE', path: `${members}/${ours.user.user.id}` });
    expect(await queriesOfCall()).toEqual(all);
    // A change of other users does not invalidate them.
    await aUser(api, { memberOf: [ours.entity] });
    expect(await queriesOfCall()).toEqual(['find sessions']);
  });

  it('follow an entity that moves with the next request', async () => {
    const [top, branch] = [await anEntity(api), await anEntity(api)];
    const person = await api.signedInAs(await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [top] }));
    const path = `/api/entities/${branch.id}`;
    expect((await person.call({ path })).status).toBe(404);
    const below = await api.signedInAs(await aUser(api, { memberOf: [branch] }));
    const shared = await api.admin.create('Channel', {
      ...{ name: 'Shared', slug: 'shared', entityId: top.id, orderFormId: (await aForm(api)).id },
    });
    expect((await below.call({ path: `/api/forms/${shared.orderFormId}` })).status).toBe(404);
    await callExpecting(api.admin.call, 200, { method: 'PATCH', path, body: { parent: top.id } });
    expect((await person.call({ path })).status).toBe(200);
    expect((await below.call({ path: `/api/channels/${shared.id}` })).status).toBe(200);
    expect((await below.call({ path: `/api/forms/${shared.orderFormId}` })).status).toBe(200);
  });
});

describe('the orders of a client', () => {
  const stagesOf = async (command: Record<string, unknown>): Promise<string[]> => {
    const { $db, lsid, $clusterTime, ...explain } = command;
    const plan = await mongoose.connection.db?.command({ explain, verbosity: 'queryPlanner' });
    return [...JSON.stringify(plan?.queryPlanner?.winningPlan).matchAll(/"stage":"(\w+)"/g)].map(
      ([, stage = '']) => stage,
    );
  };

  it('of a client in one status are listed and counted for an agency user by an index, and not sorted in memory', async () => {
    for (const _ of ['one', 'two', 'three']) await aDraft(theirs);
    const watch = recordCommands();
    const path = `/api/orders?client=${theirs.client.id}&status=DRAFT`;
    const queries = await watch(() => callExpecting(theirs.user.call, 200, { path }));
    const ofOrders = queries.filter(({ collection }) => collection === 'orders');
    const plans = await Promise.all(
      ofOrders.map(async ({ name, command }) => [name, await stagesOf(command)] as const),
    );
    expect(Object.fromEntries(plans)).toEqual({
      count: expect.not.arrayContaining(['OR', 'COLLSCAN']),
      find: expect.not.arrayContaining(['SORT', 'OR', 'COLLSCAN']),
    });
  });
});

describe('a form', () => {
  it('is readable as long as a channel of the agency uses it', async () => {
    const form = await aForm(api);
    const reads = async ({ user }: Agency) => (await user.call({ path: `/api/forms/${form.id}` })).status === 200;
    const orderOn = (orderFormId: string) =>
      callExpecting(api.admin.call, 200, {
        method: 'PATCH',
        path: `/api/channels/${theirs.channel.id}`,
        body: { orderFormId },
      });
    expect([await reads(ours), await reads(theirs)]).toEqual([false, false]);
    await orderOn(form.id);
    expect([await reads(ours), await reads(theirs)]).toEqual([false, true]);
    await orderOn(theirs.channel.orderFormId);
    expect([await reads(ours), await reads(theirs)]).toEqual([false, false]);
  });
});

describe('product access', () => {
  const sees = async ({ user }: Agency, { id }: Product) =>
    (await user.call({ path: `/api/products/${id}` })).status === 200;

  it('access to a nested product follows a change of its parent at once', async () => {
    const parent = await aProduct(api);
    const child = await aProduct(api, { parent: parent.id });
    const grandchild = await aProduct(api, { parent: child.id });
    const both = async () => [await sees(ours, grandchild), await sees(theirs, grandchild)];
    expect(await both()).toEqual([true, true]);
    const path = `/api/products/${parent.id}`;
    const body = { refType: 'entity', refId: ours.entity.id, rule: 'revoke' };
    const rule = await callExpecting<AccessRule>(api.admin.call, 201, {
      method: 'POST',
      path: `${path}/access_rules`,
      body,
    });
    expect(await both()).toEqual([false, true]);
    const grant = { refType: 'user', refId: ours.user.user.id, rule: 'grant', priority: 1 };
    await callExpecting(api.admin.call, 201, { method: 'POST', path: `${path}/access_rules`, body: grant });
    expect(await both()).toEqual([true, true]);
    await callExpecting(api.admin.call, 200, { method: 'DELETE', path: `${path}/access_rules/${rule.id}` });
    await callExpecting(api.admin.call, 200, { method: 'PATCH', path, body: { availability: 'HIDDEN' } });
    expect(await both()).toEqual([false, false]);
    await callExpecting(api.admin.call, 200, {
      method: 'PATCH',
      path: `/api/products/${child.id}`,
      body: { parent: null },
    });
    expect(await both()).toEqual([true, true]);
  });

  it("the problems of an order follow the rights of its user with another user's next request", async () => {
    const branch = await anEntity(api, { parent: ours.entity.id });
    const product = await aProduct(api, { availability: 'CONTROLLED' });
    const body = { refType: 'entity', refId: branch.id, rule: 'grant', priority: 1 };
    const path = `/api/products/${product.id}/access_rules`;
    await callExpecting(api.admin.call, 201, { method: 'POST', path, body });
    const person = await api.signedInAs(await aUser(api, { memberOf: [ours.entity, branch] }));
    const products = [{ product: product.id }];
    const draft = await patchOrderOk(person, await aDraft({ ...ours, user: person }), { products });
    const problemsFor = async ({ call }: Agency['moderator']) =>
      (await callExpecting<Order>(call, 200, { path: `/api/orders/${draft.id}` })).problems?.map((each) => each.value);
    for (const _ of ['first', 'again']) expect(await problemsFor(ours.moderator)).toEqual([]);
    const membership = { user: person.user.id, entity: branch.id };
    await storeOf('EntityMember').deleteMany(membership);
    for (const who of [ours.moderator, api.admin]) expect(await problemsFor(who)).toEqual([product.id]);
    await callExpecting(api.admin.call, 201, {
      method: 'POST',
      path: `/api/entities/${branch.id}/members`,
      body: { user: person.user.id },
    });
    expect(await problemsFor(ours.moderator)).toEqual([]);
  });

  it('is not lost by a DEVELOPER who is also a member of an agency', async () => {
    const hidden = await aProduct(api, { availability: 'HIDDEN' });
    const roles = ['AGENCY_USER', 'DEVELOPER'] as const;
    const person = await api.signedInAs(await aUser(api, { roles: [...roles], memberOf: [ours.entity] }));
    expect((await person.call({ path: `/api/products/${hidden.id}` })).status).toBe(200);
  });

  it('is the same in the database filter, in an ability and in the access rules', async () => {
    faker.seed(11);
    const people = [ours.user.user.id, theirs.user.user.id];
    const names = [...people, ours.entity.id, theirs.entity.id];
    const products: Partial<Product>[] = [];
    for (let index = 0; index < 150; index += 1) {
      const accessRules = Array.from({ length: faker.number.int(5) }, () => {
        const refId = faker.helpers.arrayElement(names);
        const times = { createdAt: '2026-01-01', updatedAt: '2026-01-01' };
        return {
          ...{ id: faker.database.mongodbObjectId(), revision: 1, refId, ...times },
          refType: people.includes(refId) ? ('user' as const) : ('entity' as const),
          rule: faker.helpers.arrayElement(['grant', 'revoke'] as const),
          priority: faker.number.int(2),
        };
      });
      const parent = faker.helpers.arrayElement([null, ...products.slice(-4).map(({ id }) => id ?? null)]);
      const availability = faker.helpers.arrayElement(['GENERAL', 'GENERAL', 'CONTROLLED', 'HIDDEN'] as const);
      const id = faker.database.mongodbObjectId();
      products.push({ id, key: `any_${index}`, name: `Any ${index}`, parent, availability, accessRules });
    }
    await storeOf('Product').insertMany(products);
    await transaction(async () => {
      const tops = await storeOf('Product').find({ filter: { key: /^any_/, parent: null } });
      for (const top of tops) await updateAccessKeys(top, null);
    });
    const ids = products.map(({ id }) => id);
    const settled = await storeOf('Product').find({ filter: { _id: { $in: ids } }, sort: ['name'] });
    for (const agency of [ours, theirs]) {
      const { user } = agency.user;
      const right = decideAccess(settled, { user: user.id, entities: agency.entity.treeScope });
      const path = `/api/products?limit=200&search=any`;
      const { results } = await callExpecting<{ results: Product[] }>(agency.user.call, 200, { path });
      expect(results.map(({ id }) => id).toSorted()).toEqual(right.toSorted());
      const ability = await viewer(user.id);
      expect(settled.filter((each) => may(ability, 'read', 'Product', each)).map(({ id }) => id)).toEqual(right);
      expect(right.length).toBeGreaterThan(10);
      expect(right.length).toBeLessThan(ids.length - 10);
    }
  });
});
