import { describe, expect, it } from 'vitest';
import type { ApiResponse } from '#tests/product/call.ts';
import { openLatencyProbe, times } from './event-loop-latency.ts';
import { aProduct } from './factories.ts';

const { here, answerTo } = openLatencyProbe();

const properties = (count: number, value: unknown) => Object.fromEntries(times(count, (index) => [`k${index}`, value]));
const problem = (path: string, message: unknown) => expect.objectContaining({ path, message });

/** A schema in which each definition references the one below it twice. */
const doubling = {
  $ref: '#/definitions/d10',
  definitions: Object.fromEntries(
    times(11, (level) => [
      `d${level}`,
      level === 0 ? { type: 'string' } : { allOf: times(2, () => ({ $ref: `#/definitions/d${level - 1}` })) },
    ]),
  ),
};
const within = (schema: object) => ({ type: 'object', properties: { value: schema } });

describe('the JSON schema of a product', () => {
  it.each<[string, object, string, unknown]>([
    ['with exponential references', doubling, '', 'At most 500 schemas, including those of each $ref'],
    [
      'that references itself',
      within({ $ref: '#/properties/value' }),
      '/properties/value/$ref/$ref',
      'A schema must not refer to itself',
    ],
    [
      'that references another schema',
      within({ $ref: 'https://example.com/x' }),
      '/properties/value/$ref',
      expect.stringContaining('part of this schema'),
    ],
    ['with a lookahead', within({ pattern: '(?=a)b' }), '/properties/value/pattern', expect.stringContaining('RE2')],
    [
      'with nested quantifiers',
      within({ pattern: '(?:a{1,1000}){70}' }),
      '/properties/value/pattern',
      expect.stringContaining('1000'),
    ],
    [
      'with an invalid patternProperties key',
      { patternProperties: { '(?<=a)/b': {} } },
      '/patternProperties/(?<=a)~1b',
      expect.stringContaining('RE2'),
    ],
    ['with 501 fields', { properties: properties(501, {}) }, '', expect.stringContaining('500')],
    ['that is invalid', { type: 'txt' }, '/type', expect.stringContaining('Not a JSON Schema')],
  ])('%s is rejected on save with the path', async (_what, schema, path, message) => {
    const answer = await answerTo({ method: 'POST', path: '/api/products', body: { key: 'p', name: 'P', schema } });
    expect(answer).toMatchObject({
      status: 400,
      body: { details: { fields: expect.arrayContaining([problem(`/schema${path}`, message)]) } },
    });
  });

  /** The response to an order with a line of these data. */
  async function orderWith(schema: object, data: object[]): Promise<ApiResponse> {
    const { api, agency } = here();
    const product = await aProduct(api, { schema: { type: 'object', ...schema } });
    const body = {
      channelId: agency.channel.id,
      form: agency.channel.orderFormId,
      products: data.map((each) => ({ product: product.id, data: each })),
    };
    return await answerTo({ method: 'POST', path: '/api/orders', body });
  }
  const inAnswer = (path: string, message: unknown) => ({
    status: 201,
    body: { problems: expect.arrayContaining([problem(path, message)]) },
  });

  it('finds duplicates among 20,000 rows', async () => {
    const answer = await orderWith(within({ type: 'array', uniqueItems: true }), [
      { value: times(20_000, (index) => ({ row: index === 19_999 ? 0 : index })) },
    ]);
    expect(answer).toMatchObject(inAnswer('/products/0/data/value', 'Must not contain duplicates'));
  });

  it('compares rows by value, regardless of the order of their properties', async () => {
    const unique = within({ type: 'array', uniqueItems: true });
    const same = await orderWith(unique, [
      {
        value: [
          { a: 1, b: [2] },
          { b: [2], a: 1 },
        ],
      },
    ]);
    expect(same).toMatchObject(inAnswer('/products/0/data/value', 'Must not contain duplicates'));
    const other = await orderWith(unique, [{ value: [{ a: 1, b: [2] }, { b: 1, a: [2] }, 1, '1'] }]);
    expect(JSON.stringify(other.body)).not.toContain('duplicates');
  });

  it('matches a pattern in time linear in the text', async () => {
    const answer = await orderWith(within({ type: 'string', pattern: '^(a+)+$' }), [{ value: `${'a'.repeat(29)}!` }]);
    expect(answer).toMatchObject(inAnswer('/products/0/data/value', 'Must match ^(a+)+$'));
  });

  it('stops a check at a bounded amount of work', async () => {
    const fields = { properties: properties(400, { type: 'number' }), additionalProperties: { type: 'number' } };
    const answer = await orderWith(
      fields,
      times(20, () => properties(2_000, 'x')),
    );
    expect(answer).toMatchObject(
      inAnswer('/products/19/data', 'The lines of this order have too much data to validate'),
    );
  });

  it('validates what it references below a parent as well', async () => {
    const { api, agency } = here();
    const parent = await aProduct(api, { schema: { properties: { size: { type: 'number' } } } });
    const child = await aProduct(api, {
      parent: parent.id,
      schema: { ...within({ $ref: '#/definitions/short' }), definitions: { short: { maxLength: 2 } } },
    });
    const body = {
      channelId: agency.channel.id,
      form: agency.channel.orderFormId,
      products: [{ product: child.id, data: { value: 'long', size: 'x' } }],
    };
    const answer = await answerTo({ method: 'POST', path: '/api/orders', body });
    expect(answer).toMatchObject(inAnswer('/products/0/data/value', 'At most 2 characters'));
    expect(answer).toMatchObject(inAnswer('/products/0/data/size', 'Must be a number'));
  });

  it('describes the problems of a line in words, with the names that it or the parent product defines', async () => {
    const { api, agency } = here();
    const parent = await aProduct(api, {
      schema: { properties: { weeks: { type: 'integer', title: 'Weeks', minimum: 1, maximum: 5200 } } },
    });
    const schema = { required: ['weeks', 'days'], properties: { weeks: { maximum: 1_200 }, days: { type: 'string' } } };
    const child = await aProduct(api, { parent: parent.id, schema });
    const line = (data: object) => ({ product: child.id, data });
    const body = {
      channelId: agency.channel.id,
      form: agency.channel.orderFormId,
      products: [line({}), line({ weeks: 0, days: 'x' }), line({ weeks: 6_000, days: 'x' }), line({ weeks: 'abc' })],
    };
    const answer = await answerTo({ method: 'POST', path: '/api/orders', body });
    for (const [path, message] of [
      ['/products/0/data/weeks', 'Missing required field: Weeks'],
      ['/products/0/data/days', 'Missing required field: Days'],
      ['/products/1/data/weeks', 'At least 1'],
      ['/products/2/data/weeks', 'At most 5,200'],
      ['/products/2/data/weeks', 'At most 1,200'],
      ['/products/3/data/weeks', 'Must be a whole number'],
    ] as const)
      expect(answer).toMatchObject(inAnswer(path, message));
  });

  it('limits an order to 200 lines including their included products', async () => {
    const { api, agency } = here();
    const included = await aProduct(api);
    const product = await aProduct(api, { includedProducts: [{ productId: included.id, min: 99 }] });
    const order = (count: number) => ({
      channelId: agency.channel.id,
      form: agency.channel.orderFormId,
      products: times(count, () => ({ product: product.id })),
    });
    expect(await answerTo({ method: 'POST', path: '/api/orders', body: order(2) })).toMatchObject({
      status: 201,
      body: { products: { length: 200 } },
    });
    const message = 'At most 200 lines per order; with the included products it would have 300';
    expect(await answerTo({ method: 'POST', path: '/api/orders', body: order(3) })).toMatchObject({
      status: 422,
      body: { details: { errors: [problem('/products', message)] } },
    });
  });
});
