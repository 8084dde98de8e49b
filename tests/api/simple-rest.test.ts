import simpleRestProvider from 'ra-data-simple-rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemas } from '#schemas/generated/registry.ts';
import type { Records } from '#schemas/generated/types.ts';
import { resourceOf } from '#schemas/resource/resource.ts';
import { samples } from './samples.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type Name = keyof Records;
const isName = (name: string): name is Name => Object.hasOwn(schemas, name);
const listed = Object.keys(schemas)
  .filter(isName)
  .filter((name) => resourceOf(schemas[name]).operations.includes('list'));
const deletable = listed.filter((name) => name === 'Order' || resourceOf(schemas[name]).operations.includes('delete'));
const pathOf = (name: Name) => resourceOf(schemas[name]).path;

type HttpOptions = { method?: string; body?: unknown; headers?: unknown };

/** The unmodified data provider of react-admin, whose requests are injected instead of sent. */
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

async function made(name: Name): Promise<{ id: string }> {
  const sample = samples[name];
  if (!sample) throw new Error(`tests/api/samples.ts has no sample of ${name}`);
  return api.admin.create(name, await sample.body(api));
}

const change = (name: Name) => samples[name]?.change ?? {};
const ask = { pagination: { page: 1, perPage: 2 }, sort: { field: 'createdAt', order: 'DESC' as const }, filter: {} };

describe.each(listed)("react-admin's simple REST provider, on %s,", (name) => {
  const path = pathOf(name);

  it('lists a page with its total', async () => {
    const records = [await made(name), await made(name), await made(name)];
    const { data, total } = await provider().getList(path, ask);
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({ id: records.at(-1)?.id });
    expect(total).toBeGreaterThanOrEqual(3);
  });

  it('reads one and many', async () => {
    const [one, other] = [await made(name), await made(name)];
    expect((await provider().getOne(path, { id: one.id })).data).toMatchObject({ id: one.id });
    const { data } = await provider().getMany(path, { ids: [one.id, other.id] });
    expect(data.map(({ id }) => id).toSorted()).toEqual([one.id, other.id].toSorted());
  });

  it('makes one', async () => {
    const data = await samples[name]?.body(api);
    expect((await provider().create(path, { data: { ...data } })).data).toMatchObject({ id: expect.any(String) });
  });

  it('saves the whole record that it has read', async () => {
    const { id } = await made(name);
    const { data: previousData } = await provider().getOne(path, { id });
    const data = { ...previousData, ...change(name) };
    expect((await provider().update(path, { id, data, previousData })).data).toMatchObject(change(name));
  });
});

describe.each(deletable)("react-admin's simple REST provider, on %s,", (name) => {
  it('removes one and many', async () => {
    const path = pathOf(name);
    const [one, other, third] = [await made(name), await made(name), await made(name)];
    const previousData = { id: one.id };
    expect((await provider().delete(path, { id: one.id, previousData })).data).toMatchObject({ id: one.id });
    await provider().deleteMany(path, { ids: [other.id, third.id] });
    expect((await provider().getMany(path, { ids: [one.id, other.id, third.id] })).data).toEqual([]);
  });
});

describe('the simple REST dialect', () => {
  const get = (query: Record<string, string>) => api.admin.call({ path: `/api/clients?${new URLSearchParams(query)}` });
  const refusal = (path: string) => ({
    status: 400,
    body: { details: { context: 'querystring', fields: expect.arrayContaining([expect.objectContaining({ path })]) } },
  });

  it('searches with q', async () => {
    await api.admin.create('Client', { ...(await samples.Client?.body(api)), name: 'Quince Quilts' });
    expect((await get({ filter: '{"q":"quince"}' })).body).toMatchObject([{ name: 'Quince Quilts' }]);
  });

  it('answers all records that are asked for by their ids, however many', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 25; made += 1) {
      const { id } = await api.admin.create('Client', { ...(await samples.Client?.body(api)) });
      ids.push(id);
    }
    const { data } = await provider().getMany('clients', { ids });
    expect(data.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  it('reaches a thousand rows and no further', async () => {
    expect((await get({ range: '[0,999]' })).status).toBe(200);
    expect(await get({ range: '[0,1000]' })).toMatchObject(refusal('/range'));
  });

  it.each(['null', '5', '{}', '[1]', '[-1,5]', '[5,1]', '["0","1"]', 'x', ''])(
    'is refused with the range %j',
    async (range) => {
      expect(await get({ range })).toMatchObject(refusal('/range'));
    },
  );

  it.each(['null', '[]', '["name"]', '["name","UP"]', '[1,"ASC"]', '["nonsense","ASC"]'])(
    'is refused with the sort %j',
    async (sort) => {
      expect(await get({ range: '[0,9]', sort })).toMatchObject(refusal('/sort'));
    },
  );

  it.each(['null', '[]', '5', '"x"', '{'])('is refused with the filter %j', async (filter) => {
    expect(await get({ filter })).toMatchObject(refusal('/filter'));
  });

  it('is refused with an unknown filter, and with operators of the database', async () => {
    expect(await get({ filter: '{"nonsense":1}' })).toMatchObject(refusal('/filter/nonsense'));
    expect(await get({ filter: '{"name":{"$ne":""}}' })).toMatchObject(refusal('/filter/name'));
    expect(await get({ filter: '{"$where":"1"}' })).toMatchObject(refusal('/filter/$where'));
  });

  it.each(['page', 'limit', 'search', 'name'])('is not mixed with %s', async (key) => {
    expect(await get({ range: '[0,9]', [key]: '1' })).toMatchObject(refusal(`/${key}`));
  });
});
