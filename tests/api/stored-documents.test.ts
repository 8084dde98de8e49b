import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resource } from '#api/engine/store/model.ts';
import { storeOf } from '#api/engine/store/store.ts';
import { storesTreePath, treePath } from '#api/engine/store/tree-path.ts';
import { schemas } from '#schemas/generated/registry.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { baseProperties, isPart, resourceOf } from '#schemas/resource/resource.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { creatableResources, createSample, resourcesWith, sampleOf } from './contract-resources.ts';
import { aClient, anAgency, anEntity, aProduct } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Properties that the store adds to the fields of a record. */
const beside = ['_id', 'holds'];

/** The paths of a stored value that its schema does not define. */
function strangersIn(value: unknown, { properties, items }: Property, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => (items ? strangersIn(each, items, path) : []));
  if (!properties || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const property = properties[name];
    return property ? strangersIn(each, property, `${path}/${name}`) : [`${path}/${name}`];
  });
}

describe('a stored document', () => {
  it.each(creatableResources.filter((name) => !isPart(schemas[name])))(
    'a stored document of %s matches its schema after a create and a change',
    async (name) => {
      const { record, url } = await createSample(api, name);
      if (resourcesWith('update').includes(name))
        await callExpecting(api.admin.call, 200, { method: 'PATCH', path: url, body: sampleOf(name).change });
      const { path, search } = resourceOf(schemas[name]);
      const pathField = storesTreePath(resource(name)) ? [treePath] : [];
      const document = await mongoose.connection
        .collection(path)
        .findOne({ _id: new mongoose.Types.ObjectId(record.id) });
      const storeFields = [...beside, ...(search.length > 0 ? ['searchKeys'] : []), ...pathField];
      const own = Object.entries(document ?? {}).filter(([field]) => !storeFields.includes(field));
      expect(own.length).toBeGreaterThan(3);
      const known = { properties: { ...schemas[name].properties, ...baseProperties } };
      expect(strangersIn(Object.fromEntries(own), known, '')).toEqual([]);
    },
  );

  it('cannot have a field that the schema does not define, nor be queried by one', async () => {
    await aClient(api);
    const nowhere = { $set: { nowhere: 1 } };
    await expect(storeOf('Client').updateMany({}, nowhere)).rejects.toThrow(/nowhere/);
    await expect(storeOf('Client').find({ filter: { nowhere: 1 } })).rejects.toThrow(/nowhere/);
    await expect(storeOf('Client').insertMany([{ ...(await aClient(api)), ...{ nowhere: 1 } }])).rejects.toThrow(
      /nowhere/,
    );
  });
});

it('a page with a limit of one byte still contains one record, and reports that more follow', async () => {
  await aClient(api);
  await aClient(api);
  const page = await storeOf('Client').page({ sort: ['name'], limit: 5 }, 1);
  expect(page).toMatchObject({ rows: [{}], isMore: true, endsEarly: true });
  const all = await storeOf('Client').page({ sort: ['name'], limit: 200 }, 1_000_000);
  expect(all).toMatchObject({ isMore: false, endsEarly: false });
});

it('a page with selected fields reads no others', async () => {
  const { id, name } = await aClient(api);
  const page = await storeOf('Client').page({ filter: { _id: id }, limit: 1, only: ['name'] }, 1_000_000);
  expect(page.rows.map((row) => row.record())).toStrictEqual([{ id, name }]);
  expect(await storeOf('Client').find({ filter: { _id: id }, only: ['name'] })).toStrictEqual([{ id, name }]);
});

it('a duplicate of a unique value is reported with its field, whoever has it', async () => {
  const product = await aProduct(api);
  const { channel, entity } = await anAgency(api);
  const twice: [string, object, string][] = [
    ['/api/products', { key: product.key, name: 'Twice' }, '/key'],
    [
      '/api/channels',
      { name: 'Twice', slug: channel.slug, entityId: entity.id, orderFormId: channel.orderFormId },
      '/slug',
    ],
  ];
  for (const [path, body, field] of twice)
    expect(await api.admin.call({ method: 'POST', path, body })).toMatchObject({
      status: 409,
      body: { code: 'RESOURCE_CONFLICT', details: { fields: [{ path: field, message: 'Is already taken' }] } },
    });
});

it('the tree scope of a record contains the entities above it, and that of an entity contains itself as well', async () => {
  const [top, other] = [await anEntity(api), await anEntity(api)];
  const below = await anEntity(api, { parent: top.id });
  expect([top.treeScope, below.treeScope]).toEqual([[top.id], [below.id, top.id]]);
  const client = await aClient(api, { below });
  expect(client.treeScope.slice(-2)).toEqual([below.id, top.id]);
  expect(client.treeScope).not.toContain(other.id);
});
