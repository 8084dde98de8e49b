import { describe, expect, it } from 'vitest';
import type { Method } from '#tests/product/call.ts';
import { openLatencyProbe, times } from './event-loop-latency.ts';
import { type Agency, aChannel, aForm } from './factories.ts';

const { here, answerTo } = openLatencyProbe();

const emptyOnes = (count: number) => `[${times(count, () => '{}').join(',')}]`;
const properties = (count: number, value: unknown) => Object.fromEntries(times(count, (index) => [`k${index}`, value]));
const problem = (path: string, message: unknown) => expect.objectContaining({ path, message });

describe('rejects a body that is too large, with the path, before any work grows with it', () => {
  const toClient = ({ client }: Agency) => `/api/clients/${client.id}`;
  it.each<[string, Method, (agency: Agency) => string, unknown, object]>([
    ['90,000 unknown fields', 'PUT', toClient, properties(90_000, 1), problem('', 'At most 5000 fields')],
    ['90,000 unknown fields', 'PATCH', toClient, properties(90_000, 1), problem('', 'At most 5000 fields')],
    ['4,000 unknown fields', 'PUT', toClient, properties(4_000, 1), problem('/k99', 'Unknown field')],
    ['4,000 unknown fields', 'PATCH', toClient, properties(4_000, 1), problem('/k99', 'Unknown field')],
    [
      '340,000 empty objects',
      'PATCH',
      toClient,
      `{"name":${emptyOnes(340_000)}}`,
      problem('/name', 'At most 100,000 values in a body'),
    ],
    [
      '500,000 nested lists',
      'PATCH',
      toClient,
      `{"name":${'['.repeat(500_000)}${']'.repeat(500_000)}}`,
      problem(`/name${'/0'.repeat(80)}`, 'At most 80 levels of nesting'),
    ],
    [
      'a text of one megabyte',
      'PATCH',
      toClient,
      { name: 'a'.repeat(2 ** 20 - 99) },
      problem('/name', 'At most 200 characters'),
    ],
    [
      'an address of one megabyte',
      'POST',
      () => '/api/auth/magic',
      { key: `a@${'.a'.repeat(500_000)} ` },
      problem('/key', 'At most 254 characters'),
    ],
    [
      'an address of one megabyte',
      'POST',
      () => '/api/users',
      { name: 'Long', email: `a@${'.a'.repeat(500_000)} ` },
      problem('/email', expect.stringMatching(/^At most \d+ characters$/)),
    ],
    [
      'a recipient of one megabyte',
      'PATCH',
      ({ channel }) => `/api/channels/${channel.id}`,
      {
        onboardingEmail: {
          config: { subject: 'S', content: 'C', to: [{ type: 'static', value: `a@${'.a'.repeat(500_000)} ` }] },
        },
      },
      problem('/onboardingEmail/config/to/0/value', expect.stringMatching(/^At most \d+ characters$/)),
    ],
    [
      'a name of one megabyte',
      'PATCH',
      toClient,
      { ['a'.repeat(2 ** 20 - 99)]: 1 },
      problem('', 'At most 1000 characters in a field name'),
    ],
    [
      '340,000 empty lines',
      'POST',
      () => '/api/orders',
      `{"products":${emptyOnes(340_000)}}`,
      problem('/products', 'At most 200 items'),
    ],
    [
      '99,000 columns',
      'POST',
      () => '/api/forms',
      `{"name":"F","formSchema":{},"tableColumns":${emptyOnes(99_000)}}`,
      problem('/tableColumns', 'At most 1000 items'),
    ],
    [
      '51 included products',
      'POST',
      () => '/api/products',
      { key: 'many', name: 'Many', includedProducts: times(51, () => ({ productId: '0'.repeat(24), min: 1 })) },
      problem('/includedProducts', 'At most 50 items'),
    ],
    [
      'an included product 20,000,000 times',
      'POST',
      () => '/api/products',
      { key: 'much', name: 'Much', includedProducts: [{ productId: '0'.repeat(24), min: 20_000_000 }] },
      problem('/includedProducts/0/min', expect.stringContaining('100')),
    ],
  ])('%s in a %s', async (_what, method, path, body, expected) => {
    const answer = await answerTo({ method, path: path(here().agency), body });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_SCHEMA_INVALID', details: { fields: expect.arrayContaining([expected]) } },
    });
  });

  it('reports the first 100 validation errors and the number of the others', async () => {
    const path = `/api/clients/${here().agency.client.id}`;
    const { body } = await answerTo({ method: 'PATCH', path, body: properties(4_000, 1) });
    expect(body).toMatchObject({ details: { fields: { length: 100 }, further: 3_900 } });
  });
});

const inColumns = (widgets: unknown[]) => ({
  version: 1,
  root: { type: 'container', config: { layout: [{ columns: widgets.map((widget) => ({ widget })) }] } },
});

describe('a form that is too large', () => {
  const short = { type: 'text_input', meta: { validationScript: `reject "${'a'.repeat(60_000)}"` } };
  it.each([
    [
      'with 99,000 rows',
      inColumns([{ type: 'container', config: { layout: times(99_000, () => ({})) } }]),
      'At most 2,000 layout rows in a form',
    ],
    ['with 49,000 widgets', inColumns(times(49_000, () => ({}))), 'At most 2,000 widgets in a form'],
    [
      'with 180,000 characters of scripts',
      inColumns([short, short, short]),
      'At most 131,072 characters in all scripts of a form',
    ],
  ])('is rejected: %s', async (_what, formSchema, message) => {
    const answer = await answerTo({ method: 'POST', path: '/api/forms', body: { name: 'Large', formSchema } });
    expect(answer).toMatchObject({ status: 400, body: { details: { fields: [problem('/formSchema', message)] } } });
  });
});

it('rejects an invalid number of 500,000 digits without blocking other requests', async () => {
  const { api } = here();
  const form = await aForm(api, { widgets: [{ type: 'number_input', meta: { key: 'count', label: 'Count' } }] });
  const body = { formData: { count: `${'1'.repeat(500_000)}x` } };
  expect(await answerTo({ method: 'POST', path: `/api/forms/${form.id}/check`, body })).toMatchObject({ status: 200 });
});

describe('the scripts of a form share one budget', () => {
  const ten = '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]';
  const million = times(6, (index) => `each $i${index} of ${ten} {`).join(' ') + ' '.repeat(1) + '}'.repeat(6);
  const field = (key: string, meta: object) => ({ type: 'text_input', meta: { key, label: key, ...meta } });

  it('the scripts of a form share one budget so that 50 scripts of a million steps block no other request, and skipped ones are reported', async () => {
    const { api, agency } = here();
    const widgets = [...times(50, (index) => field(`f${index}`, { validationScript: million })), field('last', {})];
    const form = await aForm(api, { widgets });
    const { id: channelId } = await aChannel(api, { entity: agency.entity, form });
    const answer = await answerTo({
      method: 'POST',
      path: '/api/orders',
      body: { channelId, form: form.id, formData: {} },
    });
    const remaining =
      'The validation script of f49 failed: the scripts of this form take too many steps in total: more than 1000000';
    expect(answer).toMatchObject({
      status: 201,
      body: {
        problems: expect.arrayContaining([
          problem('/formData/f0', 'The validation script of f0 failed: Too many steps: more than 1000000'),
          problem('/formData/f49', remaining),
        ]),
      },
    });
  });
});
