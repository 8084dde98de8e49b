import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemas } from '#schemas/generated/registry.ts';
import type { Records } from '#schemas/generated/types.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import type { Method } from '#tests/product/call.ts';
import { callExpecting, pathOf, type SignedInUser } from '#tests/product/callers.ts';
import { isNightly, sweepSample } from '#tests/runner/sweep.ts';
import { type AgencyFixture, createAgencyFixture } from './agency-fixture.ts';
import { type Agency, aDraft, anAgency, aUser, clientFields } from './factories.ts';
import { type ApiOperation, queryVariants, readOperations } from './operations.ts';
import { type Api, startApi } from './server.ts';
import { uploadsTo } from './uploads.ts';

/** Each of these makes several hundred requests. Milliseconds. */
const timeout = 300_000;

const mark = 'Zanzibar';

let api: Api;
let ours: Agency;
let theirs: AgencyFixture;
let people: Record<string, SignedInUser>;
let endpoints: ApiOperation[];
/** The other agency's records before anybody tried to change them. */
let unchanged: Record<string, unknown>;
/**
 * Cache of valid bodies by operation: a body that fails validation for the first person (before rights are checked) is
 * sent for no other.
 */
const fitting = new Map<string, (object | undefined)[]>();

beforeAll(async () => {
  api = await startApi();
  ours = await anAgency(api);
  theirs = await createAgencyFixture({ api, uploads: await uploadsTo(api), mark });
  const guild = await api.admin.create('Guild', { name: 'Ours' });
  const guildManager = await aUser(api, { guild: guild.id, guildFlags: 1 });
  const memberManager = await aUser(api, {});
  await callExpecting(api.admin.call, 201, {
    method: 'POST',
    path: `/api/entities/${ours.entity.id}/members`,
    body: { user: memberManager.id, flags: 1 },
  });
  people = {
    'an agency admin': ours.moderator,
    'an agency user': ours.user,
    'a guild manager': await api.signedInAs(guildManager),
    'a manager of members': await api.signedInAs(memberManager),
    'a former member': theirs.formerMember,
  };
  endpoints = await readOperations(api);
  unchanged = await theirs.snapshot(endpoints);
}, timeout);
afterAll(() => api.close());

const callerNames = ['an agency admin', 'an agency user', 'a guild manager', 'a manager of members', 'a former member'];
/** In `npm test` each caller makes another part of the requests, and together they make all. */
const partFor = <Request>(requests: Request[], name: string) =>
  sweepSample(requests, callerNames.length, callerNames.indexOf(name));
const person = (name: string): SignedInUser => {
  const found = people[name];
  if (found) return found;
  throw new Error(`Nobody is ${name}`);
};

it('an administrator finds the other agency with the same requests', { timeout }, async () => {
  const found = endpoints.filter(({ method }) => method === 'GET').map(({ path }) => theirs.pathTo(path));
  let hits = 0;
  for (const path of found) if (JSON.stringify((await api.admin.call({ path })).body).includes(mark)) hits += 1;
  expect(hits).toBeGreaterThan(40);
});

describe.each(callerNames)('%s, for records of another agency', { timeout }, (name) => {
  it('reads nothing, whatever the request', async () => {
    const leaks: string[] = [];
    const urls = endpoints
      .filter(({ method }) => method === 'GET')
      .flatMap((endpoint) => queryVariants(endpoint, mark).map((query) => `${theirs.pathTo(endpoint.path)}${query}`));
    for (const url of partFor(urls, name)) {
      const { status, body } = await person(name).call({ path: url });
      if (status < 300 && JSON.stringify(body).includes(mark)) leaks.push(url);
      if (status >= 500) leaks.push(`${url}: ${status}`);
    }
    expect(leaks).toEqual([]);
  });

  it('infers nothing from filters with its ids', async () => {
    const found: string[] = [];
    const urls = Object.values(schemas).flatMap(({ title, properties }) =>
      referencesOf(properties).map(([field, id]) => `${pathOf(nameOf(title))}?${field}=${id}`),
    );
    for (const url of partFor(urls, name)) {
      const { status, body } = await person(name).call({ path: url });
      if (status === 200 && totalOf(body) > 0) found.push(url);
    }
    expect(found).toEqual([]);
  });

  it('changes and deletes nothing', async () => {
    const violations: string[] = [];
    const changes = endpoints.filter((each) => each.method !== 'GET' && each.path.includes('{'));
    for (const { method, path, examples } of partFor(changes, name)) {
      const url = theirs.pathTo(path);
      const call = `${method} ${path}`;
      const sent = fitting.get(call) ?? (method === 'DELETE' ? [undefined] : [...examples, ...bodies()]);
      const statuses: number[] = [];
      for (const body of sent) {
        const { status } = await person(name).call({ method, path: url, ...(body ? { body } : {}) });
        statuses.push(status);
        // In a sample no other caller makes this call, so no cache of valid bodies is needed.
        if (!isNightly() && (status === 403 || status === 404)) break;
      }
      fitting.set(
        call,
        sent.filter((_, index) => statuses[index] !== 400),
      );
      // An invalid body is rejected before rights are checked.
      const isDenied = statuses.some((status) => status === 403 || status === 404);
      const isRejected = statuses.every((status) => status >= 400 && status < 500);
      if (!isDenied || !isRejected) violations.push(`${call}: ${statuses.join(' ')}`);
    }
    expect(violations).toEqual([]);
    const after = await theirs.snapshot(endpoints);
    expect(after).toEqual(unchanged);
  });
});

describe('our records never reference those of another agency', { timeout }, () => {
  it.each(['an agency admin', 'an agency user', 'a manager of members'])(
    'our records never reference those of another agency when written by %s',
    async (name) => {
      const own = await ownRecords(name);
      const violations: string[] = [];
      for (const { path, title, wrap, field, type } of namings()) {
        for (const [method, url, rest] of own(title, path)) {
          const { status, body } = await person(name).call({
            method,
            path: url,
            body: { ...rest, ...wrap(theirs.ids[type] ?? '') },
          });
          // A draft has no assignee, whoever it is.
          const isDeniedToAll = field === 'assignedTo' && status === 400;
          if (![403, 404, 422].includes(status) && !isDeniedToAll)
            violations.push(`${method} ${url} ${field}: ${status}`);
          if (JSON.stringify(body).includes(mark)) violations.push(`${method} ${url} ${field} tells of it`);
        }
      }
      expect(violations).toEqual([]);
    },
  );
});

/** Bodies that are valid for some operation. */
const bodies = (): object[] => [
  {},
  { name: 'Taken' },
  { ...clientFields() },
  { formData: { headline: 'Taken' } },
  { moveTo: ours.entity.id, members: 'end' },
  { status: 'CANCELED', cancelationReason: 'dissatisfied' },
  { status: 'PENDING' },
  { status: 'canceled' },
  { address: 'taken@example.com' },
  { primary: true },
  { type: 'BASIC', key: 'taken', challenge: 'a long enough password' },
  { roles: ['AGENCY_USER'] },
  { inactive: true },
  { flags: 1 },
  { title: 'Taken', place: 'homepage' },
  { config: {} },
  { hidden: true },
  { parent: null },
  { order: 9 },
  { note: 'Taken' },
  { formSchema: {} },
  { formVersion: 1, drops: [] },
  { client: null },
  { clients: [ours.client.id] },
  { subject: 'Taken' },
  { priority: 9 },
  { kind: 'NOTE', notes: 'Taken' },
  { refType: 'entity', refId: ours.entity.id, rule: 'grant' },
  { user: ours.user.user.id },
  { batch: 'Taken', data: { caption: 'Taken' } },
  [{ id: theirs.pathTo('/api/guild_resources/{id}').slice(-24), order: 9 }],
];

/** The top-level references of a schema, each with the other agency's record of that type. */
function referencesOf(properties: Record<string, Property>): [string, string][] {
  return Object.entries(properties).flatMap(([field, property]): [string, string][] => {
    const id = theirs.ids[property['x-ref'] ?? property.items?.['x-ref'] ?? ''];
    return id ? [[field, id]] : [];
  });
}

interface ReferenceField {
  title: string;
  path: string;
  field: string;
  type: string;
  wrap(id: string): object;
}

/** All references that a body can contain. */
function namings(): ReferenceField[] {
  return Object.values(schemas).flatMap(({ title, properties }) =>
    Object.entries(properties).flatMap(([field, property]): ReferenceField[] => {
      const place = { title, path: pathOf(nameOf(title)) };
      if (property.readOnly) return [];
      if (property['x-ref']) return [{ ...place, field, type: property['x-ref'], wrap: (id) => ({ [field]: id }) }];
      return Object.entries(property.items?.properties ?? {}).flatMap(([inner, each]): ReferenceField[] =>
        each['x-ref']
          ? [
              {
                ...place,
                field: `${field}/${inner}`,
                type: each['x-ref'],
                wrap: (id) => ({ [field]: [{ [inner]: id }] }),
              },
            ]
          : [],
      );
    }),
  );
}

type BodyRequest = [Method, string, object];

/** The requests that create or change the person's own record of a type. */
async function ownRecords(name: string): Promise<(title: string, path: string) => BodyRequest[]> {
  const draft = await aDraft({ ...ours, user: ours.user });
  const member = await aUser(api, { memberOf: [ours.entity] });
  const recordIds: Record<string, string> = {
    Order: draft.id,
    Client: ours.client.id,
    Entity: ours.entity.id,
    User: member.id,
    Channel: ours.channel.id,
  };
  const creates: Record<string, BodyRequest[]> = {
    Order: [['POST', '/api/orders', { channelId: ours.channel.id, form: ours.channel.orderFormId, formData: {} }]],
    Client: [['POST', '/api/clients', clientFields()]],
    Entity: [['POST', '/api/entities', { name: 'Branch' }]],
    User: [['POST', '/api/users', { name: 'Somebody', email: `${name.replaceAll(' ', '-')}@example.com` }]],
    EntityMember: [['POST', `/api/entities/${ours.entity.id}/members`, {}]],
    SavedView: [['POST', '/api/saved_views', { name: 'Mine', resource: 'orders' }]],
  };
  return (title, path) => {
    const id = recordIds[title];
    return [...(creates[title] ?? []), ...(id ? [['PATCH', `${path}/${id}`, {}] satisfies BodyRequest] : [])];
  };
}

const nameOf = (title: string): keyof Records => {
  const found = names.find((each) => each === title);
  if (found) return found;
  throw new Error(`No resource is called ${title}`);
};
const isName = (name: string): name is keyof Records => Object.hasOwn(schemas, name);
const names = Object.keys(schemas).filter(isName);

function totalOf(body: unknown): number {
  const pagination: unknown = typeof body === 'object' && body !== null && 'pagination' in body ? body.pagination : {};
  return typeof pagination === 'object' && pagination !== null && 'total' in pagination ? Number(pagination.total) : 0;
}
