import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import { type Agency, aClient, anAgency } from './factories.ts';
import { monitorCommandsQuery, type RecordCommands, recordCommands } from './query-recorder.ts';
import { type Api, callExpecting, startApi } from './server.ts';

/** The most records that a sort or filter without an index may read (design 3). */
const limit = 10_000;

let api: Api;
let agency: Agency;
let other: Agency;
let record: RecordCommands;
beforeAll(async () => {
  const database = inject('mongodbUri').replace('/DATABASE', `/test-unindexed-${process.pid}`);
  api = await startApi({ MONGODB_URI: `${database}${monitorCommandsQuery}` });
  record = recordCommands();
  [agency, other] = [await anAgency(api), await anAgency(api)];
  const { id, createdAt, updatedAt, revision, ...client } = agency.client;
  await storeOf('Client').insertMany(
    Array.from({ length: limit }, (_, index) => ({
      ...client,
      name: `Client ${index}`,
      businessOwner: `Owner ${index}`,
    })),
  );
});
afterAll(() => api.close());

interface Page {
  pagination: { total: number };
  results: { name: string; businessOwner: string }[];
}

const list = (query: string, person = api.admin) =>
  callExpecting<Page>(person.call, 200, { path: `/api/clients?${query}` });
const rejected = (query: string, person = api.admin) =>
  callExpecting<{ reason: string }>(person.call, 400, { path: `/api/clients?${query}` });

describe('a sort or filter without an index', () => {
  it('is rejected with the number of records and the ways to narrow them when there are over 10,000', async () => {
    const message = (verb: string, label: string, count: string) =>
      `${verb} by ${label} is limited to 10,000 records, but there are ${count}. Narrow the list by a search or by: Client Name, `;
    expect(await rejected('sort=businessOwner')).toMatchObject({
      code: 'REQUEST_SCHEMA_INVALID',
      details: {
        context: 'querystring',
        fields: [{ path: '/sort', message: expect.stringContaining(message('Sorting', 'Business owner', '10,002')) }],
      },
    });
    expect(await rejected('businessOwner.contains=7&phoneNumber.is=any')).toMatchObject({
      details: {
        fields: [
          {
            path: '/businessOwner.contains',
            message: expect.stringContaining(message('Filtering', 'Business owner', '10,002')),
          },
          { path: '/phoneNumber.is' },
        ],
      },
    });
    const simple = `filter=${encodeURIComponent('{"businessOwner":{"contains":"7"}}')}&range=[0,9]`;
    expect(await rejected(simple)).toMatchObject({ details: { fields: [{ path: '/filter/businessOwner/contains' }] } });
  });

  it('is rejected for CSV in the same way, before the first row', async () => {
    const { status, body } = await api.admin.call({ path: '/api/clients.csv?sort=businessOwner' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'REQUEST_SCHEMA_INVALID' });
  });

  it('counts only what the caller may read', async () => {
    expect((await rejected('sort=businessOwner', agency.moderator)).reason).toContain('there are 10,001.');
    expect((await list('sort=businessOwner', other.moderator)).pagination.total).toBe(1);
  });

  it('is accepted when indexed filters or a search leave fewer', async () => {
    const first = agency.client.createdAt;
    expect((await list(`sort=businessOwner&createdAt.to=${first}`)).pagination.total).toBeGreaterThan(0);
    const { results } = await list('sort=-businessOwner&search=77&limit=3');
    expect(results.map(({ businessOwner }) => businessOwner)).toEqual(['Owner 7799', 'Owner 7798', 'Owner 7797']);
    expect((await list('businessOwner.contains=ER 99&search=99')).pagination.total).toBe(111);
  });

  it('is not limited when an index serves it, however many records there are', async () => {
    expect((await list('sort=name&limit=1')).pagination.total).toBe(limit);
    expect((await list('industry.not=Nobody', other.moderator)).results).toHaveLength(1);
  });

  it('reads and counts by the index of the filter that leaves the fewest records', async () => {
    const query = 'sort=businessOwner&industry=Roofing&limit=5';
    await aClient(api, { below: agency.entity, industry: 'Roofing' });
    const commands = await record(() => list(query, agency.moderator));
    const reads = commands.filter(({ collection, command }) => collection === 'clients' && command.hint);
    expect(reads.map(({ name, command }) => [name, command.hint]).slice(-2)).toEqual([
      ['find', { industry: 1, name: 1, _id: 1 }],
      ['count', { industry: 1, name: 1, _id: 1 }],
    ]);
  });

  it('waits for its turn when many run at once, and all get their rows', async () => {
    await Promise.all([1, 2, 3].map(() => aClient(api, { below: other.entity })));
    const pages = await Promise.all(Array.from({ length: 8 }, () => list('sort=businessOwner', other.moderator)));
    expect(pages.map(({ pagination }) => pagination.total)).toEqual(pages.map(() => 4));
  });
});
