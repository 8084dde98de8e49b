import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PossibleDuplicate } from '#schemas/clients/duplicates.ts';
import { type Agency, aClient, aDraft, anAgency } from './factories.ts';
import { type Api, callExpecting, type SignedInUser, startApi } from './server.ts';

type TypedClient = { name?: string; phoneNumber?: string; website?: string; email?: string };

let api: Api;
let ours: Agency;
let theirs: Agency;
beforeAll(async () => {
  api = await startApi();
  [ours, theirs] = [await anAgency(api), await anAgency(api)];
});
afterAll(() => api.close());

const duplicates = (typed: TypedClient, { call }: SignedInUser = ours.user) =>
  callExpecting<PossibleDuplicate[]>(call, 200, {
    path: `/api/clients/duplicates?${new URLSearchParams(Object.entries(typed))}`,
  });

describe('likely duplicates of a client that is typed', () => {
  const heller = {
    name: 'Heller Dental',
    phoneNumber: '(503) 555-0142',
    website: 'https://www.heller-dental.com/en?x=1',
    email: 'Office@Heller-Dental.com',
  };
  let id: string;
  beforeAll(async () => {
    ({ id } = await aClient(api, { ...heller, below: ours.entity }));
    await aClient(api, { ...heller, below: theirs.entity });
    await aDraft(ours, { client: id });
  });

  it.each([
    ['name', { name: 'Heler Dental' }],
    ['name', { name: 'The Heller Dental Co' }],
    ['phone', { phoneNumber: '+1 503.555.0142' }],
    ['website', { website: 'heller-dental.com' }],
    ['website', { website: 'HTTP://HELLER-DENTAL.COM:8080/contact' }],
    ['email', { email: ' office@heller-dental.com ' }],
  ])('are found by %s, as in %j, only among readable clients, with their orders', async (reason, typed) => {
    const { street, city } = ours.client.businessAddress;
    const found = { id, name: heller.name, businessAddress: { street, city }, orders: 1, reasons: [reason] };
    expect(await duplicates(typed)).toEqual([found]);
    expect(await duplicates(typed, theirs.user)).not.toEqual([found]);
  });

  it('have all reasons, the client with most reasons first, at most five', async () => {
    for (let count = 0; count < 6; count += 1)
      await aClient(api, { name: `Heller Dental ${count}`, below: ours.entity });
    const found = await duplicates(heller);
    expect(found).toHaveLength(5);
    expect(found[0]).toMatchObject({ id, reasons: ['phone', 'website', 'email', 'name'] });
    expect(found[1]?.reasons).toEqual(['name']);
  });

  it.each<TypedClient>([
    {},
    { name: 'He' },
    { name: 'Heller Optics' },
    { phoneNumber: '555' },
    { website: 'heller' },
    { website: 'other-heller-dental.com' },
    { email: 'office@heller' },
  ])('are none for %j', async (typed) => {
    expect(await duplicates(typed)).toEqual([]);
  });

  it('are none for a page on a site of many businesses', async () => {
    await aClient(api, { name: 'On a network', website: 'https://facebook.com/network', below: ours.entity });
    expect(await duplicates({ website: 'https://www.facebook.com/another' })).toEqual([]);
  });

  it.each([
    'heller-dental.com',
    'www.Heller-Dental.com',
    'https://heller-dental.com/en',
    'heller-dental.co',
    'heller dental',
  ])('a search for the website %s finds the client', async (search) => {
    const path = `/api/clients?search=${encodeURIComponent(search)}`;
    const { results } = await callExpecting<{ results: { id: string }[] }>(ours.user.call, 200, { path });
    expect(results.map((client) => client.id)).toContain(id);
  });
});
