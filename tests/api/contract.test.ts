import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemas } from '#schemas/generated/registry.ts';
import type { Records } from '#schemas/generated/types.ts';
import { resourceOf } from '#schemas/resource/resource.ts';
import type { Call, Method } from '#tests/product/call.ts';
import { aUser } from './factories.ts';
import { samples } from './samples.ts';
import { type Api, type Person, pathOf, startApi } from './server.ts';

let api: Api;
let nobody: Person;
beforeAll(async () => {
  api = await startApi();
  nobody = await api.signedInAs(await aUser(api));
});
afterAll(() => api.close());

type Name = keyof Records;
type Base = { id: string; revision: number; createdAt: string; updatedAt: string };

const isName = (name: string): name is Name => Object.hasOwn(schemas, name);
const routed = Object.keys(schemas)
  .filter(isName)
  .filter((name) => resourceOf(schemas[name]).operations.length > 0);
/** Orders are made and changed by calls of their own, beside the generated list. */
const thatOffer = (operation: 'create' | 'update' | 'delete') =>
  routed.filter((name) => name === 'Order' || resourceOf(schemas[name]).operations.includes(operation));
const one = (name: Name, { id }: Base) => `${pathOf(name)}/${id}`;

const unknownId = '0123456789abcdef01234567';
const serverOnly = 'Is set by the server only';

function sampleOf(name: Name) {
  const sample = samples[name];
  if (!sample) throw new Error(`tests/api/samples.ts has no sample of ${name}`);
  return sample;
}

async function made(name: Name): Promise<Base> {
  return api.admin.create(name, await sampleOf(name).body(api));
}

const send = (method: Method, path: string, asked: Omit<Call, 'method' | 'path'> = {}) =>
  api.admin.call({ method, path, ...asked });
const refusal = (context: string, ...fields: object[]) => ({
  status: 400,
  body: { code: 'REQUEST_SCHEMA_INVALID', error: 'Bad request', details: { context, fields } },
});
const stale = (name: Name, id: string) => ({
  status: 409,
  body: { code: 'RESOURCE_CONFLICT', error: 'Resource conflict', details: { resourceType: name, resourceId: id } },
});

describe.each(routed)('a record of %s', (name) => {
  const path = pathOf(name);

  it('is refused without a session, whatever is asked', async () => {
    const calls: [Method, string][] = [
      ['GET', path],
      ['POST', path],
      ['GET', `${path}/${unknownId}`],
      ['PATCH', `${path}/${unknownId}`],
    ];
    for (const [method, url] of calls) {
      const answer = await api.call({ method, path: url, ...(method === 'GET' ? {} : { body: { nonsense: 1 } }) });
      expect([method, url, answer.status]).toEqual([method, url, 401]);
    }
  });

  it('is made with 201, its revision as ETag, and is read back the same', async () => {
    const body = await sampleOf(name).body(api);
    const answer = await send('POST', path, { body });
    expect(answer).toMatchObject({ status: 201, body });
    expect(answer.headers.get('etag')).toBe('"1"');
    const record = await made(name);
    const read = await send('GET', one(name, record));
    expect(read.headers.get('etag')).toBe('"1"');
    expect(record).toMatchObject({ ...(typeof read.body === 'object' ? read.body : {}) });
  });

  it('carries its id, revision and times', async () => {
    expect(await made(name)).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      revision: 1,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  it('is refused with every field that it lacks, under the label of each', async () => {
    const answer = await send('POST', path, { body: {} });
    expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_SCHEMA_INVALID' } });
    expect(messagesIn(answer.body).toSorted()).toEqual(sampleOf(name).lacks.toSorted());
  });

  it('is refused with an unknown field, by its path', async () => {
    const body = { ...(await sampleOf(name).body(api)), nonsense: 1 };
    const field = { path: '/nonsense', message: 'Unknown field' };
    expect(await send('POST', path, { body })).toMatchObject(refusal('body', field));
  });

  it.each(['id', 'revision', 'createdAt', 'updatedAt'])('is refused with its own %s', async (field) => {
    const body = { ...(await sampleOf(name).body(api)), [field]: unknownId };
    const answer = await send('POST', path, { body });
    expect(answer).toMatchObject(refusal('body', { path: `/${field}`, message: serverOnly }));
  });

  it.each([[[]], ['text'], [7], [null]])('is not made of %j', async (body) => {
    expect((await send('POST', path, { body })).status).toBe(400);
  });

  it.each(['1', 'XYZ', '0123456789ABCDEF01234567', `${unknownId}0`, '%00'])('has no id such as %s', async (id) => {
    expect(await send('GET', `${path}/${id}`)).toMatchObject(
      refusal('params', { path: '/id', message: 'Must be 24 character hex string' }),
    );
  });

  it('that is not there is not found, by type and id', async () => {
    expect(await send('GET', `${path}/${unknownId}`)).toMatchObject({
      status: 404,
      body: { code: 'RESOURCE_NOT_FOUND', error: 'Resource not found', details: { type: name, id: unknownId } },
    });
  });
});

describe.each(thatOffer('update'))('a change of %s', (name) => {
  it('replaces the fields that it names and raises the revision', async () => {
    const record = await made(name);
    const answer = await send('PATCH', one(name, record), { body: sampleOf(name).change });
    expect(answer).toMatchObject({ status: 200, body: { ...sampleOf(name).change, id: record.id, revision: 2 } });
    expect(answer.headers.get('etag')).toBe('"2"');
    expect(await api.admin.read(name, record.id)).toMatchObject({
      ...sampleOf(name).change,
      revision: 2,
      createdAt: record.createdAt,
    });
  });

  it('is made when it has seen the stored revision', async () => {
    const record = await made(name);
    const headers = { 'if-match': '"1"' };
    expect((await send('PATCH', one(name, record), { body: sampleOf(name).change, headers })).status).toBe(200);
  });

  it('that has not seen the stored revision is a conflict and changes nothing', async () => {
    const record = await made(name);
    await send('PATCH', one(name, record), { body: sampleOf(name).change });
    const before = await api.admin.read(name, record.id);
    const headers = { 'if-match': '"1"' };
    const answer = await send('PATCH', one(name, record), { body: sampleOf(name).change, headers });
    expect(answer).toMatchObject(stale(name, record.id));
    expect(await api.admin.read(name, record.id)).toEqual(before);
  });

  it('wins alone when several have seen the same revision', async () => {
    const record = await made(name);
    const headers = { 'if-match': '"1"' };
    const change = () => send('PATCH', one(name, record), { body: sampleOf(name).change, headers });
    const statuses = (await Promise.all([change(), change(), change()])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
  });

  it.each(['1', '"x"', 'W/"1"', '"1", "2"', ''])('is refused with the malformed If-Match %j', async (match) => {
    const record = await made(name);
    const answer = await send('PATCH', one(name, record), {
      body: sampleOf(name).change,
      headers: { 'if-match': match },
    });
    expect(answer).toMatchObject(refusal('headers', { path: '/if-match' }));
  });

  it('that names nothing is refused', async () => {
    expect((await send('PATCH', one(name, await made(name)), { body: {} })).status).toBe(400);
  });

  it.each(['id', 'revision', 'createdAt', 'nonsense'])('of %s is refused by its path', async (field) => {
    const answer = await send('PATCH', one(name, await made(name)), { body: { [field]: unknownId } });
    expect(answer).toMatchObject(refusal('body', { path: `/${field}` }));
  });

  it('of a record that is not there is not found', async () => {
    const answer = await send('PATCH', `${pathOf(name)}/${unknownId}`, { body: sampleOf(name).change });
    expect(answer).toMatchObject({ status: 404, body: { details: { type: name, id: unknownId } } });
  });

  it('may come as the whole record by PUT', async () => {
    const record = await made(name);
    const read = await api.admin.read(name, record.id);
    const answer = await send('PUT', one(name, record), { body: { ...read, ...sampleOf(name).change } });
    expect(answer).toMatchObject({ status: 200, body: { ...sampleOf(name).change, revision: 2 } });
  });

  it('by PUT must leave what the server owns as it is stored', async () => {
    const record = await made(name);
    const read = await api.admin.read(name, record.id);
    const body = { ...read, createdAt: '2020-01-01T00:00:00.000Z' };
    const answer = await send('PUT', one(name, record), { body });
    expect(answer).toMatchObject(refusal('body', { path: '/createdAt', message: serverOnly }));
  });
});

describe.each(thatOffer('delete'))('a removal of %s', (name) => {
  it('answers the record, which is gone then', async () => {
    const record = await made(name);
    expect(await send('DELETE', one(name, record))).toMatchObject({ status: 200, body: { id: record.id } });
    expect((await send('GET', one(name, record))).status).toBe(404);
    expect((await send('DELETE', one(name, record))).status).toBe(404);
  });

  it('that has not seen the stored revision is a conflict, and the record stays', async () => {
    const record = await made(name);
    await send('PATCH', one(name, record), { body: sampleOf(name).change });
    expect(await send('DELETE', one(name, record), { headers: { 'if-match': '"1"' } })).toMatchObject(
      stale(name, record.id),
    );
    expect((await send('GET', one(name, record))).status).toBe(200);
  });

  it('takes the text/plain that react-admin sends along', async () => {
    const answer = await send('DELETE', one(name, await made(name)), { headers: { 'content-type': 'text/plain' } });
    expect(answer.status).toBe(200);
  });
});

describe('somebody without any right', () => {
  it.each(routed)('reads no %s of others', async (name) => {
    const record = await made(name);
    expect([403, 404]).toContain((await nobody.call({ path: one(name, record) })).status);
  });

  it.each(thatOffer('create'))('makes no %s, and is told which ability is missing', async (name) => {
    const body = await sampleOf(name).body(api);
    expect(await nobody.call({ method: 'POST', path: pathOf(name), body })).toMatchObject({
      status: 403,
      body: {
        code: 'MISSING_ABILITY',
        error: 'Missing permissions',
        reason: `Missing \`create\` ability for \`${name}\``,
        details: { action: 'create', subject: name },
      },
    });
  });

  it.each(thatOffer('update'))('changes no %s', async (name) => {
    const record = await made(name);
    const answer = await nobody.call({ method: 'PATCH', path: one(name, record), body: sampleOf(name).change });
    expect([403, 404]).toContain(answer.status);
    expect(await api.admin.read(name, record.id)).toMatchObject({ revision: 1 });
  });

  it.each(thatOffer('delete'))('removes no %s', async (name) => {
    const record = await made(name);
    expect([403, 404]).toContain((await nobody.call({ method: 'DELETE', path: one(name, record) })).status);
    expect((await send('GET', one(name, record))).status).toBe(200);
  });
});

function messagesIn(body: unknown): string[] {
  const isRefusal = (value: unknown): value is { details: { fields: { message: string }[] } } =>
    typeof value === 'object' && value !== null && 'details' in value;
  return isRefusal(body) ? body.details.fields.map(({ message }) => message) : [];
}
