import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemas } from '#schemas/generated/registry.ts';
import { resourceOf } from '#schemas/resource/resource.ts';
import type { ApiCall, Method } from '#tests/product/call.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { sweepSample } from '#tests/runner/sweep.ts';
import {
  type CreatedRecord,
  creatableResources,
  createSample,
  listUrlOf,
  parameterOf,
  parentOf,
  type RoutedName,
  resourcesWith,
  routedResources,
  sampleOf,
  urlKeyOf,
} from './contract-resources.ts';
import { aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

/**
 * In `npm test` each group of tests runs for every fourth resource. The groups have different offsets, so that each
 * resource is in some groups.
 */
const share = 4;

let api: Api;
let nobody: SignedInUser;
beforeAll(async () => {
  api = await startApi();
  nobody = await api.signedInAs(await aUser(api));
});
afterAll(() => api.close());

const unknownId = '0123456789abcdef01234567';
const serverOnly = 'Can only be set by the server';
/** The fields of a resource that only the server sets. */
const serverOwned = (name: RoutedName): string[] =>
  resourceOf(schemas[name])
    .fields.filter(({ property }) => property.readOnly)
    .map((field) => field.name);

const create = (name: RoutedName, place?: string) => createSample(api, name, place);
const read = (url: string) => callExpecting<CreatedRecord['record']>(api.admin.call, 200, { path: url });

const send = (method: Method, path: string, options: Omit<ApiCall, 'method' | 'path'> = {}) =>
  api.admin.call({ method, path, ...options });
const rejection = (context: string, ...fields: object[]) => ({
  status: 400,
  body: { code: 'REQUEST_SCHEMA_INVALID', error: 'Bad request', details: { context, fields } },
});
const stale = (name: RoutedName, id: string) => ({
  status: 409,
  body: { code: 'RESOURCE_CONFLICT', error: 'Resource conflict', details: { resourceType: name, resourceId: id } },
});

describe.each(sweepSample(routedResources, share, 0))('the URL of one record of %s', (name) => {
  it.each(['1', 'XYZ', '0123456789ABCDEF01234567', `${unknownId}0`, '%00'])(
    'is not found for the invalid id %s',
    async (id) => {
      expect(await send('GET', `${await listUrlOf(api, name)}/${id}`)).toMatchObject(
        rejection('params', { path: `/${parameterOf(name)}`, message: 'Must be 24 character hex string' }),
      );
    },
  );

  it('is not found for an unknown id, and the error names the type and the id', async () => {
    expect(await send('GET', `${await listUrlOf(api, name)}/${unknownId}`)).toMatchObject({
      status: 404,
      body: { code: 'RESOURCE_NOT_FOUND', error: 'Resource not found', details: { type: name, id: unknownId } },
    });
  });
});

describe.each(
  sweepSample(
    routedResources.filter((name) => parentOf(name)),
    share,
    1,
  ),
)('a nested list of %s', (name) => {
  it('is not found, with the type of the parent, if the parent is missing or not readable', async () => {
    const nested = parentOf(name);
    const place = await listUrlOf(api, name);
    const nowhere = place.replace(/[0-9a-f]{24}/, unknownId);
    const answer = { status: 404, body: { details: { type: nested?.resource } } };
    expect(await send('GET', nowhere)).toMatchObject(answer);
    if (creatableResources.includes(name))
      expect(await send('POST', nowhere, { body: await sampleOf(name).body(api) })).toMatchObject(answer);
    expect([403, 404]).toContain((await nobody.call({ path: place })).status);
  });
});

describe.each(
  sweepSample(
    creatableResources.filter((name) => parentOf(name)),
    share,
    2,
  ),
)('a nested record of %s', (name) => {
  it('is not found below another parent', async () => {
    const { url, record } = await create(name);
    const elsewhere = `${await listUrlOf(api, name)}/${Reflect.get(record, urlKeyOf(name))}`;
    expect((await send('GET', url)).status).toBe(200);
    // Report rows belong to a kind of data: another report of the same kind contains them as well.
    expect((await send('GET', elsewhere)).status).toBe(name === 'ReportRow' ? 200 : 404);
  });
});

describe.each(sweepSample(creatableResources, share, 1))('a record of %s', (name) => {
  it('is created with 201 and its revision as ETag, and reads back the same', async () => {
    const place = await listUrlOf(api, name);
    const body = await sampleOf(name).body(api);
    const answer = await send('POST', place, { body });
    expect(answer).toMatchObject({ status: 201, body: shownOf(name, body) });
    expect(answer.headers.get('etag')).toBe('"1"');
    const { record, url } = await create(name);
    const found = await send('GET', url);
    expect(found.headers.get('etag')).toBe('"1"');
    expect(record).toMatchObject({ ...(typeof found.body === 'object' ? found.body : {}) });
  });

  it('has an id, a revision and timestamps', async () => {
    expect((await create(name)).record).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      revision: 1,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  it('is rejected with an error for each missing field, by its label', async () => {
    const answer = await send('POST', await listUrlOf(api, name), { body: {} });
    expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_SCHEMA_INVALID' } });
    expect(messagesIn(answer.body).toSorted()).toEqual(sampleOf(name).lacks.toSorted());
  });

  it('is rejected if it has an unknown field, with the path of the field', async () => {
    const body = { ...(await sampleOf(name).body(api)), nonsense: 1 };
    const field = { path: '/nonsense', message: 'Unknown field' };
    expect(await send('POST', await listUrlOf(api, name), { body })).toMatchObject(rejection('body', field));
  });

  it('is rejected if it sets server-owned fields, with the path of each', async () => {
    const owned = serverOwned(name);
    const body = {
      ...(await sampleOf(name).body(api)),
      ...Object.fromEntries(owned.map((field) => [field, unknownId])),
    };
    const faults = owned.map((field) => expect.objectContaining({ path: `/${field}`, message: serverOnly }));
    expect(await send('POST', await listUrlOf(api, name), { body })).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_SCHEMA_INVALID', details: { fields: expect.arrayContaining(faults) } },
    });
  });

  it.each([[[]], ['text'], [7], [null]])('is rejected if the body is %j', async (body) => {
    expect((await send('POST', await listUrlOf(api, name), { body })).status).toBe(400);
  });

  it('is in its list, on its page and in sort order, and is found by its id', async () => {
    const place = await listUrlOf(api, name);
    const { record } = await create(name, place);
    const list = await callExpecting<Page>(api.admin.call, 200, { path: `${place}?limit=200&sort=-createdAt` });
    expect(list.results.map(({ id }) => id)).toContain(record.id);
    const times = list.results.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    const found = await callExpecting<Page>(api.admin.call, 200, { path: `${place}?id=${record.id}` });
    expect(found.results.map(({ id }) => id)).toEqual([record.id]);
    expect(found.pagination).toEqual({ page: 1, limit: 20, total: 1 });
    const none = await callExpecting<Page>(api.admin.call, 200, { path: `${place}?id=${unknownId}` });
    expect(none).toEqual({ pagination: { page: 1, limit: 20, total: 0 }, results: [] });
    const beyond = await callExpecting<Page>(api.admin.call, 200, { path: `${place}?page=500` });
    expect(beyond.results).toEqual([]);
  });

  it.each(['nonsense=1', 'sort=nonsense', 'page=0', 'limit=201', 'id[$gt]=', 'id=7', 'populate=nonsense'])(
    'is not listed for the invalid query %s',
    async (query) => {
      const answer = await send('GET', `${await listUrlOf(api, name)}?${query}`);
      expect(answer).toMatchObject({ status: 400, body: { details: { context: 'querystring' } } });
    },
  );
});

describe.each(sweepSample(resourcesWith('update'), share, 2))('a PATCH or PUT of %s', (name) => {
  const change = () => sampleOf(name).change;

  it('replaces the given fields and increments the revision', async () => {
    const { record, url } = await create(name);
    const answer = await send('PATCH', url, { body: change() });
    expect(answer).toMatchObject({ status: 200, body: { ...change(), id: record.id, revision: 2 } });
    expect(answer.headers.get('etag')).toBe('"2"');
    expect(await read(url)).toMatchObject({ ...change(), revision: 2, createdAt: record.createdAt });
  });

  it('succeeds if If-Match is the stored revision', async () => {
    const { url } = await create(name);
    expect((await send('PATCH', url, { body: change(), headers: { 'if-match': '"1"' } })).status).toBe(200);
  });

  it('is rejected as a conflict and changes nothing if the revision is stale', async () => {
    const { record, url } = await create(name);
    await send('PATCH', url, { body: change() });
    const before = await read(url);
    const answer = await send('PATCH', url, { body: change(), headers: { 'if-match': '"1"' } });
    expect(answer).toMatchObject(stale(name, record.id));
    expect(await read(url)).toEqual(before);
  });

  it('succeeds only once if several requests have the same revision', async () => {
    const { url } = await create(name);
    const attempt = () => send('PATCH', url, { body: change(), headers: { 'if-match': '"1"' } });
    const statuses = (await Promise.all([attempt(), attempt(), attempt()])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
  });

  it.each(['1', '"x"', 'W/"1"', '"1", "2"', ''])('is rejected with the malformed If-Match %j', async (match) => {
    const { url } = await create(name);
    const answer = await send('PATCH', url, { body: change(), headers: { 'if-match': match } });
    expect(answer).toMatchObject(rejection('headers', { path: '/if-match' }));
  });

  it('is rejected if it contains no field', async () => {
    expect((await send('PATCH', (await create(name)).url, { body: {} })).status).toBe(400);
  });

  it('is rejected if it contains server-owned or unknown fields, with the path of each', async () => {
    const { url } = await create(name);
    for (const field of [...serverOwned(name), 'nonsense']) {
      const answer = await send('PATCH', url, { body: { [field]: unknownId } });
      expect(answer).toMatchObject(rejection('body', { path: `/${field}` }));
    }
  });

  it('a write that changes no value keeps the revision and publishes no event', async () => {
    const { record, url } = await create(name);
    await send('PATCH', url, { body: change() });
    const before = await read(url);
    expect(await send('PATCH', url, { body: change() })).toMatchObject({ status: 200, body: { revision: 2 } });
    expect(await read(url)).toEqual(before);
    const log = await callExpecting<Page>(api.admin.call, 200, {
      path: `/api/audit_log?resourceId=${record.id}&action=update`,
    });
    expect(log.results.length).toBeLessThanOrEqual(1);
  });

  it('a PUT is a conflict if somebody else changed the record since it was read', async () => {
    const { record, url } = await create(name);
    const staleRecord = await read(url);
    await send('PATCH', url, { body: change() });
    expect(await send('PUT', url, { body: staleRecord })).toMatchObject(stale(name, record.id));
    expect(await send('PUT', url, { body: staleRecord, headers: { 'if-match': '"1"' } })).toMatchObject(
      stale(name, record.id),
    );
    const now = await read(url);
    expect(now).toMatchObject({ ...change(), revision: 2 });
    expect(await send('PUT', url, { body: now })).toMatchObject({ status: 200, body: { revision: 2 } });
  });

  it('is not found for an unknown id', async () => {
    const answer = await send('PATCH', `${await listUrlOf(api, name)}/${unknownId}`, { body: change() });
    expect(answer).toMatchObject({ status: 404, body: { details: { type: name, id: unknownId } } });
  });

  it('accepts the whole record by PUT', async () => {
    const { url } = await create(name);
    const answer = await send('PUT', url, { body: { ...(await read(url)), ...change() } });
    expect(answer).toMatchObject({ status: 200, body: { ...change(), revision: 2 } });
  });

  it('a PUT must send server-owned fields unchanged', async () => {
    const { url } = await create(name);
    const body = { ...(await read(url)), createdAt: '2020-01-01T00:00:00.000Z' };
    expect(await send('PUT', url, { body })).toMatchObject(
      rejection('body', { path: '/createdAt', message: serverOnly }),
    );
  });
});

describe.each(sweepSample(resourcesWith('delete'), share, 3))('a DELETE of %s', (name) => {
  it('returns the record, which no longer exists afterwards', async () => {
    const { record, url } = await create(name);
    expect(await send('DELETE', url)).toMatchObject({ status: 200, body: { id: record.id } });
    expect((await send('GET', url)).status).toBe(404);
    expect((await send('DELETE', url)).status).toBe(404);
  });

  it('is a conflict and keeps the record if the revision is stale', async () => {
    const { record, url } = await create(name);
    // A record that cannot be changed always has revision 1, so any other revision is stale.
    const staleRevision = resourcesWith('update').includes(name) ? '"1"' : '"9"';
    await send('PATCH', url, { body: sampleOf(name).change });
    expect(await send('DELETE', url, { headers: { 'if-match': staleRevision } })).toMatchObject(stale(name, record.id));
    expect((await send('GET', url)).status).toBe(200);
  });

  it('accepts the text/plain content type that react-admin sends', async () => {
    const answer = await send('DELETE', (await create(name)).url, { headers: { 'content-type': 'text/plain' } });
    expect(answer.status).toBe(200);
  });
});

interface Page {
  pagination: object;
  results: CreatedRecord['record'][];
}

/** The body as a response shows it, without secrets. */
function shownOf(name: RoutedName, body: object): object {
  const hidden = schemas[name]['x-store']?.hidden ?? [];
  return Object.fromEntries(Object.entries(body).filter(([field]) => !hidden.includes(field)));
}

function messagesIn(body: unknown): string[] {
  const isRejection = (value: unknown): value is { details: { fields: { message: string }[] } } =>
    typeof value === 'object' && value !== null && 'details' in value;
  return isRejection(body) ? body.details.fields.map(({ message }) => message) : [];
}
