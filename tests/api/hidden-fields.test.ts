import { Types } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { invalidateCache } from '#api/engine/store/cache-versions.ts';
import { isResourceName, model, type ResourceName } from '#api/engine/store/model.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { schemas } from '#schemas/generated/registry.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { isPart } from '#schemas/resource/resource.ts';
import { pathOf } from '#tests/product/callers.ts';
import { sweepSample } from '#tests/runner/sweep.ts';
import { type AgencyFixture, createAgencyFixture } from './agency-fixture.ts';
import { parentOf, resourcesWith, sampleOf } from './contract-resources.ts';
import { type ApiOperation, queryVariants, readOperations } from './operations.ts';
import { type Api, startApi } from './server.ts';
import { uploadsTo } from './uploads.ts';

/** Several hundred requests. Milliseconds. */
const timeout = 300_000;

/** Marker values planted where no response may contain them, by the type of the value. */
const planted = { text: 'Quagmire', id: 'decafbaddecafbaddecafbad', number: 871_263 };
const marks = new RegExp(Object.values(planted).join('|'));

let api: Api;
let agency: AgencyFixture;
let endpoints: ApiOperation[];
/** The paths of all planted values: 'Order.stray', 'User.authProviders.challenge'. */
const places = new Set<string>();

beforeAll(async () => {
  api = await startApi();
  agency = await createAgencyFixture({ api, uploads: await uploadsTo(api), mark: 'Zanzibar' });
  endpoints = await readOperations(api);
  for (const name of Object.keys(schemas).filter(isResourceName)) await plantIn(name);
}, timeout);
afterAll(() => api.close());

it('plants an unknown field and each hidden field in stored records of every resource', () => {
  const isIn = (name: string, place: string) => [...places].some((each) => each === `${name}.${place}`);
  const names = Object.keys(agency.ids).filter((name) => {
    const schema = schemas[nameOf(name)];
    return !schema['x-store']?.internal && !isPart(schema);
  });
  expect(names.filter((name) => !isIn(name, 'stray'))).toEqual([]);
  for (const name of names)
    for (const path of schemas[nameOf(name)]['x-store']?.hidden ?? []) expect([...places]).toContain(`${name}.${path}`);
});

it('no GET request returns a planted value', { timeout }, async () => {
  const leaks: string[] = [];
  const variantsOf = (endpoint: ApiOperation) =>
    queryVariants(endpoint, 'Zanzibar').filter((each) => !each.startsWith('?sort='));
  const reads = endpoints.filter(({ method }) => method === 'GET');
  const paths = reads.flatMap((endpoint) =>
    variantsOf(endpoint).map((query) => `${agency.pathTo(endpoint.path)}${query}`),
  );
  for (const path of sweepSample(paths, 3)) {
    const { status, body } = await api.admin.call({ path });
    if (status >= 500) leaks.push(`${path}: ${status}`);
    if (marks.test(JSON.stringify(body))) leaks.push(path);
  }
  expect(leaks).toEqual([]);
});

it.each(resourcesWith('update').filter((each) => !isPart(schemas[each])))(
  'a PATCH of %s hides planted values',
  async (name) => {
    const above = parentOf(name);
    const list = above ? `${pathOf(nameOf(above.resource))}/${agency.ids[above.resource]}/${above.path}` : pathOf(name);
    const path = `${list}/${agency.ids[name]}`;
    const { status, body } = await api.admin.call({ method: 'PATCH', path, body: sampleOf(name).change });
    expect([name, status, marks.exec(JSON.stringify(body))?.[0]]).toEqual([name, 200, undefined]);
  },
);

/**
 * Plants an unknown field in each object, and marker values in the hidden fields, of all stored records of a resource.
 */
async function plantIn(name: ResourceName): Promise<void> {
  const { properties, 'x-store': store = {} } = schemas[name];
  // A part is embedded in the record that owns it.
  if (store.internal || isPart(schemas[name])) return;
  const { collection } = model(name);
  for (const document of await collection.find().toArray()) {
    plant(document, { properties, hidden: store.hidden ?? [], place: name });
    await collection.replaceOne({ _id: document._id }, document);
  }
  if (store.cache) await invalidateCache(name);
}

interface PlantTarget {
  properties: Record<string, Property>;
  /** Hidden paths relative to this object. */
  hidden: string[];
  place: string;
}

function plant(holder: Record<string, unknown>, { properties, hidden, place }: PlantTarget): void {
  holder.stray = planted.text;
  places.add(`${place}.stray`);
  for (const [name, property] of Object.entries(properties)) {
    const inside = property.items ?? property;
    if (hidden.includes(name)) {
      const value = valueFor(inside);
      holder[name] = property.items ? [value] : value;
      places.add(`${place}.${name}`);
    }
    if (!inside.properties) continue;
    const below = hidden.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));
    for (const each of [holder[name]].flat().filter(isRecord))
      plant(each, { properties: inside.properties, hidden: below, place: `${place}.${name}` });
  }
}

/** Counter for hidden values that have a unique index. */
let unlike = 0;

function valueFor({ type, format, 'x-ref': reference }: Property): unknown {
  if (reference) return new Types.ObjectId(planted.id);
  if (format === 'date-time') return new Date(planted.number);
  return [type].flat().some((each) => each === 'integer' || each === 'number')
    ? planted.number
    : `${planted.text} ${++unlike}`;
}

function nameOf(title: string): ResourceName {
  if (isResourceName(title)) return title;
  throw new Error(`There is no schema with the title ${title}`);
}
