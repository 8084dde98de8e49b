import { Types } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isResourceName, model, type ResourceName } from '#api/store/model.ts';
import { moveVersion } from '#api/store/versions.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { schemas } from '#schemas/generated/registry.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { isPart } from '#schemas/resource/resource.ts';
import { type Door, doorsOf, questionsOf } from './doors.ts';
import { nestedOf, offering, sampleOf } from './places.ts';
import { type Api, pathOf, startApi } from './server.ts';
import { uploadsTo } from './uploads.ts';
import { aWholeAgency, type WholeAgency } from './whole-agency.ts';

/** Some hundred questions. Milliseconds. */
const timeout = 300_000;

/** What is put where nobody should get it, by the type of value that stands there. */
const planted = { text: 'Quagmire', id: 'decafbaddecafbaddecafbad', number: 871_263 };
const marks = new RegExp(Object.values(planted).join('|'));

let api: Api;
let agency: WholeAgency;
let doors: Door[];
/** What was planted: 'Order.stray', 'User.authProviders.challenge'. */
const places = new Set<string>();

beforeAll(async () => {
  api = await startApi();
  agency = await aWholeAgency({ api, uploads: await uploadsTo(api), mark: 'Zanzibar' });
  doors = await doorsOf(api);
  for (const name of Object.keys(schemas).filter(isResourceName)) await plantIn(name);
}, timeout);
afterAll(() => api.close());

it('a field that no schema has and one that is hidden stand in records of each resource', () => {
  const isIn = (name: string, place: string) => [...places].some((each) => each === `${name}.${place}`);
  const made = Object.keys(agency.ids).filter((name) => {
    const schema = schemas[nameOf(name)];
    return !schema['x-store']?.internal && !isPart(schema);
  });
  expect(made.filter((name) => !isIn(name, 'stray'))).toEqual([]);
  for (const name of made)
    for (const path of schemas[nameOf(name)]['x-store']?.hidden ?? []) expect([...places]).toContain(`${name}.${path}`);
});

it('no door answers them, whatever is asked', { timeout }, async () => {
  const told: string[] = [];
  for (const door of doors.filter(({ method }) => method === 'GET'))
    for (const question of questionsOf(door, 'Zanzibar').filter((each) => !each.startsWith('?sort='))) {
      const path = `${agency.pathTo(door.path)}${question}`;
      const { status, body } = await api.admin.call({ path });
      if (status >= 500) told.push(`${path}: ${status}`);
      if (marks.test(JSON.stringify(body))) told.push(path);
    }
  expect(told).toEqual([]);
});

it.each(offering('update').filter((each) => !isPart(schemas[each])))('nor does a change of a %s', async (name) => {
  const above = nestedOf(name);
  const list = above ? `${pathOf(nameOf(above.resource))}/${agency.ids[above.resource]}/${above.path}` : pathOf(name);
  const path = `${list}/${agency.ids[name]}`;
  const { status, body } = await api.admin.call({ method: 'PATCH', path, body: sampleOf(name).change });
  expect([name, status, marks.exec(JSON.stringify(body))?.[0]]).toEqual([name, 200, undefined]);
});

/** Puts into all stored records of a resource what its schema does not name, in each of their objects, and over what is hidden. */
async function plantIn(name: ResourceName): Promise<void> {
  const { properties, 'x-store': store = {} } = schemas[name];
  // A part stands in the record that has it.
  if (store.internal || isPart(schemas[name])) return;
  const { collection } = model(name);
  for (const document of await collection.find().toArray()) {
    plant(document, { properties, hidden: store.hidden ?? [], place: name });
    await collection.replaceOne({ _id: document._id }, document);
  }
  if (store.kept) await moveVersion(name);
}

interface Bed {
  properties: Record<string, Property>;
  /** Hidden paths from here on. */
  hidden: string[];
  place: string;
}

function plant(holder: Record<string, unknown>, { properties, hidden, place }: Bed): void {
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

/** Some of what is hidden must differ from record to record. */
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
  throw new Error(`No schema is titled ${title}`);
}
