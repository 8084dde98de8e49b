import { describe, expect, it } from 'vitest';
import type { Order } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { expectedQueryError, openClientLists } from './client-lists.ts';
import { aClient, aDraft, anAgency, anEntity, aProduct } from './factories.ts';
import { cancelation, patchOrderOk } from './order-helpers.ts';

const known = openClientLists();
const { list, namesOf, rejectedAt } = known;

describe('a page of a list', () => {
  it('has the first twenty records by name by default', async () => {
    const { pagination, results } = await list('');
    expect(pagination).toEqual({ page: 1, limit: 20, total: 6 });
    expect(results).toHaveLength(6);
  });

  it('continues where the previous page ended', async () => {
    const whole = await namesOf('sort=createdAt');
    expect([...(await namesOf('sort=createdAt&limit=4')), ...(await namesOf('sort=createdAt&limit=4&page=2'))]).toEqual(
      whole,
    );
  });

  it('beyond row 10,000 is rejected, and the error says how to continue', async () => {
    const error = { message: 'Pages end at row 10000: continue with `after`, the `next` of the previous page' };
    expect((await list('page=500')).results).toEqual([]);
    expect(await rejectedAt('page=501')).toMatchObject({ details: { fields: [{ path: '/page', ...error }] } });
    expect(await rejectedAt('range=[10000,10019]')).toMatchObject({
      details: { fields: [{ path: '/range', ...error }] },
    });
  });

  it('beyond the last one is empty and has the total', async () => {
    expect(await list('page=9')).toEqual({ pagination: { page: 9, limit: 20, total: 6 }, results: [] });
  });

  it('has its position in headers as well', async () => {
    const { headers } = await known.api.admin.call({ path: '/api/clients?limit=2&page=2' });
    expect(headers.get('content-range')).toBe('clients 2-3/6');
    expect(headers.get('x-total-count')).toBe('6');
  });

  it.each(['limit=0', 'limit=201', 'limit=x', 'limit=1.5', 'page=0', 'page=-1', 'page=1e3'])(
    'is rejected for %s',
    async (query) => {
      expect(await rejectedAt(query)).toMatchObject(expectedQueryError(`/${query.split('=')[0]}`));
    },
  );

  it('reports all errors of a query at once', async () => {
    expect(await rejectedAt('limit=0&page=0&sort=nonsense&nonsense=1')).toMatchObject({
      details: {
        fields: expect.arrayContaining(
          ['/limit', '/page', '/sort', '/nonsense'].map((path) => expect.objectContaining({ path })),
        ),
      },
    });
  });

  it.each(['nonsense=1', 'formdata=1', '__proto__=1', 'treeScope.0=1', '$where=1', 'name[$ne]=x'])(
    'is rejected for the unknown parameter %s',
    async (query) => {
      expect(await rejectedAt(query)).toMatchObject({ code: 'REQUEST_SCHEMA_INVALID' });
    },
  );

  it('is rejected for a duplicate parameter', async () => {
    expect(await rejectedAt('page=1&page=2')).toMatchObject(expectedQueryError('/page'));
  });
});

describe('the sort order of a list', () => {
  it('is descending with a minus', async () => {
    const up = await namesOf('sort=createdAt');
    expect(await namesOf('sort=-createdAt')).toEqual(up.toReversed());
  });

  it.each(['created', 'updated'])('accepts the short name for %s in both query dialects', async (name) => {
    const down = await namesOf(`sort=-${name}At`);
    expect(await namesOf(`sort=-${name}`)).toEqual(down);
    const { body } = await known.api.admin.call({ path: `/api/clients?range=[0,9]&sort=["${name}","DESC"]` });
    expect(body).toMatchObject(down.map((each) => ({ name: each })));
  });

  it('the sort order of a list accepts several fields', async () => {
    const results = (await list('sort=-industry,-name')).results;
    const sorted = results.toSorted(
      (one, other) => other.industry.localeCompare(one.industry) || (other.name > one.name ? 1 : -1),
    );
    expect(results).toEqual(sorted);
  });

  it.each(['nonsense', 'treeScope', 'businessAddress', '-'])('is rejected for %j', async (field) => {
    expect(await rejectedAt(`sort=${field}`)).toMatchObject(expectedQueryError('/sort'));
  });

  it('can be any scalar field, with or without an index', async () => {
    for (const sort of ['phoneNumber', 'businessName', 'industry', 'website']) {
      const values = (await list(`sort=${sort}`)).results.map((each) => String(Reflect.get(each, sort)));
      expect(values).toEqual(values.toSorted());
    }
    expect((await known.agency.user.call({ path: '/api/clients?sort=phoneNumber' })).status).toBe(200);
  });

  it('has at most three fields, and the error lists all that it can have', async () => {
    const error = await rejectedAt('sort=businessOwner,businessName,phoneNumber,name');
    expect(error).toMatchObject({
      details: {
        fields: [
          {
            path: '/sort',
            message: expect.stringMatching(/^Must be one of: name; externalId; businessOwner;.*industry,name/),
          },
        ],
      },
    });
  });
});

describe('the search of a list', () => {
  it('that finds nothing suggests a query with a similar word of a record that the caller may read', async () => {
    const page = (query: string, person = known.api.admin) =>
      callExpecting<{ pagination: { total: number; suggestion?: string } }>(person.call, 200, {
        path: `/api/clients?${query}`,
      });
    for (const [typed, suggested] of [
      ['brich', 'birch'],
      ['Cedr', 'cedar'],
      ['cinemma cedar', 'cinema cedar'],
      ['Ärztte', 'arzte'],
    ])
      expect((await page(`search=${encodeURIComponent(typed ?? '')}`)).pagination).toMatchObject({
        total: 0,
        suggestion: suggested,
      });
    const stranger = await anAgency(known.api);
    for (const [query, person] of [
      ['search=brich', stranger.user],
      ['search=xyzzy', known.api.admin],
      ['search=bir', known.api.admin],
      ['search=brich&industry=Food', known.api.admin],
    ] as const)
      expect((await page(query, person)).pagination).not.toHaveProperty('suggestion');
    const filter = encodeURIComponent('{"q":"brich"}');
    const { headers } = await known.api.admin.call({ path: `/api/clients?filter=${filter}&range=[0,9]` });
    expect(headers.get('x-suggestion')).toBe('birch');
  });

  it.each([
    ['birch', ['Birch Books', 'birch Bikes']],
    ['BIRCH bo', ['Birch Books']],
    ['books birch', ['Birch Books']],
    ['arzte', ['Ärzte Bäder']],
    ["o'neil (", ["O'Neil (Sons) & Co."]],
    ['.*', []],
    ['nobody at all', []],
  ])('the search of a list for %j matches the beginnings of words', async (search, names) => {
    expect((await namesOf(`search=${encodeURIComponent(search)}`)).toSorted()).toEqual(names.toSorted());
  });

  it('finds a record by its new name and not by the old one', async () => {
    const client = await aClient(known.api, { name: 'Willow Windows' });
    await known.api.admin.call({ method: 'PATCH', path: `/api/clients/${client.id}`, body: { name: 'Maple Mirrors' } });
    expect(await namesOf('search=maple')).toEqual(['Maple Mirrors']);
    expect(await namesOf('search=willow')).toEqual([]);
    await known.api.admin.call({ method: 'DELETE', path: `/api/clients/${client.id}` });
  });
});

describe('a list row', () => {
  it('of an order has only the properties that lists show', async () => {
    await aDraft(known.agency);
    const [row = {}] = (await list<object>('', '/api/orders')).results;
    expect(Object.keys(row).toSorted()).toEqual([
      ...['amount', 'assignedTo', 'bypassRequestedBy', 'campaign', 'changeDate', 'channelId', 'client', 'createdAt'],
      ...['form', 'id', 'neededBy', 'refCode', 'revision', 'sentBackReason', 'status', 'submissionDate'],
      ...['updatedAt', 'user', 'waitingSince'],
    ]);
  });

  it('is small: it omits free-form data, lines, history and notes', async () => {
    const draft = await aDraft(known.agency);
    const [spot, jingle] = [await aProduct(known.api), await aProduct(known.api)];
    const lines = Array.from({ length: 20 }, () => [{ product: spot.id }, { product: jingle.id }]).flat();
    await patchOrderOk(known.agency.user, draft, { products: lines });
    await patchOrderOk(known.agency.user, draft, { ...cancelation, cancelationNotes: 'Closed. '.repeat(500) });
    const [row] = (await list(`id=${draft.id}`, '/api/orders')).results;
    for (const field of ['formData', 'products', 'actions', 'cancelationNotes']) expect(row).not.toHaveProperty(field);
    expect(JSON.stringify(row).length).toBeLessThan(1024);
  });

  it('has the lines of an order if their products are populated', async () => {
    const draft = await aDraft(known.agency);
    const product = await aProduct(known.api);
    await patchOrderOk(known.agency.user, draft, { products: [{ product: product.id, data: {} }] });
    const { results } = await list<Order>(`id=${draft.id}&populate=product`, '/api/orders');
    expect(results).toMatchObject([{ products: [{ product: { id: product.id, name: product.name } }] }]);
    expect(results[0]?.products[0]).not.toHaveProperty('data');
  });
});

describe('an options list', () => {
  it.each(['channels', 'forms'])('an options list of all %s is an array of names, sorted by name', async (path) => {
    const [first] = await callExpecting<object[]>(known.api.admin.call, 200, { path: `/api/${path}/list` });
    expect(first).toMatchObject({ id: expect.any(String), name: expect.any(String) });
  });

  it('an options list of the entities is a tree', async () => {
    const branch = await anEntity(known.api, { name: 'Branch', parent: known.agency.entity.id });
    const tree = await callExpecting<{ id: string }[]>(known.api.admin.call, 200, { path: '/api/entities/tree' });
    expect(tree.find(({ id }) => id === known.agency.entity.id)).toMatchObject({
      name: known.agency.entity.name,
      subType: 'abstract',
      children: expect.arrayContaining([{ id: branch.id, name: 'Branch', subType: 'abstract', children: [] }]),
    });
  });
});
