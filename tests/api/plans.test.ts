import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { growDemo } from '#api/demo/grow.ts';
import { store } from '#api/store/store.ts';
import { schemas } from '#schemas/generated/registry.ts';
import { indexesOf, servedSorts } from '#schemas/resource/indexes.ts';
import { type Resource, resourceOf } from '#schemas/resource/resource.ts';
import { namedFields } from '#schemas/resource/search.ts';
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
  // The demo has none: whoever wants to know begins one.
  const { results } = await expecting<Page>(personOf('ADMIN').call, 200, { path: '/api/forms?limit=1' });
  const path = `/api/forms/${results[0]?.id}/backtests`;
  await expecting(personOf('ADMIN').call, 201, { method: 'POST', path, body: {} });
  const hook = { name: 'Ledger', address: 'https://ledger.example', events: ['approved'] };
  const { id: webhook } = await personOf('ADMIN').create('Webhook', hook);
  await store('WebhookDelivery').insert({ webhook, event: 'approved', refCode: 'ABCDEFGH', payload: '{}' });
  // One that has ended: its job would be among the queries that are watched.
  const { id: userId } = personOf('AGENCY_USER').user;
  const { id: audit } = await store('ProspectAudit').insert({ businessName: 'Bakery', userId, status: 'success' });
  const visitedAt = new Date().toISOString();
  await store('AuditReport').insert({ audit, outcome: 'noSite', score: 0, visitedAt });
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

/** Orders of rows by two fields that the portal offers. */
const portalSorts = ['status,-updatedAt', 'industry,name'];

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

const anyOf = (rows: Row[], name: string) =>
  rows.flatMap((row) => row[name]).find((each) => each !== null && each !== undefined && each !== '');

const turned = (sort: string) =>
  sort
    .split(',')
    .map((each) => (each.startsWith('-') ? each.slice(1) : `-${each}`))
    .join(',');

/**
 * What is looked for: of the resource's own texts and of each that it is found by in another record, the letter that
 * most begin a word with, and a word; and a word that none has.
 */
function searchesOf({ search }: Resource, rows: Row[]): string[] {
  const own = search.filter((name) => !name.includes('.')).map((name) => anyOf(rows, name));
  const others = search.filter((name) => name.includes('.')).map((name) => inOther(rows, name));
  const texts = [own.find((each) => typeof each === 'string'), ...others].filter((each) => typeof each === 'string');
  const words = texts.map((text) => text.split(/\W/)[0] ?? text);
  return texts.length === 0 ? [''] : ['', ...texts.map((text) => text.slice(0, 1)), ...words, 'xyzzy'].map(searchFor);
}

const searchFor = (text: string) => (text ? `search=${encodeURIComponent(text)}` : '');

/** A field of a record that some row names, which the list has been populated with. */
function inOther(rows: Row[], path: string): unknown {
  const [reference = '', field = ''] = path.split('.');
  const others = rows.map((row) => row[reference]).filter((each) => typeof each === 'object' && each !== null);
  return others.map((each): unknown => Reflect.get(each, field)).find((each) => typeof each === 'string');
}

/**
 * Each order that the list offers, with each filter of the UIs on a value that a record has, and each search: all that
 * a person can make of it by pressing. Two filters of orders at once are what the portal asks for.
 */
async function queriesOf(resource: Resource, place: string): Promise<string[]> {
  const { path, fields, filters } = resource;
  const first = (more: string) =>
    expecting<Page>(personOf('ADMIN').call, 200, { path: `/api/${place}?limit=100${more}` });
  const { results } = await first('');
  const named = [...new Set(namedFields(resource).map(({ reference }) => reference))];
  const rows = named.length > 0 ? (await first(`&populate=${named.join(',')}`)).results : results;
  const names = path === 'orders' ? [...new Set([...filters, ...portalFilters])] : filters;
  const asked = fields
    .filter(({ name }) => names.includes(name))
    .flatMap(({ name }) => {
      const value = anyOf(results, name);
      return value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`];
    });
  const pairs = path === 'orders' ? [asked.filter((each) => /^(status|channelId)=/.test(each)).join('&')] : [];
  const isAsked = (sort: string) => !sort.includes(',') || [resource.sort, ...portalSorts].includes(sort);
  const offered = servedSorts(resource).filter(isAsked);
  const sorts = offered.flatMap((sort) => [`sort=${sort}`, `sort=${turned(sort)}`]);
  const searches = searchesOf(resource, rows);
  // In a channel its orders are in the order of what they are called, too.
  const within = asked.filter((each) => path === 'orders' && each.startsWith('channelId='));
  const further = servedSorts(resource, ['channelId']).filter((sort) => !offered.includes(sort) && isAsked(sort));
  const inChannel = within.flatMap((filter) =>
    further.flatMap((sort) => searches.map((search) => [filter, `sort=${sort}`, search].filter(Boolean).join('&'))),
  );
  const everywhere = ['', ...asked, ...pairs].flatMap((filter) =>
    sorts.flatMap((sort, index) =>
      // An index is read forth and back alike: with a filter one way tells of both.
      index % 2 === 0 || !filter ? searches.map((search) => [filter, sort, search].filter(Boolean).join('&')) : [],
    ),
  );
  return [...everywhere, ...inChannel];
}

/**
 * Documents that a page of twenty may read at most: of those that a filter or a word finds in another order than that
 * of the list either these are sorted, or the list is walked until there are twenty, whichever reads less.
 */
const mostRead = 1_000;

/** What of a plan reads a whole collection, sorts what nothing has narrowed, or reads too much; names what indexes it read. */
async function faultsOf({ name, command }: Query, query: string): Promise<string[]> {
  const plan = await planOf(command);
  const stages = stagesIn(plan.queryPlanner?.winningPlan ?? plan);
  for (const { indexName } of stages) if (typeof indexName === 'string') used.add(indexName);
  const isNarrowed = /(^|&)(?!sort=)\w+=/.test(query);
  const wrong = stages
    .map(({ stage }) => stage)
    .filter((stage) => stage === 'COLLSCAN' || (name === 'find' && stage === 'SORT' && !isNarrowed));
  const read = plan.executionStats?.totalDocsExamined ?? 0;
  const isMuch = name === 'find' && read > mostRead;
  return [...wrong.map(String), ...(isMuch ? [`reading ${read} documents`] : [])];
}

async function planOf(command: Query['command']): Promise<Plan> {
  const { $db, lsid, $clusterTime, ...asked } = command;
  return (await mongoose.connection.db?.command({ explain: asked, verbosity: 'executionStats' })) ?? {};
}

interface Plan {
  queryPlanner?: { winningPlan?: unknown };
  executionStats?: { totalDocsExamined?: number };
}

/** Some hundred questions, each asked and explained. Milliseconds. */
const patience = 60_000;

/** The indexes that were read. */
const used = new Set<string>();

function stagesIn(plan: unknown): { stage: unknown; indexName?: unknown }[] {
  if (plan === null || typeof plan !== 'object') return [];
  const here =
    'stage' in plan ? [{ stage: plan.stage, ...('indexName' in plan ? { indexName: plan.indexName } : {}) }] : [];
  return [...here, ...Object.entries(plan).flatMap(([key, value]) => (key === 'rejectedPlans' ? [] : stagesIn(value)))];
}

/**
 * Oneself is one alternative of the users that one may read, found by its id, and no index brings a single record and a
 * tree's into one order: those few hundred people are sorted.
 */
const isSortedPeople = (path: string, role: Role, fault: string) =>
  path === 'users' && role !== 'ADMIN' && fault === 'SORT';

/** What a role's questions to a list read without an index, or more of than they should. */
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
      const wrong = (await faultsOf(each, query)).filter((fault) => !isSortedPeople(resource.path, role, fault));
      faults.push(...wrong.map((fault) => `${query || 'no filter'}: ${each.name} by ${fault}`));
    }
  }
  return faults;
}

describe.each(below.map((each) => [each.path, each] as const))('the list of %s below a record', (_path, resource) => {
  it.each(roles)(
    'is found for an %s by indexes alone, in each order, with each filter and each search',
    async (role) => {
      expect(await faultsFor(role, resource, await placeBelow(resource))).toEqual([]);
    },
  );
});

describe.each(listed.map((each) => [each.path, each] as const))('the list of %s', (path, resource) => {
  it.each(roles)(
    'is found for an %s by indexes alone, in each order, with each filter and each search',
    async (role) => {
      expect(await faultsFor(role, resource, path)).toEqual([]);
    },
    patience,
  );

  it('has rows of 1 KB at most', async () => {
    const { results } = await expecting<Page>(personOf('ADMIN').call, 200, { path: `/api/${path}?limit=200` });
    expect(Math.max(...results.map((row) => JSON.stringify(row).length))).toBeLessThanOrEqual(1_024);
  });
});

it("an ADMIN's list of a client's orders in one status reads the rows that it shows and one more, and counts by the index alone", async () => {
  const { call } = personOf('ADMIN');
  const orders = await expecting<Page>(call, 200, { path: '/api/orders?limit=200' });
  const complete = orders.results.filter(({ status }) => status === 'COMPLETE').map(({ client }) => client);
  const client = complete.find((each) =>
    orders.results.some((row) => row.client === each && row.status !== 'COMPLETE'),
  );
  const asked = await watch(async () => {
    await expecting(call, 200, { path: `/api/orders?client=${client}&status=COMPLETE&limit=1` });
  });
  const plans = await Promise.all(
    asked.filter(({ collection }) => collection === 'orders').map((each) => planOf(each.command)),
  );
  expect(plans.map(({ executionStats }) => executionStats?.totalDocsExamined).toSorted()).toEqual([0, 2]);
});

it.each(['AGENCY_ADMIN', 'AGENCY_USER'] as const)(
  "a channel's orders and drafts are counted by the index alone for an %s: every page of the portal asks",
  async (role) => {
    const { call } = personOf(role);
    const { results } = await expecting<Page>(call, 200, { path: '/api/orders?limit=1' });
    const asked = await watch(async () => {
      for (const more of ['', '&status=DRAFT'])
        await expecting(call, 200, { path: `/api/orders?channelId=${results[0]?.channelId}&limit=1${more}` });
    });
    const counts = asked.filter(({ collection, name }) => collection === 'orders' && name === 'count');
    const plans = await Promise.all(counts.map((each) => planOf(each.command)));
    expect(plans.map(({ executionStats }) => executionStats?.totalDocsExamined)).toEqual([0, 0]);
  },
);

it('the dashboard counts orders by indexes alone, and reads none of them', async () => {
  const asked = await watch(() => personOf('ADMIN').call({ path: '/api/dashboard' }));
  const counts = asked.filter(({ collection, name }) => collection === 'orders' && name === 'count');
  expect(counts.length).toBeGreaterThan(20);
  for (const { command } of counts) expect((await planOf(command)).executionStats?.totalDocsExamined).toBe(0);
});

it('of the indexes of orders each is there for a list of the UIs, or for what it names', () => {
  const indexes = indexesOf(resourceOf(schemas.Order)).map((fields) => `${fields.join('_')}`);
  const named = [...used].join(' ');
  const names = indexes.map((index) =>
    index
      .split('_')
      .map((field) => `${field.replace('-', '')}_${field.startsWith('-') ? -1 : 1}`)
      .join('_'),
  );
  expect(names.filter((name) => !named.includes(name))).toEqual([]);
});
