import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { AuditEntry, Entity } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { isNightly } from '#tests/runner/sweep.ts';
import { type Agency, aChannel, aClient, aDraft, aForm, anAgency, anEntity, aProduct, aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

interface Race {
  /** The path of the record that one call deletes; `naming` is the concurrent call that references it. */
  removed: string;
  naming: { method: 'POST' | 'PATCH'; path: string; body: object };
}

const orderOf = ({ channel }: Pick<Agency, 'channel'>) => ({
  channelId: channel.id,
  form: channel.orderFormId,
  formData: { headline: 'Bread' },
});

/** Factories of races between a delete and a new reference. */
const races: Record<string, () => Promise<Race>> = {
  'a new order and its client': async () => {
    const client = await aClient(api, { below: agency.entity });
    const body = { ...orderOf(agency), client: client.id };
    return { removed: `/api/clients/${client.id}`, naming: { method: 'POST', path: '/api/orders', body } };
  },
  'an updated order and its client': async () => {
    const client = await aClient(api, { below: agency.entity });
    const { id } = await aDraft(agency);
    const naming = { method: 'PATCH' as const, path: `/api/orders/${id}`, body: { client: client.id } };
    return { removed: `/api/clients/${client.id}`, naming };
  },
  'an order and its channel': async () => {
    const channel = await aChannel(api, { entity: agency.entity });
    return {
      removed: `/api/channels/${channel.id}`,
      naming: { method: 'POST', path: '/api/orders', body: orderOf({ channel }) },
    };
  },
  'an order line and its product': async () => {
    const product = await aProduct(api);
    const body = { ...orderOf(agency), products: [{ product: product.id }] };
    return { removed: `/api/products/${product.id}`, naming: { method: 'POST', path: '/api/orders', body } };
  },
  'a channel and its form': async () => {
    const form = await aForm(api);
    const body = { name: 'Radio', slug: `radio-${form.id}x`, entityId: agency.entity.id, orderFormId: form.id };
    return { removed: `/api/forms/${form.id}`, naming: { method: 'POST', path: '/api/channels', body } };
  },
  'an entity and its parent': async () => {
    const { id } = await anEntity(api);
    const naming = { method: 'POST' as const, path: '/api/entities', body: { name: 'Branch', parent: id } };
    return { removed: `/api/entities/${id}`, naming };
  },
  'a member and the entity': async () => {
    const { id } = await anEntity(api);
    const user = await aUser(api);
    const naming = { method: 'POST' as const, path: `/api/entities/${id}/members`, body: { user: user.id } };
    return { removed: `/api/entities/${id}`, naming };
  },
  'a client and its parent entity': async () => {
    const { id } = await anEntity(api);
    const { id: _, treeScope, revision, createdAt, updatedAt, ...body } = await aClient(api);
    return {
      removed: `/api/entities/${id}`,
      naming: { method: 'POST', path: `/api/entities/${id}/clients`, body },
    };
  },
  'a user and the guild': async () => {
    const guild = await api.admin.create('Guild', { name: 'Merchants' });
    const user = await aUser(api);
    const naming = { method: 'PATCH' as const, path: `/api/users/${user.id}`, body: { guild: guild.id } };
    return { removed: `/api/guilds/${guild.id}`, naming };
  },
  'a product and its included product': async () => {
    const included = await aProduct(api);
    const product = await aProduct(api);
    const body = { includedProducts: [{ productId: included.id, min: 1 }] };
    return {
      removed: `/api/products/${included.id}`,
      naming: { method: 'PATCH', path: `/api/products/${product.id}`, body },
    };
  },
  'proof of work and its order': async () => {
    const { id } = await aDraft(agency);
    const body = { orderId: id, batch: 'b', name: 'Log', date: '2026-01-02T00:00:00.000Z' };
    return { removed: `/api/orders/${id}`, naming: { method: 'POST', path: '/api/proof_of_work', body } };
  },
};

const rounds = isNightly() ? 12 : 2;
const isDone = ({ status }: { status: number }) => status < 300;

describe('deleting a record while another one starts to reference it', () => {
  it.each(Object.entries(races))('either fails or leaves no reference: %s', async (_, make) => {
    const pairs = await Promise.all(Array.from({ length: rounds }, make));
    const answers = [];
    for (const { removed, naming } of pairs) {
      answers.push(await Promise.all([api.admin.call(naming), api.admin.call({ method: 'DELETE', path: removed })]));
    }
    for (const [named, removed] of answers) {
      expect([409, 200]).toContain(removed.status);
      expect([201, 200, 422, 404]).toContain(named.status);
      expect({ isNamed: isDone(named), isRemoved: isDone(removed) }).toMatchObject(
        isDone(named) ? { isRemoved: false } : { isRemoved: true },
      );
    }
  });

  it('is rejected with the path of the reference', async () => {
    const client = await aClient(api, { below: agency.entity });
    await api.admin.call({ method: 'DELETE', path: `/api/clients/${client.id}` });
    const body = { ...orderOf(agency), client: client.id };
    expect(await agency.user.call({ method: 'POST', path: '/api/orders', body })).toMatchObject({
      status: 422,
      body: { details: { errors: [{ path: '/client', message: 'No Client has this id' }] } },
    });
  });
});

it('many orders can be created for one client concurrently', async () => {
  const orders = await Promise.all(Array.from({ length: 40 }, () => aDraft(agency)));
  expect(new Set(orders.map(({ refCode }) => refCode)).size).toBe(40);
});

it('an order cannot be deleted while proof of work references it', async () => {
  const { id } = await aDraft(agency);
  const body = { orderId: id, batch: 'b', name: 'Log', date: '2026-01-02T00:00:00.000Z' };
  expect((await api.admin.call({ method: 'POST', path: '/api/proof_of_work', body })).status).toBe(201);
  expect(await agency.user.call({ method: 'DELETE', path: `/api/orders/${id}` })).toMatchObject({
    status: 409,
    body: { code: 'RESOURCE_INOPERABLE', details: { referredBy: { ProofOfWork: 1 } } },
  });
});

it('a client cannot be deleted while other records are placed below it', async () => {
  const client = await aClient(api, { below: agency.entity });
  const view = { name: 'Of a client', resource: 'orders', config: {}, entityId: client.treeScope[0] };
  const shared = await api.admin.call({ method: 'POST', path: '/api/saved_views', body: view });
  expect(shared.status).toBe(201);
  expect(await api.admin.call({ method: 'DELETE', path: `/api/clients/${client.id}` })).toMatchObject({
    status: 409,
    body: { details: { resourceType: 'Client', resourceId: client.id, referredBy: { SavedView: 1 } } },
  });
});

it('a client is deleted together with its place in the tree', async () => {
  const client = await aClient(api, { below: agency.entity });
  expect((await api.admin.call({ method: 'DELETE', path: `/api/clients/${client.id}` })).status).toBe(200);
  expect((await api.admin.call({ path: `/api/entities/${client.treeScope[0]}` })).status).toBe(404);
});

it('cascading deletes follow the rules of each record, and are in the audit log', async () => {
  const client = await aClient(api, { below: agency.entity });
  const other = await aClient(api, { below: agency.entity });
  const [place = ''] = client.treeScope;
  expect((await api.admin.call({ method: 'DELETE', path: `/api/clients/${client.id}` })).status).toBe(200);
  const removals = async (id: string) =>
    await callExpecting<{ results: AuditEntry[] }>(api.admin.call, 200, {
      path: `/api/audit_log?resourceId=${id}&action=delete`,
    });
  expect((await removals(place)).results).toMatchObject([{ resourceType: 'Entity', name: client.name }]);
  expect(await storeOf('Job').count({ subject: `Client/${client.id}` })).toBeGreaterThan(0);

  const guild = await api.admin.create('Guild', { name: 'Printers' });
  const otherGuild = await api.admin.create('Guild', { name: 'Binders' });
  const tile = async ({ id }: { id: string }) =>
    await callExpecting<{ id: string }>(api.admin.call, 201, {
      method: 'POST',
      path: `/api/guilds/${id}/resources`,
      body: { title: 'Prices', place: 'homepage', content: 'Read *this*.' },
    });
  const [removedTile, stays] = [await tile(guild), await tile(otherGuild)];
  expect((await api.admin.call({ method: 'DELETE', path: `/api/guilds/${guild.id}` })).status).toBe(200);
  expect((await removals(removedTile.id)).results).toMatchObject([{ resourceType: 'GuildResource' }]);
  expect((await removals(stays.id)).results).toEqual([]);
  expect(await api.admin.read('Client', other.id)).toMatchObject({ treeScope: other.treeScope });
});

it('renaming a client renames its entity, which is found by the new name and not by the old one', async () => {
  const client = await aClient(api, { below: agency.entity, name: 'Miller Bakery' });
  const other = await aClient(api, { below: agency.entity, name: 'Miller Smithy' });
  const path = `/api/clients/${client.id}`;
  await callExpecting(api.admin.call, 200, { method: 'PATCH', path, body: { name: 'Baxter Bakery' } });
  const found = async (search: string) =>
    (await callExpecting<{ results: Entity[] }>(api.admin.call, 200, { path: `/api/entities?search=${search}` }))
      .results;
  expect(await found('Baxter')).toMatchObject([{ id: client.treeScope[0], name: 'Baxter Bakery', revision: 2 }]);
  expect(await found('Miller')).toMatchObject([{ id: other.treeScope[0], name: 'Miller Smithy' }]);
});
