import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, anAgency, aProduct } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

const check = (body: object, person: SignedInUser = api.admin) =>
  person.call({ method: 'POST', path: '/api/products/check', body });
const weeks = { properties: { weeks: { type: 'integer', title: 'Weeks', minimum: 1, default: 2 } } };

describe('checking the schema of a product', () => {
  it('returns the effective schema of a line, its defaults and the schema errors, and saves nothing', async () => {
    const parent = await aProduct(api, { schema: { required: ['name'], properties: { name: { type: 'string' } } } });
    expect(await check({ schema: weeks, parent: parent.id })).toMatchObject({
      status: 200,
      body: {
        schema: { allOf: [parent.schema, weeks] },
        data: { weeks: 2 },
        problems: [{ path: '/data/name', message: 'Missing required field: Name' }],
      },
    });
    expect(await check({ schema: weeks, parent: parent.id, data: { name: 'x', weeks: '1,200' } })).toMatchObject({
      body: { data: { name: 'x', weeks: 1200 }, problems: [] },
    });
    expect(await check({ schema: weeks, data: { weeks: 'abc' } })).toMatchObject({
      body: { data: { weeks: 'abc' }, problems: [{ path: '/data/weeks', message: 'Must be a whole number' }] },
    });
    expect(await callExpecting(api.admin.call, 200, { path: '/api/products' })).toMatchObject({
      results: { length: 1 },
    });
  });

  const within = (schema: object) => ({ properties: { value: schema } });
  it.each<[string, object, string, string | RegExp]>([
    ['an unknown type', within({ type: 'txt' }), '/properties/value/type', /^Not a JSON Schema: Must be one of/],
    ['an invalid schema', { properties: { value: 5 } }, '/properties/value', /^Not a JSON Schema: Must be object/],
    ['an unknown keyword', { requird: ['value'] }, '/requird', 'Unknown keyword: did you mean required?'],
    ['an unknown keyword in a definition', { definitions: { a: { qqq: 1 } } }, '/definitions/a/qqq', 'Unknown keyword'],
    [
      'an unknown format',
      within({ format: 'emial' }),
      '/properties/value/format',
      'Unknown format: did you mean email?',
    ],
    ['an unsupported pattern', within({ pattern: '(?=a)b' }), '/properties/value/pattern', /RE2/],
    ['an external $ref', within({ $ref: 'https://example.com' }), '/properties/value/$ref', /part of this schema/],
  ])('reports the path and the message for %s, as saving does', async (_what, schema, path, expected) => {
    const message = typeof expected === 'string' ? expected : expect.stringMatching(expected);
    const problem = expect.objectContaining({ path: `/schema${path}`, message });
    const problems = expect.arrayContaining([problem]);
    const checked = await check({ schema });
    expect(checked).toMatchObject({ status: 200, body: { problems } });
    expect(checked.body).not.toHaveProperty('schema');
    const body = { key: 'faulty', name: 'Faulty', schema };
    expect(await api.admin.call({ method: 'POST', path: '/api/products', body })).toMatchObject({
      status: 400,
      body: { details: { context: 'body', fields: problems } },
    });
  });

  it('ignores annotations and valid parts', async () => {
    const schema = within({ 'x-note': 1, $comment: 'x', type: 'string', format: 'file', examples: [], readOnly: true });
    expect((await check({ schema })).body).toMatchObject({ problems: [] });
  });

  it('includes the schemas of the parent products', async () => {
    const half = (name: string) => ({
      properties: Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${name}${index}`, {}])),
    });
    const parent = await aProduct(api, { schema: half('a') });
    const rejected = {
      path: '/schema',
      message: 'Combined with its parent products: At most 500 schemas, including those of each $ref',
    };
    const schema = half('b');
    expect((await check({ schema })).body).toMatchObject({ problems: [] });
    expect((await check({ schema, parent: parent.id })).body).toMatchObject({ problems: [rejected] });
    const body = { key: 'both', name: 'Both', schema, parent: parent.id };
    expect(await api.admin.call({ method: 'POST', path: '/api/products', body })).toMatchObject({
      status: 400,
      body: { details: { fields: [rejected] } },
    });
  });

  it('requires the right to change products', async () => {
    expect(await check({ schema: {} }, agency.moderator)).toMatchObject({
      status: 403,
      body: { code: 'MISSING_ABILITY' },
    });
    expect(await check({ schema: {}, parent: agency.client.id })).toMatchObject({
      status: 422,
      body: { details: { errors: [{ path: '/parent', message: 'No Product has this id' }] } },
    });
    expect((await check({})).status).toBe(400);
  });
});
