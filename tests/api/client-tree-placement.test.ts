import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Entity } from '#schemas/generated/types.ts';
import type { SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aClient, aDraft, anAgency, anEntity, aUser, clientFields } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let stranger: Agency;
let branch: Entity;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
  stranger = await anAgency(api);
  branch = await anEntity(api, { parent: agency.entity.id });
});
afterAll(() => api.close());

const member = async (...memberOf: Entity[]) => api.signedInAs(await aUser(api, { memberOf }));
const make = ({ call }: SignedInUser, below?: Pick<Entity, 'id'>) => {
  const path = below ? `/api/entities/${below.id}/clients` : '/api/clients';
  return call({ method: 'POST', path, body: clientFields() });
};
const placesOf = (person: SignedInUser, { id }: Pick<Client, 'id'>) =>
  person.call({ path: `/api/entities?client=${id}` });
const madeAt = (parent: Entity) => ({
  status: 201,
  body: { treeScope: [expect.any(String), ...parent.treeScope] },
});

describe('a client created without an entity', () => {
  it('is placed below the only entity of its creator, not counting clients', async () => {
    const person = await member(branch);
    for (const _ of [1, 2]) expect(await make(person)).toMatchObject(madeAt(branch));
  });

  it('is rejected if its creator has several entities: two memberships, or one with branches', async () => {
    const denied = { status: 400, body: { code: 'REQUEST_DENIED', reason: expect.stringContaining('Choose') } };
    expect(await make(await member(branch, stranger.entity))).toMatchObject(denied);
    expect(await make(agency.user)).toMatchObject(denied);
    expect(await make(agency.moderator)).toMatchObject(denied);
    expect(await make(stranger.user)).toMatchObject(madeAt(stranger.entity));
  });

  it('stays outside the entity tree if an ADMIN creates it', async () => {
    expect(await make(api.admin)).toMatchObject({ status: 201, body: { treeScope: [] } });
  });
});

describe('a client created below an entity', () => {
  it('is created with its place in the tree', async () => {
    const answer = await make(agency.user, branch);
    expect(answer).toMatchObject(madeAt(branch));
    const client = await aClient(api, { below: branch });
    expect(await placesOf(agency.user, client)).toMatchObject({
      body: { results: [{ name: client.name, parent: branch.id, subType: 'client', client: client.id }] },
    });
    expect(await placesOf(stranger.user, client)).toMatchObject({ body: { results: [] } });
  });

  it("is rejected outside the creator's tree and below another client", async () => {
    expect((await make(stranger.user, branch)).status).toBe(404);
    const developer = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
    expect((await make(developer, branch)).status).toBe(403);
    const place = { id: agency.client.treeScope[0] ?? '' };
    expect(await make(agency.user, place)).toMatchObject({ status: 409, body: { code: 'RESOURCE_INOPERABLE' } });
    expect(await make(api.admin, place)).toMatchObject({ status: 409 });
  });
});

describe('a client that an ADMIN created outside the entity tree', () => {
  it('can be placed later by an ADMIN, and its orders follow', async () => {
    const client = await aClient(api);
    const order = await aDraft({ ...agency, user: api.admin, client });
    const body = { subType: 'client', client: client.id, parent: branch.id, name: client.name };
    const place = await api.admin.create('Entity', body);
    expect(await agency.user.read('Client', client.id)).toMatchObject({ treeScope: [place.id, ...branch.treeScope] });
    await expect
      .poll(async () => (await api.admin.read('Order', order.id)).treeScope, { timeout: 15_000 })
      .toEqual([place.id, ...branch.treeScope]);
    expect((await stranger.user.call({ path: `/api/clients/${client.id}` })).status).toBe(404);
  });

  it('cannot be placed by anybody else, and only once', async () => {
    const client = await aClient(api);
    const body = { subType: 'client', client: client.id, parent: branch.id, name: client.name };
    const place = (person: SignedInUser) => person.call({ method: 'POST', path: '/api/entities', body });
    expect((await place(agency.moderator)).status).toBe(422);
    expect((await place(agency.user)).status).toBe(403);
    expect((await place(api.admin)).status).toBe(201);
    expect((await place(api.admin)).status).toBe(409);
  });
});
