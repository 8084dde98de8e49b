import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Entity } from '#schemas/generated/types.ts';
import { type Agency, aClient, aDraft, anAgency, anEntity, aUser, clientFields } from './factories.ts';
import { type Api, type Person, startApi } from './server.ts';

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
const make = ({ call }: Person, below?: Pick<Entity, 'id'>) => {
  const path = below ? `/api/entities/${below.id}/clients` : '/api/clients';
  return call({ method: 'POST', path, body: clientFields() });
};
const placesOf = (person: Person, { id }: Pick<Client, 'id'>) => person.call({ path: `/api/entities?client=${id}` });
const madeAt = (parent: Entity) => ({
  status: 201,
  body: { treeScope: [expect.any(String), ...parent.treeScope] },
});

describe('a client that names no entity', () => {
  it('is placed below the only one that its maker has, clients not counted', async () => {
    const person = await member(branch);
    for (const _ of [1, 2]) expect(await make(person)).toMatchObject(madeAt(branch));
  });

  it('has to name one where its maker has several: two memberships, or one with branches', async () => {
    const denied = { status: 400, body: { code: 'REQUEST_DENIED', reason: expect.stringContaining('Choose') } };
    expect(await make(await member(branch, stranger.entity))).toMatchObject(denied);
    expect(await make(agency.user)).toMatchObject(denied);
    expect(await make(agency.moderator)).toMatchObject(denied);
    expect(await make(stranger.user)).toMatchObject(madeAt(stranger.entity));
  });

  it('stays outside the tree when an ADMIN makes it', async () => {
    expect(await make(api.admin)).toMatchObject({ status: 201, body: { treeScope: [] } });
  });
});

describe('a client that is made below an entity', () => {
  it('is made with its place', async () => {
    const answer = await make(agency.user, branch);
    expect(answer).toMatchObject(madeAt(branch));
    const client = await aClient(api, { below: branch });
    expect(await placesOf(agency.user, client)).toMatchObject({
      body: { results: [{ name: client.name, parent: branch.id, subType: 'client', client: client.id }] },
    });
    expect(await placesOf(stranger.user, client)).toMatchObject({ body: { results: [] } });
  });

  it('is refused where one may not make any: elsewhere, and below another client', async () => {
    expect((await make(stranger.user, branch)).status).toBe(404);
    const developer = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
    expect((await make(developer, branch)).status).toBe(403);
    const place = { id: agency.client.treeScope[0] ?? '' };
    expect(await make(agency.user, place)).toMatchObject({ status: 409, body: { code: 'RESOURCE_INOPERABLE' } });
    expect(await make(api.admin, place)).toMatchObject({ status: 409 });
  });
});

describe("an ADMIN's client outside the tree", () => {
  it('is placed later, and its orders follow', async () => {
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

  it('is placed by nobody else, and once', async () => {
    const client = await aClient(api);
    const body = { subType: 'client', client: client.id, parent: branch.id, name: client.name };
    const place = (person: Person) => person.call({ method: 'POST', path: '/api/entities', body });
    expect((await place(agency.moderator)).status).toBe(422);
    expect((await place(agency.user)).status).toBe(403);
    expect((await place(api.admin)).status).toBe(201);
    expect((await place(api.admin)).status).toBe(409);
  });
});
