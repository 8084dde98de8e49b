import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRecord } from '#schemas/forms/is-record.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { sweepSample } from '#tests/runner/sweep.ts';
import { type AgencyFixture, createAgencyFixture } from './agency-fixture.ts';
import { aProduct } from './factories.ts';
import { type ApiOperation, filterParametersOf, readOperations } from './operations.ts';
import { type Api, startApi } from './server.ts';
import { uploadsTo } from './uploads.ts';

/** Several thousand requests. Milliseconds. */
const timeout = 600_000;

/** `npm test` makes every 23rd request. A prime, so that all of the about eight values of each property are tested. */
const share = 23;

let api: Api;
let whole: AgencyFixture;
let endpoints: ApiOperation[];
beforeAll(async () => {
  api = await startApi();
  whole = await createAgencyFixture({ api, uploads: await uploadsTo(api), mark: 'Zanzibar' });
  // These would end the session of the test.
  const endings = /^\/api\/(auth\/logout|auth\/proxy|sessions)/;
  endpoints = (await readOperations(api)).filter(({ method, path }) => method === 'GET' || !endings.test(path));
}, timeout);
afterAll(() => api.close());

const nest = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 0;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
};

/** Hostile values that replace each value of a body, as JSON text, since JSON.stringify cannot write all of them. */
const values: Record<string, { json: string; isRejected: boolean }> = {
  'NUL in a text': { json: '"a\\u0000b"', isRejected: true },
  'a lone high surrogate': { json: '"\\ud800"', isRejected: true },
  'a lone low surrogate': { json: '"a\\udc00"', isRejected: true },
  'an infinite number': { json: '1e400', isRejected: true },
  'a negative infinite number': { json: '-1e400', isRejected: true },
  'a negative zero': { json: '-0', isRejected: false },
  'NUL in a key': { json: '{"a\\u0000b":1}', isRejected: true },
  'a lone surrogate in a key': { json: '{"\\ud800":1}', isRejected: true },
  'a MongoDB operator as a key': { json: '{"$where":"1","a.b":1,"__proto__x":1}', isRejected: false },
  'deeply nested lists': { json: JSON.stringify(nest(200, (inner) => [inner])), isRejected: true },
  'deeply nested objects': { json: JSON.stringify(nest(200, (a) => ({ a }))), isRejected: true },
  'a wide object': {
    json: JSON.stringify(Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`k${at}`, at]))),
    isRejected: true,
  },
  'a long list': { json: JSON.stringify(Array.from({ length: 20_000 }, () => 0)), isRejected: false },
};

/** Variants of a body as text: each of its values in turn, and one extra property, is replaced by the JSON text. */
function bodiesWith(example: object, json: string): string[] {
  const mark = '@@here@@';
  const fill = (body: object) => JSON.stringify(body).replace(`"${mark}"`, () => json);
  const list = Array.isArray(example) ? example : undefined;
  if (list)
    return [
      fill([...list, mark]),
      ...list
        .slice(0, 1)
        .flatMap((each) => (isRecord(each) ? Object.keys(each).map((key) => fill([{ ...each, [key]: mark }])) : [])),
    ];
  return [...Object.keys(example).map((key) => fill({ ...example, [key]: mark })), fill({ ...example, more: mark })];
}

/**
 * The requests whose response is a server error, or that were accepted although they must be rejected, each with its
 * response.
 */
async function faultsOf(
  calls: { endpoint: ApiOperation; path?: string; body?: string; isRejected: boolean }[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const { endpoint, path = whole.pathTo(endpoint.path), body, isRejected } of calls) {
    const { status, body: answer } = await api.admin.call({
      method: endpoint.method,
      path,
      ...(body === undefined ? {} : { body }),
    });
    const isOk = isRejected ? status >= 400 && status < 500 : status < 500;
    // Calls of the product to other servers, such as Google, may fail here.
    if (!isOk && status !== 502)
      faults.push(
        `${endpoint.method} ${path} ${body?.slice(0, 300) ?? ''}: ${status} ${JSON.stringify(answer).slice(0, 300)}`,
      );
  }
  return faults;
}

const rows = Object.entries(values).map(([what, value], index) => ({ what, index, ...value }));

describe.each(rows)('$what', ({ index, json, isRejected }) => {
  it('causes no server error in any operation, at any place of its body', { timeout }, async () => {
    const requests = endpoints
      .filter(({ examples }) => examples.length > 0)
      .flatMap((endpoint) =>
        endpoint.examples
          .slice(0, 1)
          .flatMap((example) => bodiesWith(example, json).map((body) => ({ endpoint, body, isRejected }))),
      );
    expect(requests.length).toBeGreaterThan(100);
    // Another part for each value, so that every place gets some value in each run.
    expect(await faultsOf(sweepSample(requests, share, index))).toEqual([]);
  });
});

describe('hostile values in a query', () => {
  const hostile = ['%00', 'a%00b', '%ED%A0%80', '1e400', '-0', '{"x":{}}', '[[[[', '"\\u0000"'].map((text) =>
    text.startsWith('%') || text.includes('%00') ? text : encodeURIComponent(text),
  );
  const filters = [
    '{"x":{}}',
    '{"x":{"from":{}}}',
    '{"name":"\\u0000"}',
    '{"\\u0000":1}',
    '{"q":"\\ud800"}',
    '{"id":["\\u0000"]}',
    '{"createdAt":{"from":1e400}}',
  ];

  it('cause no server error in any list, in any parameter', { timeout }, async () => {
    const requests = endpoints
      .filter(({ method }) => method === 'GET')
      .flatMap((endpoint) => {
        const path = whole.pathTo(endpoint.path);
        const own = [...Object.keys(endpoint.query), 'unknown%00', ...filterParametersOf(endpoint)];
        return [
          ...[...new Set(own)].flatMap((name) => hostile.map((value) => `${path}?${name}=${value}`)),
          ...filters.map((filter) => `${path}?filter=${encodeURIComponent(filter)}`),
        ].map((each) => ({ endpoint, path: each, isRejected: false }));
      });
    expect(requests.length).toBeGreaterThan(1_000);
    expect(await faultsOf(sweepSample(requests, 3 * share))).toEqual([]);
  });

  it('are rejected with the path for NUL', async () => {
    expect(await api.admin.call({ path: '/api/clients?name=a%00b' })).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_SCHEMA_INVALID', details: { context: 'querystring', fields: [{ path: '/name' }] } },
    });
  });

  it.each(['{"x":{}}', '{"x":{"from":{}}}', '{"x":[]}', '{"x":null}'])(
    'are rejected as a filter of an unknown field: %s',
    async (filter) => {
      const path = `/api/clients?filter=${encodeURIComponent(filter)}`;
      expect(await api.admin.call({ path })).toMatchObject({ status: 400, body: { code: 'REQUEST_SCHEMA_INVALID' } });
    },
  );

  it('are rejected as a forged cursor or continue somewhere', { timeout }, async () => {
    const { pagination } = await callExpecting<{ pagination: { next: string } }>(api.admin.call, 200, {
      path: '/api/users?limit=1&sort=-updatedAt',
    });
    const [of, values, id] = JSON.parse(Buffer.from(pagination.next, 'base64url').toString());
    for (const changed of [[1e308], ['\u0000'], [true], ['no time'], [{}], [null], []]) {
      const after = Buffer.from(JSON.stringify([of, changed, id])).toString('base64url');
      const { status } = await api.admin.call({ path: `/api/users?limit=1&sort=-updatedAt&after=${after}` });
      expect(status, JSON.stringify(changed)).toBeLessThan(500);
    }
    expect(values).toHaveLength(1);
  });
});

describe('hostile values in a path', () => {
  it('cause no server error in any operation', { timeout }, async () => {
    const segments = ['%00', 'a%00b', '%ED%A0%80', '1e400', '-0', 'a'.repeat(3_000), '..%2f..', '%5B%5D'];
    const requests = endpoints
      .filter(({ path }) => path.includes('{'))
      .flatMap((endpoint) =>
        segments.map((segment) => ({ endpoint, path: endpoint.path.replace(/\{\w+\}/g, segment), isRejected: true })),
      );
    expect(await faultsOf(sweepSample(requests, share))).toEqual([]);
  });
});

describe('the schema of a product', () => {
  const drafts = [
    ...['draft-03', 'draft-04', 'draft-06', 'draft-07'].flatMap((draft) => [
      `http://json-schema.org/${draft}/schema#`,
      `https://json-schema.org/${draft}/schema`,
    ]),
    ...['2019-09', '2020-12', 'next'].map((draft) => `https://json-schema.org/draft/${draft}/schema`),
    ...['http://json-schema.org/schema#', 'https://evil.example/schema', 'nonsense', '#', ''],
    ...[7, null, {}, ['http://json-schema.org/draft-07/schema#'], true],
  ];

  it.each(drafts)('is accepted or rejected without a server error if its $schema is %j', async ($schema) => {
    const schema = { $schema, type: 'object', properties: { months: { type: 'integer' } } };
    const inside = { type: 'object', properties: { months: { $schema, type: 'integer' } } };
    const isKnown = typeof $schema === 'string' && $schema.includes('draft-07');
    const statuses = [];
    for (const each of [schema, inside]) {
      const { id } = await aProduct(api);
      const body = { schema: each };
      statuses.push((await api.admin.call({ method: 'PATCH', path: `/api/products/${id}`, body })).status);
      const check = { method: 'POST', path: '/api/products/check', body: { ...body, data: { months: 1 } } } as const;
      expect((await api.admin.call(check)).status).toBeLessThan(500);
    }
    expect(statuses[0]).toBe(isKnown ? 200 : 400);
    expect(statuses[1]).toBeLessThan(500);
  });
});
