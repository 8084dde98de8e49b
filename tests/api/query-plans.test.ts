import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import { growDemo } from '#api/features/demo/demo.ts';
import { schemas } from '#schemas/generated/registry.ts';
import { indexedSorts, indexesOf } from '#schemas/resource/indexes.ts';
import { type Resource, resourceOf } from '#schemas/resource/resource.ts';
import { referencedFields } from '#schemas/resource/search.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { isNightly, sweepSample } from '#tests/runner/sweep.ts';
import { type DatabaseCommand, monitorCommandsQuery, type RecordCommands, recordCommands } from './query-recorder.ts';
import { type Api, startApi } from './server.ts';

const orders = 4_000;
const mailboxes = { ADMIN: 'admin', AGENCY_ADMIN: 'agency.admin', AGENCY_USER: 'agency.user' } as const;
const roles = ['ADMIN', 'AGENCY_ADMIN', 'AGENCY_USER'] as const;
type Role = (typeof roles)[number];

let api: Api;
let watch: RecordCommands;
let people: Map<Role, SignedInUser>;

beforeAll(async () => {
  const database = inject('mongodbUri').replace('/DATABASE', `/test-plans-${process.pid}`);
  api = await startApi({ MONGODB_URI: `${database}${monitorCommandsQuery}`, DEMO: 'on' });
  await growDemo({ target: orders, name: 'the test', firstStart: async () => false, report: () => undefined });
  watch = recordCommands();
  people = new Map();
  for (const role of roles) people.set(role, await api.signedInAs({ email: `${mailboxes[role]}@example.com` }));
  // The demo data have no backtest, so create one.
  const { results } = await callExpecting<Page>(personOf('ADMIN').call, 200, { path: '/api/forms?limit=1' });
  const path = `/api/forms/${results[0]?.id}/backtests`;
  await callExpecting(personOf('ADMIN').call, 201, { method: 'POST', path, body: {} });
  const hook = { name: 'Ledger', address: 'https://ledger.example', events: ['approved'] };
  const { id: webhook } = await personOf('ADMIN').create('Webhook', hook);
  await storeOf('WebhookDelivery').insert({ webhook, event: 'approved', refCode: 'ABCDEFGH', payload: '{}' });
  await storeOf('Passkey').insert({
    ...{ user: personOf('ADMIN').user.id, name: 'Laptop', host: 'localhost' },
    ...{ credentialId: 'AAAA', publicKey: 'AAAA', userHandle: 'AAAA' },
  });
  const { id: job } = await storeOf('BulkJob').insert({
    user: personOf('ADMIN').user.id,
    resource: 'orders',
    action: 'submit',
    status: 'done',
  });
  await storeOf('BulkItem').insert({ job, position: 0, record: webhook, name: 'Order ABCDEFGH' });
  const [client] = await storeOf('Client').find({ sort: ['name'], limit: 1 });
  if (!client) throw new Error('The demo has no Client');
  await storeOf('ClientMerge').insert({
    ...{ client: client.id, merged: webhook, name: 'Bakery', mergedClient: client },
    ...{ user: personOf('ADMIN').user.id, userName: 'Ann', expires: '2030-01-01T00:00:00.000Z' },
  });
  // A finished audit: the job of a new one would run queries during the test.
  const { id: userId } = personOf('AGENCY_USER').user;
  const { id: audit } = await storeOf('ProspectAudit').insert({ businessName: 'Bakery', userId, status: 'success' });
  const visitedAt = new Date().toISOString();
  await storeOf('AuditReport').insert({ audit, outcome: 'noSite', score: 0, visitedAt });
}, 300_000);
afterAll(async () => api.close());

const all = Object.values(schemas).map(resourceOf);
const listed = all.filter(({ operations }) => operations.includes('list'));
/** Collections nested below another resource. A part is embedded in its parent and needs no query of its own. */
const below = all.filter(({ nested }) => nested && !nested.isPart);

interface Row extends Record<string, unknown> {
  id: string;
}
interface Page {
  results: Row[];
}

function personOf(role: Role): SignedInUser {
  const person = people.get(role);
  if (!person) throw new Error(`Nobody is ${role}`);
  return person;
}

/** The sort orders by two fields that the portal offers. */
const portalSorts = ['status,-updatedAt', 'industry,name'];

/** The filters of orders that the portal uses in addition to those of the back-office. */
const portalFilters = ['client', 'user', 'status', 'channelId'];

/** The sort orders of orders that the lists of both apps offer and no index serves. */
const unindexedSorts = ['amount', 'submissionDate', 'campaign', 'client', 'user', 'refCode', 'channelId', 'createdAt'];
const isUnindexed = (query: string) =>
  unindexedSorts.some((sort) => new RegExp(`(^|&)sort=-?${sort}(&|$)`).test(query));

/** The nested list of the first parent that has records in it. */
async function placeBelow({ nested, name }: Resource): Promise<string> {
  const above = all.find((each) => each.name === nested?.resource);
  const { results } = await callExpecting<Page>(personOf('ADMIN').call, 200, { path: `/api/${above?.path}?limit=50` });
  for (const { id } of results) {
    const place = `${above?.path}/${id}/${nested?.path}`;
    if ((await callExpecting<Page>(personOf('ADMIN').call, 200, { path: `/api/${place}` })).results.length > 0)
      return place;
  }
  throw new Error(`The demo has no ${name}`);
}

const anyOf = (rows: Row[], name: string) =>
  rows.flatMap((row) => row[name]).find((each) => each !== null && each !== undefined && each !== '');

const reverse = (sort: string) =>
  sort
    .split(',')
    .map((each) => (each.startsWith('-') ? each.slice(1) : `-${each}`))
    .join(',');

/**
 * The search terms to try: for the resource's own texts and for each related text that it is found by, the most
 * frequent initial letter and a word; and a word without matches.
 */
function searchesOf({ search }: Resource, rows: Row[]): string[] {
  const own = search.filter((name) => !name.includes('.')).map((name) => anyOf(rows, name));
  const others = search.filter((name) => name.includes('.')).map((name) => inOther(rows, name));
  const texts = [own.find((each) => typeof each === 'string'), ...others].filter((each) => typeof each === 'string');
  const words = texts.map((text) => text.split(/\W/)[0] ?? text);
  return texts.length === 0 ? [''] : ['', ...texts.map((text) => text.slice(0, 1)), ...words, 'xyzzy'].map(searchFor);
}

const searchFor = (text: string) => (text ? `search=${encodeURIComponent(text)}` : '');

/** The field of a populated record that some row references. */
function inOther(rows: Row[], path: string): unknown {
  const [reference = '', field = ''] = path.split('.');
  const others = rows.map((row) => row[reference]).filter((each) => typeof each === 'object' && each !== null);
  return others.map((each): unknown => Reflect.get(each, field)).find((each) => typeof each === 'string');
}

/**
 * Each sort order of the list, with each filter of the UIs on an existing value, and each search: all queries that a
 * user can make by clicking. The portal also uses two filters of orders at once.
 */
async function queriesOf(resource: Resource, place: string): Promise<string[]> {
  const { path, fields, filters } = resource;
  const first = (more: string) =>
    callExpecting<Page>(personOf('ADMIN').call, 200, { path: `/api/${place}?limit=100${more}` });
  const { results } = await first('');
  const named = [...new Set(referencedFields(resource).map(({ reference }) => reference))];
  const rows = named.length > 0 ? (await first(`&populate=${named.join(',')}`)).results : results;
  const names = path === 'orders' ? [...new Set([...filters, ...portalFilters])] : filters;
  const conditions = fields
    .filter(({ name }) => names.includes(name))
    .flatMap(({ name }) => {
      const value = anyOf(results, name);
      return value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`];
    });
  const pairs = path === 'orders' ? [conditions.filter((each) => /^(status|channelId)=/.test(each)).join('&')] : [];
  const isList = (sort: string) => fields.some(({ name, kind }) => name === sort && kind === 'list');
  const isOffered = (sort: string) =>
    !isList(sort) && (!sort.includes(',') || [resource.sort, ...portalSorts].includes(sort));
  const offered = indexedSorts(resource).filter(isOffered);
  const sorts = offered.flatMap((sort) => [`sort=${sort}`, `sort=${reverse(sort)}`]);
  const searches = searchesOf(resource, rows);
  const unindexed = path === 'orders' ? unindexedSorts.flatMap((sort) => [`sort=${sort}`, `sort=-${sort}`]) : [];
  sorts.push(...unindexed);
  const everywhere = ['', ...conditions, ...pairs].flatMap((filter) =>
    sorts.flatMap((sort, index) =>
      // An index works in both directions: with a filter, one direction is enough.
      index % 2 === 0 || !filter ? searches.map((search) => [filter, sort, search].filter(Boolean).join('&')) : [],
    ),
  );
  return everywhere;
}

/**
 * The maximum number of documents that a page of twenty may read. If a filter or a search does not match the sort
 * order, either its matches are sorted or the list is scanned until there are twenty, whichever reads less.
 */
const mostRead = 1_000;
/**
 * The same for a search by one letter in a tree with few matches: all matches are read, a third of the demo's orders. In
 * a larger collection the scan of the tree in list order ends first.
 */
const mostReadBySearch = orders / 3;
/** The maximum number of documents that are sorted in memory (design 3). */
const mostSorted = 10_000;

/**
 * Explains a query and returns its faults: a collection scan, an in-memory sort without a filter, or too many
 * documents. Records the indexes it used.
 */
async function faultsOf({ name, command }: DatabaseCommand, query: string): Promise<string[]> {
  const plan = await planOf(command);
  const stages = stagesIn(plan.queryPlanner?.winningPlan ?? plan);
  for (const { indexName } of stages) if (typeof indexName === 'string') used.add(indexName);
  const isSorted = isUnindexed(query) || /(^|&)(?!sort=)\w+=/.test(query);
  const wrong = stages
    .map(({ stage }) => stage)
    .filter((stage) => stage === 'COLLSCAN' || (name === 'find' && stage === 'SORT' && !isSorted));
  const read = plan.executionStats?.totalDocsExamined ?? 0;
  const most = isUnindexed(query) ? mostSorted : /(^|&)search=.(&|$)/.test(query) ? mostReadBySearch : mostRead;
  const isMuch = name === 'find' && read > most;
  return [...wrong.map(String), ...(isMuch ? [`reading ${read} documents`] : [])];
}

async function planOf(command: DatabaseCommand['command']): Promise<Plan> {
  const { $db, lsid, $clusterTime, ...query } = command;
  return (await mongoose.connection.db?.command({ explain: query, verbosity: 'executionStats' })) ?? {};
}

interface Plan {
  queryPlanner?: { winningPlan?: unknown };
  executionStats?: { totalDocsExamined?: number };
}

/** Several hundred queries, each run and explained. Milliseconds. */
const patience = 120_000;

/** In `npm test` each role makes every 23rd query. A prime, because searches come in groups of four and six. */
const share = 23;

/** The indexes that were used. */
const used = new Set<string>();

function stagesIn(plan: unknown): { stage: unknown; indexName?: unknown }[] {
  if (plan === null || typeof plan !== 'object') return [];
  const here =
    'stage' in plan ? [{ stage: plan.stage, ...('indexName' in plan ? { indexName: plan.indexName } : {}) }] : [];
  return [...here, ...Object.entries(plan).flatMap(([key, value]) => (key === 'rejectedPlans' ? [] : stagesIn(value)))];
}

/**
 * The users that a user may read are their own record, found by id, or those of a tree. No index has both in one order,
 * so those few hundred users are sorted in memory.
 */
const isSortedPeople = (path: string, role: Role, fault: string) =>
  path === 'users' && role !== 'ADMIN' && fault === 'SORT';

/** The faults of all queries that a role makes to a list. */
async function faultsFor(role: Role, resource: Resource, place: string): Promise<string[]> {
  const faults: string[] = [];
  for (const query of sweepSample(await queriesOf(resource, place), share, 2 * roles.indexOf(role))) {
    const response = { status: 0 };
    const queries = await watch(async () => {
      response.status = (await personOf(role).call({ path: `/api/${place}?${query}` })).status;
    });
    // A role that may not list the resource makes no query.
    expect([200, 403, 404], `${place}?${query}`).toContain(response.status);
    for (const each of queries.filter(({ collection }) => collection === resource.path)) {
      const wrong = (await faultsOf(each, query)).filter((fault) => !isSortedPeople(resource.path, role, fault));
      faults.push(...wrong.map((fault) => `${query || 'no filter'}: ${each.name} by ${fault}`));
    }
  }
  return faults;
}

describe.each(below.map((each) => [each.path, each] as const))('the list of %s below a record', (_path, resource) => {
  it.each(roles)(
    'is found for an %s by indexes alone, in each sort order, with each filter and each search',
    async (role) => {
      expect(await faultsFor(role, resource, await placeBelow(resource))).toEqual([]);
    },
  );
});

describe.each(listed.map((each) => [each.path, each] as const))('the list of %s', (path, resource) => {
  it.each(roles)(
    'is found for an %s by indexes alone, in each sort order, with each filter and each search',
    async (role) => {
      expect(await faultsFor(role, resource, path)).toEqual([]);
    },
    patience,
  );

  it('has rows of at most 1 KB', async () => {
    const { results } = await callExpecting<Page>(personOf('ADMIN').call, 200, { path: `/api/${path}?limit=200` });
    expect(Math.max(...results.map((row) => JSON.stringify(row).length))).toBeLessThanOrEqual(1_024);
  });
});

it("an ADMIN's list of a client's orders in one status reads its rows plus one, and counts by the index alone", async () => {
  const { call } = personOf('ADMIN');
  const orders = await callExpecting<Page>(call, 200, { path: '/api/orders?limit=200' });
  const complete = orders.results.filter(({ status }) => status === 'COMPLETE').map(({ client }) => client);
  const client = complete.find((each) =>
    orders.results.some((row) => row.client === each && row.status !== 'COMPLETE'),
  );
  const queries = await watch(async () => {
    await callExpecting(call, 200, { path: `/api/orders?client=${client}&status=COMPLETE&limit=1` });
  });
  const plans = await Promise.all(
    queries.filter(({ collection }) => collection === 'orders').map((each) => planOf(each.command)),
  );
  expect(plans.map(({ executionStats }) => executionStats?.totalDocsExamined).toSorted()).toEqual([0, 2]);
});

it.each(roles)('the total of all orders is counted as one range of an index for an %s', async (role) => {
  const queries = await watch(async () => {
    await callExpecting(personOf(role).call, 200, { path: '/api/orders' });
  });
  const [counted] = queries.filter(({ collection, name }) => collection === 'orders' && name === 'count');
  expect(JSON.stringify((await planOf(counted?.command ?? {})).queryPlanner)).toContain('"stage":"COUNT_SCAN"');
});

it.each(roles)('the total of a search for orders is counted in one index alone for an %s', async (role) => {
  for (const search of ['hiring', 'hir', '55501']) {
    const queries = await watch(async () => {
      const { results } = await callExpecting<Page>(personOf(role).call, 200, { path: `/api/orders?search=${search}` });
      expect(results.length, search).toBeGreaterThan(0);
    });
    const counts = queries.filter(({ collection, name }) => collection === 'orders' && name === 'count');
    const plans = await Promise.all(counts.map((each) => planOf(each.command)));
    expect([search, ...plans.map(({ executionStats }) => executionStats?.totalDocsExamined)]).toEqual([search, 0]);
  }
});

it('the total of a search in one status is counted by any index of the tree or of the search words', async () => {
  const queries = await watch(async () => {
    await callExpecting(personOf('AGENCY_USER').call, 200, { path: '/api/orders?search=hiring&status=PENDING' });
  });
  const [counted] = queries.filter(({ collection, name }) => collection === 'orders' && name === 'count');
  expect(JSON.stringify(counted?.command.query)).toContain('"treeScope"');
});

it.each(['AGENCY_ADMIN', 'AGENCY_USER'] as const)(
  "the counts of a channel's orders and drafts on every portal page use the index alone for an %s",
  async (role) => {
    const { call } = personOf(role);
    const { results } = await callExpecting<Page>(call, 200, { path: '/api/orders?limit=1' });
    const queries = await watch(async () => {
      for (const more of ['', '&status=DRAFT'])
        await callExpecting(call, 200, { path: `/api/orders?channelId=${results[0]?.channelId}&limit=1${more}` });
    });
    const counts = queries.filter(({ collection, name }) => collection === 'orders' && name === 'count');
    const plans = await Promise.all(counts.map((each) => planOf(each.command)));
    expect(plans.map(({ executionStats }) => executionStats?.totalDocsExamined)).toEqual([0, 0]);
  },
);

it.each(roles)('the groups of likely duplicates of clients are found for an %s by indexes alone', async (role) => {
  const path = '/api/clients/duplicates/groups';
  const queries = await watch(() => callExpecting(personOf(role).call, 200, { path }));
  const ofClients = queries.filter(({ collection }) => collection === 'clients');
  expect(ofClients.map(({ name }) => name)).toContain('aggregate');
  for (const each of ofClients) expect(await faultsOf(each, '')).toEqual([]);
});

it.each(roles)('the global search reads few orders to find the newest with a frequent word for an %s', async (role) => {
  for (const search of ['h', 'hi', 'hiring']) {
    const queries = await watch(async () => {
      const { orders: found } = await callExpecting<{ orders: Row[] }>(personOf(role).call, 200, {
        path: `/api/search?search=${search}`,
      });
      expect(found.length, search).toBeGreaterThan(0);
    });
    const finds = queries.filter(({ collection, name }) => collection === 'orders' && name === 'find');
    const plans = await Promise.all(finds.map((each) => planOf(each.command)));
    const read = plans.map(({ executionStats }) => executionStats?.totalDocsExamined ?? 0);
    expect(Math.max(...read), search).toBeLessThanOrEqual(100);
  }
});

it.each(roles)("the files of a client's newest orders are found without a sort for an %s", async (role) => {
  const { call } = personOf(role);
  const { results } = await callExpecting<Page>(call, 200, { path: '/api/orders?limit=1' });
  const queries = await watch(() => callExpecting(call, 200, { path: `/api/clients/${results[0]?.client}/overview` }));
  const finds = queries.filter(({ collection, name }) => collection === 'orders' && name === 'find');
  expect(finds).toHaveLength(1);
  for (const { command } of finds)
    expect(stagesIn((await planOf(command)).queryPlanner?.winningPlan).map(({ stage }) => stage)).not.toContain('SORT');
});

it('the dashboard counts orders by indexes alone, without reading them', async () => {
  const queries = await watch(() => personOf('ADMIN').call({ path: '/api/dashboard' }));
  const counts = queries.filter(({ collection }) => collection === 'orders');
  expect(new Set(counts.map(({ name }) => name))).toEqual(new Set(['count', 'aggregate']));
  for (const { command } of counts) expect((await planOf(command)).executionStats?.totalDocsExamined ?? 0).toBe(0);
});

/** Needs the plans of all queries. */
if (isNightly())
  it('each index of orders is used by a list of the UIs, or by its named purpose', () => {
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
