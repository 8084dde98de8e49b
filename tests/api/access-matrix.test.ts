import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiResponse } from '#tests/product/call.ts';
import { callExpecting, pathOf, type SignedInUser } from '#tests/product/callers.ts';
import { sweepSample } from '#tests/runner/sweep.ts';
import {
  type AccessRole,
  accessRoles,
  isAllowedAnywhere,
  isAllowedAt,
  type MatrixRight,
  matrixRows,
  type RecordPlace,
  requirementOf,
  rightOf,
} from './access-matrix.ts';
import { type AgencyFixture, createAgencyFixture, pathFiller } from './agency-fixture.ts';
import { parameterOf, parentOf, routedResources } from './contract-resources.ts';
import { aChannel, aDraft, anEntity, aUser, clientFields } from './factories.ts';
import { type ApiOperation, fillPath, readOperations } from './operations.ts';
import { type Api, startApi } from './server.ts';
import { uploadsTo } from './uploads.ts';

/** Several thousand requests. Milliseconds. */
const timeout = 240_000;
/** In `npm test` each of the eight roles makes every sixth call, each from another offset, so one or two roles make each call. */
const share = 6;
const unknownId = '0123456789abcdef01234567';
const actions = { GET: 'read', POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' } as const;
/** A revision that no record has: an authorized change or deletion is a conflict and changes nothing. */
const stale = { 'if-match': '"999999"' };

let api: Api;
let endpoints: ApiOperation[];
/** The ids of the records at each place, by resource. */
let records: Record<RecordPlace, Record<string, string>>;
let people: Record<AccessRole, SignedInUser>;

beforeAll(async () => {
  api = await startApi();
  endpoints = await readOperations(api);
  const uploads = await uploadsTo(api);
  const own = await createAgencyFixture({ api, uploads, mark: 'Homeland' });
  const other = await createAgencyFixture({ api, uploads, mark: 'Zanzibar' });
  records = {
    'own agency': withoutGuild(own.ids),
    'own guild': await inGuild(own),
    'other agency': withoutGuild(other.ids),
    'other guild': await inGuild(other),
    'other channel': await inAnotherChannel(own),
  };
  for (const { Form } of Object.values(records)) if (Form) await draftOf(Form);
  const { moderator, user, entity } = own.agency;
  const guild = own.ids.Guild ?? '';
  const someone = async (fields: Parameters<typeof aUser>[1] = {}) => api.signedInAs(await aUser(api, fields));
  people = {
    ADMIN: api.admin,
    DEVELOPER: await someone({ roles: ['DEVELOPER'] }),
    AGENCY_ADMIN: moderator,
    AGENCY_USER: user,
    member: await someone({ memberOf: [entity] }),
    manager: await someone({ guild, guildFlags: 1 }),
    guild: await someone({ guild }),
    nobody: await someone(),
  };
}, timeout);
afterAll(() => api.close());

const withoutGuild = ({ Guild: _, GuildResource: __, ...ids }: Record<string, string>) => ids;

/** Creates a guild, its tile and one of its users, who belong to no agency. */
async function inGuild({ ids }: AgencyFixture): Promise<Record<string, string>> {
  const { Guild = '', GuildResource = '' } = ids;
  return { Guild, GuildResource, User: (await aUser(api, { guild: Guild })).id };
}

/** Creates a channel of an entity without members, its form, and an order on it without a client of our agencies. */
async function inAnotherChannel({ agency }: AgencyFixture): Promise<Record<string, string>> {
  const channel = await aChannel(api, { entity: await anEntity(api) });
  const order = await aDraft({ ...agency, channel, user: api.admin }, { client: null });
  return { Channel: channel.id, Form: channel.orderFormId, Order: order.id };
}

async function draftOf(form: string): Promise<void> {
  const { formSchema } = await api.admin.read('Form', form);
  await callExpecting(api.admin.call, 200, { method: 'PUT', path: `/api/forms/${form}/draft`, body: { formSchema } });
}

it('every call of the OpenAPI document has a row in the matrix, and every row a call', () => {
  expect(endpoints.length).toBeGreaterThan(200);
  const orphanRows = matrixRows.filter((row) => !endpoints.some(({ method, path }) => `${method} ${path}` === row));
  expect(orphanRows).toEqual([]);
  for (const endpoint of endpoints) needing(endpoint);
});

describe.each(accessRoles)('%s', { timeout }, (role) => {
  const partFor = <Call>(calls: Call[]) => sweepSample(calls, share, accessRoles.indexOf(role));

  it('may access a record of each place as the matrix says, and an unreadable record is like a missing one', async () => {
    const wrong: string[] = [];
    const calls = endpoints
      .filter(({ path }) => path.includes('{'))
      .flatMap((endpoint) => {
        const need = needing(endpoint);
        return isRight(need) ? placesOf(endpoint).map((place) => ({ endpoint, need, place })) : [];
      });
    for (const { endpoint, need, place } of partFor(calls)) {
      const found = await verdict(role, endpoint, place);
      const expected = expectedVerdict(role, endpoint, need, place);
      if (found !== expected) wrong.push(`${endpoint.method} ${endpoint.path} at ${place}: ${found}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
  });

  it('may list and create what the matrix says', async () => {
    const wrong: string[] = [];
    for (const endpoint of partFor(endpoints.filter(({ path }) => !path.includes('{')))) {
      const need = needing(endpoint);
      if (need === 'own' || need === 'open') continue;
      const query = endpoint.path.startsWith('/api/form_records') ? `?parent=${unknownId}` : '';
      const { status } = await send(role, endpoint, `${endpoint.path}${query}`);
      const found = status === 401 || status === 403 ? 'refused' : 'may';
      const expected = !isRight(need) || isAllowedAnywhere(need, role) ? 'may' : 'refused';
      if (found !== expected || status >= 500)
        wrong.push(`${endpoint.method} ${endpoint.path}: ${status}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
  });
});

const isRight = (need: MatrixRight | string): need is MatrixRight => typeof need === 'object';

/** The right that a call requires: from its row, or from its resource. Throws if neither defines it. */
function needing({ method, path }: ApiOperation): MatrixRight | string {
  const need = requirementOf(method, path);
  if (need) return need.includes(' ') && need !== 'signed in' ? rightOf(need) : need;
  const plain = path.replace(/\.(csv|xlsx)$/, '').replace(/\/list$/, '');
  const resource = resourceAt(plain);
  if (!resource) throw new Error(`tests/api/access-matrix.ts has no row for ${method} ${path}`);
  return rightOf(`${actions[method]} ${resource}`);
}

/** The resource whose list or record a path addresses. */
function resourceAt(path: string): string | undefined {
  const parts = path.split('/').slice(2);
  const [place, , below] = parts;
  if (parts.length <= 2) return routedResources.find((name) => pathOf(name) === `/api/${place}`);
  return routedResources.find((name) => {
    const nested = parentOf(name);
    const isBelow = nested && nested.path === below && pathOf(nameOf(nested.resource)) === `/api/${place}`;
    return isBelow && (parts.length === 3 || parts[3] === `{${parameterOf(name)}}`);
  });
}

const nameOf = (title: string) => {
  const found = routedResources.find((name) => name === title);
  if (found) return found;
  throw new Error(`No resource is called ${title}`);
};

/** The places that have a record for each id in the path. */
function placesOf({ path }: ApiOperation): RecordPlace[] {
  const all: RecordPlace[] = ['own agency', 'own guild', 'other agency', 'other guild', 'other channel'];
  return all.filter((place) => {
    try {
      return !/\/(\/|$)|0123456789abcdef01234567/.test(pathFiller(records[place])(path));
    } catch {
      return false;
    }
  });
}

/** The expected verdict of a call by the matrix. */
function expectedVerdict(role: AccessRole, endpoint: ApiOperation, need: MatrixRight, place: RecordPlace): string {
  const { path, method } = endpoint;
  // A list below a readable record contains what its reader may read.
  const isList = method === 'GET' && /\}\/\w+(\.csv|\.xlsx)?$/.test(path) && parentOf(nameOf(need.resource));
  const isAbove = isSeen(role, aboveOf(endpoint), place);
  if (isList ? isAbove && isAllowedAnywhere(need, role) : isAllowedAt(need, role, place)) return 'may';
  return isSeen(role, isOfPart(endpoint) ? need.resource : (aboveOf(endpoint) ?? need.resource), place)
    ? 'refused'
    : 'unseen';
}

const isSeen = (role: AccessRole, resource: string | undefined, place: RecordPlace): boolean =>
  resource !== undefined && isAllowedAt(rightOf(`read ${resource}`), role, place);

/** Whether a path addresses one record below another. */
const isOfPart = ({ path }: ApiOperation): boolean =>
  (path.match(/\{/g) ?? []).length > 1 && resourceAt(path) !== undefined;

/** The resource whose record a path names first. */
const aboveOf = ({ path }: ApiOperation): string | undefined =>
  routedResources.find((name) => !parentOf(name) && path.startsWith(`${pathOf(name)}/{`));

/** The actual verdict of a call: allowed, forbidden, or not found. */
async function verdict(role: AccessRole, endpoint: ApiOperation, place: RecordPlace): Promise<string> {
  const url = pathFiller(records[place])(endpoint.path);
  const answer = await send(role, endpoint, url);
  const { status } = answer;
  if (status === 403 || status === 404) {
    const missing = await ofMissing(role, endpoint, place);
    if (normalize(answer, url) === missing) return 'unseen';
    return status === 403 ? 'refused' : `${normalize(answer, url)} beside ${missing}`;
  }
  const isUnfit =
    /REQUEST_SCHEMA_INVALID/.test(JSON.stringify(answer.body)) &&
    !/There already is one|must be multipart|passkey could not be verified/.test(JSON.stringify(answer.body));
  return status >= 500 || status === 401 || isUnfit ? `${status} ${JSON.stringify(answer.body)}` : 'may';
}

/** The error responses for missing records, by user and request. They must not depend on the place. */
const missingResponses = new Map<string, string>();

async function ofMissing(role: AccessRole, endpoint: ApiOperation, place: RecordPlace): Promise<string> {
  const { method, path } = endpoint;
  const [like, url] = [pathFiller(records[place])(path), missingAs(role, endpoint, place)];
  // A PUT sends the record of its place.
  const request = `${role} ${method} ${url} ${method === 'PUT' ? like : ''}`;
  const known = missingResponses.get(request) ?? normalize(await send(role, endpoint, url, like), like);
  missingResponses.set(request, known);
  return known;
}

/** The path with an unknown id; below a readable record the last id is replaced. */
function missingAs(role: AccessRole, endpoint: ApiOperation, place: RecordPlace): string {
  const url = pathFiller(records[place])(endpoint.path);
  if (isOfPart(endpoint) && isSeen(role, aboveOf(endpoint), place)) return url.replace(/[^/]+$/, unknownId);
  return fillPath(endpoint.path, (_, name) => (name === 'number' ? '1' : unknownId));
}

/** A response without the values that differ per request: the request id and the requested ids. */
const normalize = ({ status, body }: ApiResponse, url: string): string =>
  (url.match(/[0-9a-f]{24}/g) ?? []).reduce(
    (text, id) => text.replaceAll(id, unknownId),
    `${status} ${JSON.stringify(body).replace(/"reqId":"[^"]*"/, '')}`,
  );

/** Bodies of calls whose example is missing, is for ADMINs only, or references missing records. */
const bodies: Record<string, unknown> = {
  'PATCH /api/guilds/{id}/resources': [{ id: unknownId, order: 1 }],
  'POST /api/users/{id}/auth_providers': { type: 'BASIC', key: 'taken', challenge: 'a long enough password' },
  'POST /api/orders/{id}/check': { formData: {} },
  'POST /api/reports/{id}/rows': { batch: 'Taken', data: {} },
  'POST /api/channels/{id}/onboarding_email/test': {},
  'POST /api/email_templates/{id}/test': {},
  'POST /api/entities/{id}/clients': clientFields(),
  'PATCH /api/clients/{id}': { industry: 'Retail' },
  'PUT /api/clients/duplicates/dismissals': { pairs: [[unknownId, unknownId.replace('0', '1')]], dismissed: true },
};

/** Makes a call with a valid body; `like` is the path whose record a PUT sends. */
async function send(
  role: AccessRole,
  { method, path, examples }: ApiOperation,
  url: string,
  like = url,
): Promise<ApiResponse> {
  const { call, user } = people[role];
  if (method === 'GET') return await call({ path: url });
  if (method === 'DELETE') return await call({ method, path: url, headers: stale });
  const sent = bodies[`${method} ${path}`] ?? examples[0];
  const body = sent ?? (method === 'PUT' ? (await api.admin.call({ path: like })).body : {});
  const answer = await call({ method, path: url, headers: method === 'POST' ? {} : stale, body });
  // Impersonation has switched to another session.
  if (path.startsWith('/api/auth/proxy/') && answer.status < 300) people[role] = await api.signedInAs(user);
  return answer;
}
