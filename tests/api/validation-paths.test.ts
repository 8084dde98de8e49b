import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Product, Report } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import {
  type Agency,
  aDraft,
  aForm,
  anAgency,
  anEntity,
  aProduct,
  aUser,
  clientFields,
  textInput,
} from './factories.ts';
import { patchOrder } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let stranger: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
  stranger = await anAgency(api);
});
afterAll(() => api.close());

const send = (method: 'POST' | 'PATCH', path: string, body: object) => api.admin.call({ method, path, body });
const failure = (status: number, ...fields: { path: string; message: unknown }[]) => ({
  status,
  body: { details: { [status === 422 ? 'errors' : 'fields']: fields } },
});

describe('a text of spaces only', () => {
  it('counts as missing in a required field, also inside a required object', async () => {
    const blank = { ...clientFields(), name: ' ', businessAddress: { street: '  ', city: 'B', state: 'NC', zip: '2' } };
    expect(await send('POST', '/api/clients', blank)).toMatchObject(
      failure(
        400,
        { path: '/name', message: 'Missing required field: Client Name' },
        { path: '/businessAddress/street', message: 'Missing required field: Street address' },
      ),
    );
    expect(await send('PATCH', `/api/clients/${agency.client.id}`, { industry: '  ' })).toMatchObject(
      failure(400, { path: '/industry', message: 'Missing required field: Industry' }),
    );
  });

  it.each([
    ['/api/products', { key: 'blank', name: ' ' }],
    ['/api/reports', { name: '   ' }],
    ['/api/entities', { name: ' ' }],
    ['/api/guilds', { name: ' ' }],
    ['/api/users', { name: ' ', email: 'blank@example.com' }],
  ])('is rejected at %s', async (path, body) => {
    expect(await send('POST', path, body)).toMatchObject(
      failure(400, { path: '/name', message: 'Missing required field: Name' }),
    );
  });
});

describe('a product', () => {
  it('cannot include itself through others, and the error names them', async () => {
    const first = await aProduct(api);
    const second = await aProduct(api, { includedProducts: [{ productId: first.id, min: 1 }] });
    const third = await aProduct(api, { includedProducts: [{ productId: second.id, min: 0 }] });
    const includedProducts = [await aProduct(api), third].map(({ id: productId }) => ({ productId, min: 1 }));
    const message = `A product cannot include itself, as it would through ${third.name}, ${second.name}`;
    expect(await send('PATCH', `/api/products/${first.id}`, { includedProducts })).toMatchObject(
      failure(400, { path: '/includedProducts/1/productId', message }),
    );
  });

  it('can neither include itself nor be below itself', async () => {
    const other = await aProduct(api);
    const { id } = await aProduct(api, { parent: other.id });
    const change = (fields: Partial<Product>) => send('PATCH', `/api/products/${id}`, fields);
    const included = [other.id, id].map((productId) => ({ productId, min: 1 }));
    expect(await change({ includedProducts: included })).toMatchObject(
      failure(400, { path: '/includedProducts/1/productId', message: 'A product cannot include itself' }),
    );
    expect(await change({ includedProducts: included.slice(0, 1) })).toMatchObject({ status: 200 });
    const below = failure(400, { path: '/parent', message: 'A product cannot be below itself' });
    expect(await change({ parent: id })).toMatchObject(below);
    expect(await send('PATCH', `/api/products/${other.id}`, { parent: id })).toMatchObject(below);
  });
});

describe('a message of a channel', () => {
  const sendable = { subject: 'Welcome', to: [{ type: 'variable', value: 'client' }] };
  const change = (config: object) =>
    send('PATCH', `/api/channels/${agency.channel.id}`, {
      onboardingEmail: { enabled: true, config: { ...sendable, ...config } },
    });

  it('references only fields of orders and of the channel’s form', async () => {
    const config = { subject: '{{client.name}}, {{client.nmae}}', content: '{{ form.headline }} {{form.gone}}' };
    expect(await change(config)).toMatchObject(
      failure(
        422,
        { path: '/onboardingEmail/config/subject', message: 'Neither orders nor the form have {{client.nmae}}' },
        { path: '/onboardingEmail/config/content', message: 'Neither orders nor the form have {{form.gone}}' },
      ),
    );
    expect(await change({ subject: '{{client.name}}', content: '{{form.headline}}' })).toMatchObject({ status: 200 });
  });

  it('has users of the order, fields of the form and addresses as recipients', async () => {
    const to = [
      { type: 'variable', value: 'client' },
      { type: 'variable', value: 'boss' },
    ];
    expect(await change({ to })).toMatchObject(
      failure(422, {
        path: '/onboardingEmail/config/to/1/value',
        message: expect.stringMatching(/^Must be one of: client, user, moderator/),
      }),
    );
    expect(await change({ cc: [{ type: 'static', value: 'nobody' }] })).toMatchObject(
      failure(400, { path: '/onboardingEmail/config/cc/0/value', message: 'Please enter a valid e-mail address' }),
    );
    expect(await change({ nonsense: 1 })).toMatchObject(
      failure(400, { path: '/onboardingEmail/config/nonsense', message: 'Unknown field' }),
    );
    const bcc = [
      { type: 'variable', value: 'form.headline' },
      { type: 'static', value: 'a@example.com' },
    ];
    expect(await change({ to: to.slice(0, 1), bcc })).toMatchObject({ status: 200 });
  });

  it('a message of a channel that is enabled requires a subject and a recipient', async () => {
    expect(await change({ subject: ' ', to: [] })).toMatchObject(
      failure(
        422,
        { path: '/onboardingEmail/config/subject', message: 'Missing required field: Subject' },
        { path: '/onboardingEmail/config/to', message: 'Missing required field: To' },
      ),
    );
  });

  it('is validated again when the channel gets another form', async () => {
    expect(await change({ content: '{{form.headline}}' })).toMatchObject({ status: 200 });
    const form = await aForm(api, { widgets: [textInput('slogan', 'Slogan')] });
    expect(await send('PATCH', `/api/channels/${agency.channel.id}`, { orderFormId: form.id })).toMatchObject(
      failure(422, {
        path: '/onboardingEmail/config/content',
        message: 'Neither orders nor the form have {{form.headline}}',
      }),
    );
  });
});

describe('the config of a report', () => {
  const make = (config: Report['config']) => send('POST', '/api/reports', { name: 'Sales', config });

  it.each<[string, Report['config'], string, RegExp]>([
    [
      'an unknown part',
      { column: [] },
      '/config/column',
      /^Unknown field; a report has columns, groups, measures, filters and charts$/,
    ],
    ['a column', { columns: ['industry', 'nonsense'] }, '/config/columns/1', /^Rows have no field nonsense; known: /],
    ['a column of another kind', { columns: ['test'] }, '/config/columns/0', /^Rows have no field test/],
    ['a chart', { charts: ['industry', 'pie'] }, '/config/charts/1', /^There is no chart pie; known: fiscalMonth, /],
    ['columns that are no list', { columns: 'industry' }, '/config/columns', /^Must be a list of names/],
    ['a filter', { filters: { nonsense: 1 } }, '/config/filters/nonsense', /^Rows have no field nonsense$/],
  ])('is rejected if it references an unknown %s', async (_, config, path, message) => {
    expect(await make(config)).toMatchObject(failure(422, { path, message: expect.stringMatching(message) }));
  });

  it('may reference existing fields', async () => {
    const config = { columns: ['industry', 'revenue'], filters: { industry: 'Food' }, charts: ['industry'] };
    expect(await make(config)).toMatchObject({ status: 201 });
  });
});

describe('the user of an order', () => {
  const cannot = failure(422, { path: '/user', message: "This user is not a member of the order's entity" });

  it('must have access to its channel, also when the order moves to another channel or client', async () => {
    const both = await api.signedInAs(
      await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [agency.entity, stranger.entity] }),
    );
    const order = await aDraft(agency, { client: null });
    expect(await patchOrder(both, order, { user: stranger.user.user.id })).toMatchObject(cannot);
    const away = { channelId: stranger.channel.id, form: stranger.channel.orderFormId };
    expect(await patchOrder(both, order, away)).toMatchObject(cannot);
    expect(await patchOrder(both, order, { ...away, user: stranger.user.user.id })).toMatchObject({ status: 200 });
    const branch = await anEntity(api, { parent: agency.entity.id });
    const local = await aUser(api, { roles: ['AGENCY_USER'], memberOf: [branch] });
    const ofBranch = await callExpecting<{ id: string; revision: number }>(api.admin.call, 201, {
      method: 'POST',
      path: '/api/orders',
      body: { channelId: agency.channel.id, form: agency.channel.orderFormId, user: local.id, client: null },
    });
    expect(await send('PATCH', `/api/orders/${ofBranch.id}`, { client: agency.client.id })).toMatchObject(cannot);
  });
});
