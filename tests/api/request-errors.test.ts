import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#api/platform/mongod/start.ts';
import { callerOf } from '#tests/product/call.ts';
import { aDraft, anAgency, aProduct, clientFields } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ PORT: String(await freePort()) });
  await api.app.listen({ port: api.config.port, host: api.config.host });
});
afterAll(() => api.close());

const post = (body: unknown, headers: Record<string, string> = {}) =>
  api.admin.call({ method: 'POST', path: '/api/clients', body, headers });

describe('a request body', () => {
  it.each(['{', '{"name":', 'nonsense', '{"name":"a"}}'])(
    'a request body that is invalid JSON is rejected: %s',
    async (body) => {
      expect(await post(body)).toMatchObject({
        status: 400,
        body: { code: 'REQUEST_SCHEMA_INVALID', details: { context: 'body' } },
      });
    },
  );

  it('a request body of more than 1 MiB is rejected', async () => {
    const answer = await post({ ...clientFields(), name: 'x'.repeat(1024 * 1024) });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.body).toMatchObject({ code: 'REQUEST_SCHEMA_INVALID' });
  });

  it.each(['application/xml', 'multipart/form-data', 'application/x-www-form-urlencoded'])(
    'a request body of the type %s is rejected',
    async (type) => {
      const answer = await post('name=Eve', { 'content-type': type });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    },
  );

  it.each([
    ['a leading $', { $where: '1' }, '/formData/$where'],
    ['a dot', { rows: [{ 'a.b': 1 }] }, '/formData/rows/0/a.b'],
  ])('is rejected with %s in a key of free-form data, with its path', async (_name, formData, path) => {
    const agency = await anAgency(api);
    const { channel, client, user } = agency;
    const body = { channelId: channel.id, form: channel.orderFormId, client: client.id, formData };
    const field = { path, message: 'A key must not start with $ or contain a dot' };
    const rejected = { status: 400, body: { code: 'REQUEST_SCHEMA_INVALID', details: { fields: [field] } } };
    expect(await user.call({ method: 'POST', path: '/api/orders', body })).toMatchObject(rejected);
    const { id } = await aDraft(agency);
    expect(await user.call({ method: 'PATCH', path: `/api/orders/${id}`, body: { formData } })).toMatchObject(rejected);
  });

  it('may contain a JSON Schema with all its keywords', async () => {
    const schema = {
      type: 'object',
      properties: { 'a.b': { $ref: '#/$defs/text' } },
      $defs: { text: { type: 'string' } },
    };
    expect(await aProduct(api, { schema })).toMatchObject({ schema });
  });

  it('a request body with 10,000 nested levels is rejected with the path, and the next request is served', async () => {
    const agency = await anAgency(api);
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    for (const [path, body] of [
      ['/api/orders', `{"channelId":"${agency.channel.id}","form":"${agency.channel.orderFormId}","formData":${deep}}`],
      ['/api/forms', `{"name":"Deep","formSchema":${deep}}`],
      ['/api/products', `{"key":"deep","name":"Deep","schema":${deep}}`],
      ['/api/clients', deep],
    ] as const) {
      const answer = await api.admin.call({ method: 'POST', path, body });
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.body).toMatchObject({ code: 'REQUEST_SCHEMA_INVALID' });
    }
    expect((await post(clientFields())).status).toBe(201);
  });

  it('is rejected with all errors at once, each with its path and message', async () => {
    const fields = { ...clientFields(), name: '', website: 7, businessAddress: { street: 'x', city: 'y' }, extra: 1 };
    const { body } = await post(fields);
    expect(body).toMatchObject({
      error: 'Bad request',
      code: 'REQUEST_SCHEMA_INVALID',
      reason: expect.any(String),
      details: {
        context: 'body',
        fields: expect.arrayContaining([
          { path: '/name', value: '', message: 'Missing required field: Client Name' },
          expect.objectContaining({ path: '/website', value: 7 }),
          { path: '/businessAddress/state', message: 'Missing required field: State' },
          { path: '/businessAddress/zip', message: 'Missing required field: ZIP code' },
          expect.objectContaining({ path: '/extra', message: 'Unknown field' }),
        ]),
      },
      errors: {
        name: 'Missing required field: Client Name',
        'businessAddress.zip': 'Missing required field: ZIP code',
      },
    });
  });

  it('is not coerced: a number is not accepted as a text', async () => {
    const answer = await post({ ...clientFields(), name: 7 });
    expect(answer).toMatchObject({ status: 400, body: { details: { fields: [{ path: '/name', value: 7 }] } } });
  });

  it('a request body with a duplicate of a unique value is a conflict, with the field', async () => {
    const slug = { key: 'one_key', name: 'One' };
    const make = () => api.admin.call({ method: 'POST', path: '/api/products', body: slug });
    expect((await make()).status).toBe(201);
    expect(await make()).toMatchObject({
      status: 409,
      body: { code: 'RESOURCE_CONFLICT', error: 'Resource conflict' },
    });
  });

  it('a request body with a reference to a missing record is rejected with its path', async () => {
    const body = { name: 'Lost', parent: '0123456789abcdef01234567' };
    expect(await api.admin.call({ method: 'POST', path: '/api/entities', body })).toMatchObject({
      status: 422,
      body: {
        code: 'DATABASE_VALIDATION_ERROR',
        error: 'Validation error',
        details: { errors: [{ path: '/parent', value: body.parent, message: expect.any(String) }] },
      },
    });
  });
});

describe('an unknown call', () => {
  it.each([
    ['GET', '/api/nonsense'],
    ['POST', '/api/users/me'],
    ['DELETE', '/api/users/0123456789abcdef01234567'],
    ['GET', '/api/clients/0123456789abcdef01234567/nonsense'],
  ] as const)('is not found: %s %s', async (method, path) => {
    expect(await api.admin.call({ method, path, ...(method === 'POST' ? { body: {} } : {}) })).toMatchObject({
      status: 404,
      body: { code: 'RESOURCE_NOT_FOUND', error: 'Resource not found', reqId: expect.any(String) },
    });
  });

  it.each(['/api/%', '/api/clients/%E0%A4%A', '/api/clients?sort=%'])(
    'is rejected if its URL is malformed: %s',
    async (path) => {
      const { status } = await api.admin.call({ path });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    },
  );
});

describe('a response', () => {
  it('a response of an error never reveals internals', async () => {
    const answers = [await post('{'), await post({}), await api.admin.call({ path: '/api/clients?search=%00' })];
    const text = JSON.stringify(answers.map(({ body }) => body));
    expect(text).not.toMatch(/node_modules|\.ts:|mongo|at \w+ \(/i);
  });

  it('has the security headers', async () => {
    const { headers } = await api.call({ path: '/api/data/config' });
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
  });
});

describe('the listening server', () => {
  const address = () => `http://127.0.0.1:${api.config.port}`;

  it('reports liveness and readiness', async () => {
    const call = callerOf(address());
    expect((await call({ path: '/api/healthz' })).status).toBe(200);
    expect((await call({ path: '/api/readyz' })).status).toBe(200);
  });

  it('serves a session over the network as it does in the tests', async () => {
    const call = callerOf(address());
    expect(await call({ path: '/api/users/me', cookies: api.admin.cookies })).toMatchObject({
      status: 200,
      body: { email: 'admin@example.com', roles: ['ADMIN'] },
    });
  });
});
