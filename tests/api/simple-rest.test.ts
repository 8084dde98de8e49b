import simpleRestProvider from 'ra-data-simple-rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import { callExpecting } from '#tests/product/callers.ts';
import {
  creatableResources,
  listUrlOf,
  type RoutedName,
  resourcesWith,
  routedResources,
  sampleOf,
  urlKeyOf,
} from './contract-resources.ts';
import { aDraft, anAgency, clientFields } from './factories.ts';
import { samples } from './samples.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type HttpOptions = { method?: string; body?: unknown; headers?: unknown };

/** The unmodified data provider of react-admin, whose requests are injected into the app. */
function provider() {
  return simpleRestProvider('/api', async (path: string, { method = 'GET', body, headers }: HttpOptions = {}) => {
    const sent = headers instanceof Headers ? Object.fromEntries(headers) : {};
    const response = await api.app.inject({
      method: methods[method] ?? 'GET',
      url: path,
      headers: {
        'content-type': 'application/json',
        ...sent,
        origin: api.config.publicUrl,
        cookie: api.admin.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      },
      ...(typeof body === 'string' ? { payload: body } : {}),
    });
    if (response.statusCode >= 400) throw new Error(`${method} ${path}: ${response.statusCode} ${response.body}`);
    const received = new Headers();
    for (const [name, value] of Object.entries(response.headers)) received.set(name, String(value));
    return { status: response.statusCode, headers: received, body: response.body, json: JSON.parse(response.body) };
  });
}

const methods: Record<string, 'GET' | 'POST' | 'PUT' | 'DELETE'> = {
  GET: 'GET',
  POST: 'POST',
  PUT: 'PUT',
  DELETE: 'DELETE',
};

/** The resource name of a list in react-admin: its path below /api. */
const listOf = async (name: RoutedName) => (await listUrlOf(api, name)).slice('/api/'.length);

async function create(name: RoutedName, list: string): Promise<{ id: string }> {
  const record = await callExpecting<{ id: string }>(api.admin.call, 201, {
    method: 'POST',
    path: `/api/${list}`,
    body: await sampleOf(name).body(api),
  });
  // For react-admin, the id of a nested record is the key in its URL.
  return { id: String(Reflect.get(record, urlKeyOf(name))) };
}

const listParams = {
  pagination: { page: 1, perPage: 2 },
  sort: { field: 'createdAt', order: 'DESC' as const },
  filter: {},
};

/** Members are identified by their user in URLs but have ids of their own, so getMany does not apply to them. */
const isByItsId = (name: RoutedName) => urlKeyOf(name) === 'id';

describe.each(creatableResources)("react-admin's simple REST provider, on %s,", (name) => {
  it('lists a page with its total', async () => {
    const list = await listOf(name);
    await create(name, list);
    await create(name, list).catch(() => undefined);
    const { data, total } = await provider().getList(list, listParams);
    expect(data.length).toBeGreaterThan(0);
    expect(total).toBeGreaterThanOrEqual(data.length);
  });

  it('reads one record, and many by their ids', async () => {
    const list = await listOf(name);
    const one = await create(name, list);
    const { data } = await provider().getOne(list, { id: one.id });
    expect(data).toMatchObject({ [urlKeyOf(name)]: one.id });
    expect((await provider().getMany(list, { ids: [data.id] })).data).toMatchObject([{ id: data.id }]);
  });

  it('creates a record', async () => {
    const data = await sampleOf(name).body(api);
    const response = await provider().create(await listOf(name), { data: { ...data } });
    expect(response.data).toMatchObject({ id: expect.any(String) });
  });
});

describe.each(resourcesWith('update').filter(isByItsId))("react-admin's simple REST provider, on %s,", (name) => {
  it('saves the whole record that it has read', async () => {
    const list = await listOf(name);
    const { id } = await create(name, list);
    const { data: previousData } = await provider().getOne(list, { id });
    const { change } = sampleOf(name);
    const data = { ...previousData, ...change };
    expect((await provider().update(list, { id, data, previousData })).data).toMatchObject(change);
  });
});

describe.each(resourcesWith('delete').filter(isByItsId))("react-admin's simple REST provider, on %s,", (name) => {
  it('deletes a record', async () => {
    const list = await listOf(name);
    const { id } = await create(name, list);
    expect((await provider().delete(list, { id, previousData: { id } })).data).toMatchObject({ id });
    expect((await provider().getMany(list, { ids: [id] })).data).toEqual([]);
  });
});

describe("react-admin's simple REST provider", () => {
  it("react-admin's simple REST provider deletes many records", async () => {
    const records = [await create('Client', 'clients'), await create('Client', 'clients')];
    const ids = records.map(({ id }) => id);
    await provider().deleteMany('clients', { ids });
    expect((await provider().getMany('clients', { ids })).data).toEqual([]);
  });

  it.each(routedResources.filter((name) => !creatableResources.includes(name)))(
    'gets a clear error that no %s can be created',
    async (name) => {
      const making = provider().create(await listOf(name), { data: { name: 'x' } });
      await expect(making).rejects.toThrow(/: 40[04] .*"code":"(RESOURCE_NOT_FOUND|REQUEST_SCHEMA_INVALID)"/);
      expect((await provider().getList(await listOf(name), listParams)).data).toEqual(expect.any(Array));
    },
  );
});

describe('the simple REST dialect', () => {
  const get = (query: Record<string, string>) => api.admin.call({ path: `/api/clients?${new URLSearchParams(query)}` });
  const rejectionAt = (path: string) => ({
    status: 400,
    body: { details: { context: 'querystring', fields: expect.arrayContaining([expect.objectContaining({ path })]) } },
  });

  it('the simple REST dialect searches with q', async () => {
    await api.admin.create('Client', { ...(await samples.Client?.body(api)), name: 'Quince Quilts' });
    expect((await get({ filter: '{"q":"quince"}' })).body).toMatchObject([{ name: 'Quince Quilts' }]);
  });

  it('continues by the X-Next header of the previous page, at any depth', async () => {
    const first = await get({ range: '[0,1]', sort: '["createdAt","ASC"]' });
    const after = first.headers.get('x-next') ?? '';
    const second = await get({ range: '[2,3]', sort: '["createdAt","ASC"]', after });
    expect(second.body).toEqual((await get({ range: '[2,3]', sort: '["createdAt","ASC"]' })).body);
    expect(await get({ range: '[2,3]', sort: '["createdAt","DESC"]', after })).toMatchObject(rejectionAt('/after'));
    const last = await get({ range: '[0,999]', sort: '["createdAt","ASC"]' });
    expect(last.headers.get('x-next')).toBeNull();
  });

  it('reports if there are more rows than it counts, and continues after them', async () => {
    const like = { ...clientFields(), industry: 'Countless' };
    const names = Array.from({ length: 10_004 }, (_, index) => ({ ...like, name: `Countless ${10_000 + index}` }));
    await storeOf('Client').insertMany(names);
    const query = { filter: '{"industry":"Countless"}', sort: '["name","ASC"]', columns: 'name' };
    const last = await get({ ...query, range: '[9999,9999]' });
    expect(last.headers.get('x-total-is-minimum')).toBe('true');
    const beyond = await get({ ...query, range: '[0,9]', after: last.headers.get('x-next') ?? '' });
    expect(beyond.body).toMatchObject(names.slice(10_000).map(({ name }) => ({ name })));
    const single = await get({ range: '[0,0]', filter: '{"name":"Countless 10007"}' });
    expect(single.headers.get('x-total-is-minimum')).toBeNull();
  });

  it('returns references as records if they are populated', async () => {
    const agency = await anAgency(api);
    const draft = await aDraft(agency);
    const query = new URLSearchParams({ filter: JSON.stringify({ id: draft.id }), populate: 'client,user' });
    const { body } = await api.admin.call({ path: `/api/orders?${query}` });
    expect(body).toMatchObject([{ client: { name: agency.client.name }, user: { id: agency.user.user.id } }]);
  });

  it('returns all records that are requested by ids, however many', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 25; count += 1) {
      const { id } = await api.admin.create('Client', { ...(await samples.Client?.body(api)) });
      ids.push(id);
    }
    const { data } = await provider().getMany('clients', { ids });
    expect(data.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  it('reaches a thousand rows and no more', async () => {
    expect((await get({ range: '[0,999]' })).status).toBe(200);
    expect(await get({ range: '[0,1000]' })).toMatchObject(rejectionAt('/range'));
  });

  it.each(['null', '5', '{}', '[1]', '[-1,5]', '[5,1]', '["0","1"]', 'x'])(
    'is rejected with the range %j',
    async (range) => {
      expect(await get({ range })).toMatchObject(rejectionAt('/range'));
    },
  );

  it.each(['null', '[]', '["name"]', '["name","UP"]', '[1,"ASC"]', '["nonsense","ASC"]'])(
    'is rejected with the sort %j',
    async (sort) => {
      expect(await get({ range: '[0,9]', sort })).toMatchObject(rejectionAt('/sort'));
    },
  );

  it.each(['null', '[]', '5', '"x"', '{'])('is rejected with the filter %j', async (filter) => {
    expect(await get({ filter })).toMatchObject(rejectionAt('/filter'));
  });

  it('is rejected with an unknown filter, and with database operators', async () => {
    expect(await get({ filter: '{"nonsense":1}' })).toMatchObject(rejectionAt('/filter/nonsense'));
    expect(await get({ filter: '{"name":{"$ne":""}}' })).toMatchObject(rejectionAt('/filter/name/$ne'));
    expect(await get({ filter: '{"$where":"1"}' })).toMatchObject(rejectionAt('/filter/$where'));
  });

  it.each(['page', 'limit', 'search', 'name'])('cannot be combined with %s', async (key) => {
    expect(await get({ range: '[0,9]', [key]: '1' })).toMatchObject(rejectionAt(`/${key}`));
  });
});
