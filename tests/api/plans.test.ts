import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { growDemo } from '#api/demo/grow.ts';
import { schemas } from '#schemas/generated/registry.ts';
import { type Resource, resourceOf } from '#schemas/resource/resource.ts';
import { type Query, type Watch, watched, watchQueries } from './queries.ts';
import { type Api, expecting, type Person, startApi } from './server.ts';

const orders = 4_000;
const mailboxes = { ADMIN: 'admin', AGENCY_ADMIN: 'agency.admin', AGENCY_USER: 'agency.user' } as const;
const roles = ['ADMIN', 'AGENCY_ADMIN', 'AGENCY_USER'] as const;
type Role = (typeof roles)[number];

let api: Api;
let watch: Watch;
let people: Map<Role, Person>;

beforeAll(async () => {
  const database = inject('mongodbUri').replace('/DATABASE', `/test-plans-${process.pid}`);
  api = await startApi({ MONGODB_URI: `${database}${watched}`, DEMO: 'on' });
  await growDemo({ wanted: orders, name: 'the test', firstStart: async () => false, report: () => undefined });
  watch = watchQueries();
  people = new Map();
  for (const role of roles) people.set(role, await api.signedInAs({ email: `${mailboxes[role]}@example.com` }));
}, 120_000);
afterAll(async () => api.close());

const all = Object.values(schemas).map(resourceOf);
const listed = all.filter(({ operations }) => operations.includes('list'));
/** Collections below the records of another; what is kept in a list of the other asks no query of its own. */
const below = all.filter(({ nested }) => nested && !nested.isPart);

interface Row extends Record<string, unknown> {
  id: string;
}
interface Page {
  results: Row[];
}

function personOf(role: Role): Person {
  const person = people.get(role);
  if (!person) throw new Error(`Nobody is ${role}`);
  return person;
}

/** By what the portal asks for orders, beside what the back-office offers. */
const portalFilters = ['client', 'user', 'status', 'channelId'];

/** The list below the first record that has something there. */
async function placeBelow({ nested, name }: Resource): Promise<string> {
  const above = all.find((each) => each.name === nested?.resource);
  const { results } = await expecting<Page>(personOf('ADMIN').call, 200, { path: `/api/${above?.path}?limit=50` });
  for (const { id } of results) {
    const place = `${above?.path}/${id}/${nested?.path}`;
    if ((await expecting<Page>(personOf('ADMIN').call, 200, { path: `/api/${place}` })).results.length > 0)
      return place;
  }
  throw new Error(`The demo has no ${name}`);
}

/** The list as it is asked for first, and with each filter of the UIs on a value that a record has. */
async function queriesOf({ path, fields, filters }: Resource, place: string): Promise<string[]> {
  const { results } = await expecting<Page>(personOf('ADMIN').call, 200, { path: `/api/${place}?limit=100` });
  const names = path === 'orders' ? [...new Set([...filters, ...portalFilters])] : filters;
  const asked = fields
    .filter(({ name }) => names.includes(name))
    .flatMap(({ name }) => {
      const value = results.flatMap((row) => row[name]).find((each) => each !== null && each !== undefined);
      return value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`];
    });
  return ['', ...asked];
}

/** Stages of a plan that read a whole collection or sort what was read. */
async function faultsOf({ name, command }: Query): Promise<string[]> {
  const { $db, lsid, $clusterTime, ...asked } = command;
  const plan = await mongoose.connection.db?.command({ explain: asked, verbosity: 'queryPlanner' });
  const stages = stagesIn(name === 'find' ? plan?.queryPlanner?.winningPlan : plan);
  return stages.filter((stage) => stage === 'COLLSCAN' || (name === 'find' && stage === 'SORT'));
}

function stagesIn(plan: unknown): string[] {
  if (plan === null || typeof plan !== 'object') return [];
  return Object.entries(plan).flatMap(([key, value]) => {
    if (key === 'rejectedPlans') return [];
    return key === 'stage' ? [String(value)] : stagesIn(value);
  });
}

/**
 * Oneself is one alternative of the users that one may read, found by its id, and no index brings a single record and a
 * tree's into one order: those few hundred people are sorted.
 */
const isSortedPeople = (path: string, role: Role, stage: string) =>
  path === 'users' && role !== 'ADMIN' && stage === 'SORT';

/** What a role's questions to a list read without an index. */
async function faultsFor(role: Role, resource: Resource, place: string): Promise<string[]> {
  const faults: string[] = [];
  for (const query of await queriesOf(resource, place)) {
    const answered = { status: 0 };
    const asked = await watch(async () => {
      answered.status = (await personOf(role).call({ path: `/api/${place}?${query}` })).status;
    });
    // Who may not list it asks nothing.
    expect([200, 403, 404]).toContain(answered.status);
    for (const each of asked.filter(({ collection }) => collection === resource.path)) {
      const found = await faultsOf(each);
      const wrong = found.filter((stage) => !isSortedPeople(resource.path, role, stage));
      faults.push(...wrong.map((stage) => `${query || 'no filter'}: ${each.name} by ${stage}`));
    }
  }
  return faults;
}

describe.each(below.map((each) => [each.path, each] as const))('the list of %s below a record', (_path, resource) => {
  it.each(roles)('is found for an %s by indexes alone, also with each filter', async (role) => {
    expect(await faultsFor(role, resource, await placeBelow(resource))).toEqual([]);
  });
});

describe.each(listed.map((each) => [each.path, each] as const))('the list of %s', (path, resource) => {
  it.each(roles)('is found for an %s by indexes alone, also with each filter', async (role) => {
    expect(await faultsFor(role, resource, path)).toEqual([]);
  });

  it('has rows of 1 KB at most', async () => {
    const { results } = await expecting<Page>(personOf('ADMIN').call, 200, { path: `/api/${path}?limit=200` });
    expect(Math.max(...results.map((row) => JSON.stringify(row).length))).toBeLessThanOrEqual(1_024);
  });
});
