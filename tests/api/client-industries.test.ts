import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aChannel, aClient, anAgency, anEntity, aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let ours: Agency;
let theirs: Agency;

beforeAll(async () => {
  api = await startApi();
  [ours, theirs] = [await anAgency(api), await anAgency(api)];
  for (const industry of ['Books', 'Books', 'Arts, Crafts', 'Bookshops'])
    await aClient(api, { industry, below: ours.entity });
  await aClient(api, { industry: 'Zeppelins', below: theirs.entity });
  await aClient(api, { industry: 'Books', below: theirs.entity });
});
afterAll(() => api.close());

type Industries = { industry: string; count: number }[];
const industries = (person: SignedInUser, query = '') =>
  callExpecting<Industries>(person.call, 200, { path: `/api/clients/industries${query}` });
const industriesOf = async (person: SignedInUser, query?: string) =>
  Object.fromEntries((await industries(person, query)).map(({ industry, count }) => [industry, count]));

describe('the list of client industries', () => {
  it('returns the industries of readable clients by name with counts, and none of other agencies', async () => {
    expect(await industriesOf(ours.user)).toMatchObject({ 'Arts, Crafts': 1, Books: 2, Bookshops: 1 });
    const names = (await industries(ours.user)).map(({ industry }) => industry);
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other)));
    expect(names).not.toContain('Zeppelins');
    expect(await industriesOf(theirs.moderator)).toMatchObject({ Zeppelins: 1, Books: 1 });
    expect(await industriesOf(api.admin)).toMatchObject({ Zeppelins: 1, Books: 3 });
  });

  it('is limited to the entity tree of a channel if one is given', async () => {
    const below = await anEntity(api, { parent: ours.entity.id });
    const channel = await aChannel(api, { entity: below });
    await aClient(api, { industry: 'Kites', below });
    expect(await industriesOf(ours.user, `?channel=${channel.slug}`)).toEqual({ Kites: 1 });
    expect(await industriesOf(ours.user, `?channel=${'a'.repeat(24)}`)).toEqual({});
  });

  it('gives values that, including commas, filter the client list and its CSV, and find no client of other agencies', async () => {
    const both = (industry: string) => {
      const value = encodeURIComponent(industry);
      return `industry.from=${value}&industry.to=${value}`;
    };
    const namesOf = async (query: string, person: SignedInUser) =>
      (await callExpecting<{ results: Client[] }>(person.call, 200, { path: `/api/clients?${query}` })).results.map(
        ({ industry }) => industry,
      );
    expect(await namesOf(both('Arts, Crafts'), ours.user)).toEqual(['Arts, Crafts']);
    expect(await namesOf(`${both('Books')}&sort=-updatedAt`, ours.user)).toEqual(['Books', 'Books']);
    expect(await namesOf(both('Zeppelins'), ours.user)).toEqual([]);
    const { body } = await ours.user.call({ path: `/api/clients.csv?${both('Bookshops')}&columns=industry` });
    expect(String(body).trim().split(/\r?\n/)).toEqual(['Industry', 'Bookshops']);
  });

  it('is refused to users who may not read clients', async () => {
    const nobody = await api.signedInAs(await aUser(api, {}));
    expect(await nobody.call({ path: '/api/clients/industries' })).toMatchObject({ status: 403 });
  });
});
