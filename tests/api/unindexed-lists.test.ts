import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { resource } from '#api/engine/store/model.ts';
import { storeOf } from '#api/engine/store/store.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { type Agency, aClient, aDraft, anAgency } from './factories.ts';
import { monitorCommandsQuery, type RecordCommands, recordCommands } from './query-recorder.ts';
import { type Api, startApi } from './server.ts';

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

  it('does not compare each record with the values of a field that only an indexed sort needs', async () => {
    const [find] = await ordersBy(agency, 'sort=amount');
    expect(JSON.stringify(find?.command.filter)).not.toContain('DRAFT');
    const [sorted] = await ordersBy(agency, 'sort=-updatedAt');
    expect(JSON.stringify(sorted?.command.filter)).toContain('DRAFT');
  });

  it('waits for its turn when many run at once, and all get their rows', async () => {
    await Promise.all([1, 2, 3].map(() => aClient(api, { below: other.entity })));
    const pages = await Promise.all(Array.from({ length: 8 }, () => list('sort=businessOwner', other.moderator)));
    expect(pages.map(({ pagination }) => pagination.total)).toEqual(pages.map(() => 4));
  });
});

/** The commands of a list of the agency's orders by its moderator: the page and the total. */
async function ordersBy({ client, moderator }: Agency, query: string) {
  const path = `/api/orders?client=${client.id}&${query}`;
  const commands = await record(() => callExpecting<Page>(moderator.call, 200, { path }));
  return commands.filter(
    ({ collection, name, command }) => collection === 'orders' && (name === 'find' || !isProbe(command)),
  );
}

/** Counts of one field choose the index of a sort without one. */
const isProbe = ({ query }: Record<string, unknown>) => isRecord(query) && !Object.hasOwn(query, '$and');

describe('the total of the orders of one client', () => {
  beforeAll(async () => {
    for (const each of [agency, agency, other]) await aDraft(each);
  });

  it.each(['sort=-updatedAt', 'sort=amount&status=DRAFT', 'status=DRAFT&channelId=CHANNEL&form=FORM'])(
    'is counted by an index without reading orders: %s',
    async (query) => {
      const { id, orderFormId } = agency.channel;
      const path = query.replace('CHANNEL', id).replace('FORM', orderFormId);
      const count = (await ordersBy(agency, path)).find(({ name }) => name === 'count');
      const { query: filter, hint } = count?.command ?? {};
      const explained: unknown = await mongoose.connection
        .collection('orders')
        .find(Object(filter), { ...(hint ? { hint: Object(hint) } : {}), projection: { _id: 0, client: 1 } })
        .explain('executionStats');
      expect(explained).toMatchObject({ executionStats: { nReturned: 2, totalDocsExamined: 0 } });
    },
  );

  it('contains only what the caller may read', async () => {
    const totalFor = async ({ moderator, user }: Agency, { client }: Agency, role: 'moderator' | 'user') => {
      const { call } = role === 'moderator' ? moderator : user;
      const { pagination, results } = await callExpecting<Page>(call, 200, { path: `/api/orders?client=${client.id}` });
      expect(results).toHaveLength(pagination.total);
      return pagination.total;
    };
    for (const role of ['moderator', 'user'] as const) {
      expect(await totalFor(agency, agency, role)).toBe(2);
      expect(await totalFor(other, agency, role)).toBe(0);
      expect(await totalFor(agency, other, role)).toBe(0);
      expect(await totalFor(other, other, role)).toBe(1);
    }
  });

  it('counts the orders where they are while a job moves them after their client', async () => {
    const moved = await aClient(api, { below: agency.entity });
    await aDraft({ ...agency, client: moved });
    const path = `/api/orders?client=${moved.id}`;
    const { treeScope } = other.client;
    await storeOf('Client').updateDerived({ _id: moved.id }, { $set: { treeScope } });
    const { pagination } = await callExpecting<Page>(agency.moderator.call, 200, { path });
    expect(pagination.total).toBe(1);
    expect((await callExpecting<Page>(other.moderator.call, 200, { path })).results).toEqual([]);
  });
});

it('a list of imported records reads once which imports are visible, so that its total and its rows agree', async () => {
  const commands = await record(() => callExpecting<Page>(api.admin.call, 200, { path: '/api/proof_of_work' }));
  const { path } = resource('ImportLedger');
  expect(commands.filter(({ collection }) => collection === path)).toHaveLength(1);
});
