import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMissingNotices } from '#api/engine/mail/templates.ts';
import { storeOf } from '#api/engine/store/store.ts';
import type { Order } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { type Agency, aDraft, anAgency, aProduct } from './factories.ts';
import { patchOrderOk } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

interface Schema {
  $ref?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
}
interface Operation {
  summary?: string;
  tags?: string[];
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

let api: Api;
let agency: Agency;
let order: Order;
let document: ApiDocument;
const schema = { properties: { weeks: { type: 'integer', title: 'Weeks' } } };

beforeAll(async () => {
  api = await startApi();
  await createMissingNotices(() => undefined);
  agency = await anAgency(api);
  const product = await aProduct(api, { schema });
  const products = [{ product: product.id }] as Order['products'];
  order = await patchOrderOk(agency.user, await aDraft(agency, { products }), { status: 'PENDING' });
  document = await callExpecting<ApiDocument>(api.call, 200, { path: '/api/openapi.json' });
});
afterAll(() => api.close());

const operationOf = (name: string) => {
  const [method = '', path = ''] = name.split(' ');
  return document.paths[path]?.[method];
};
const schemaOf = (name: string) => resolved(operationOf(name)?.responses[200]?.content?.['application/json']?.schema);
/** The schema of a component, if it is a reference to one. */
const resolved = (schema: Schema = {}): Schema =>
  document.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;

const fromBoth = (path: string) => [agency.user, agency.moderator].map((person) => person.call({ path }));
const testMails = (path: string) =>
  [{}, { order: order.id }].map((body) => api.admin.call({ method: 'POST', path, body }));

it.each([
  {
    name: 'get /api/orders/{id}/products',
    tag: 'orders',
    responses: async () => fromBoth(`/api/orders/${order.id}/products`),
  },
  {
    name: 'get /api/orders/{id}/mails',
    tag: 'orders',
    responses: async () => fromBoth(`/api/orders/${order.id}/mails`),
  },
  {
    name: 'post /api/channels/{id}/onboarding_email/test',
    tag: 'channels',
    responses: async () => testMails(`/api/channels/${agency.channel.id}/onboarding_email/test`),
  },
  {
    name: 'post /api/email_templates/{id}/test',
    tag: 'email_templates',
    responses: async () => {
      const notice = await storeOf('EmailTemplate').findOne({ notice: 'approved' });
      return testMails(`/api/email_templates/${notice?.id}/test`);
    },
  },
])(
  '$name is documented with a summary under $tag, and returns the properties that the document requires',
  async ({ name, tag, responses }) => {
    expect(operationOf(name)).toMatchObject({ summary: expect.stringMatching(/\w/), tags: [tag] });
    const documented = schemaOf(name);
    const { required = [] } = resolved(documented.properties?.results?.items ?? documented.items ?? documented);
    expect(required).not.toEqual([]);
    for (const { status, body } of await Promise.all(await responses())) {
      expect(status).toBe(200);
      const [answer] = [Reflect.get(Object(body), 'results') ?? body].flat();
      expect(Object.keys(Object(answer))).toEqual(expect.arrayContaining(required));
    }
  },
);

it('resending a mail of an order is documented with a summary under orders', () => {
  expect(operationOf('post /api/orders/{id}/mails/{mail}/resend')).toMatchObject({
    summary: expect.stringMatching(/\w/),
    tags: ['orders'],
  });
});

it('the products of an order include the whole schema of their data, which the document describes as an open object', async () => {
  expect(await agency.user.call({ path: `/api/orders/${order.id}/products` })).toMatchObject({ body: [{ schema }] });
  expect(resolved(schemaOf('get /api/orders/{id}/products').items)).toMatchObject({
    properties: { schema: { type: 'object', additionalProperties: true } },
  });
});
