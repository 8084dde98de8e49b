import { expect, it } from 'vitest';
import { callExpecting } from '#tests/product/callers.ts';
import { openLatencyProbe, times } from './event-loop-latency.ts';
import { aChannel, aForm } from './factories.ts';

const { here, answerTo } = openLatencyProbe();

const number = (key: string, meta: object = {}, config: object = {}) => ({
  type: 'number_input',
  meta: { key, label: key, ...meta },
  config,
});
const inside = [
  number('count', { validationScript: 'if $count > 100 { reject $count because "At most 100" }' }),
  number('price', { conditionalScript: '$count > 0' }),
  number('sum', {}, { readonly: true, initialValue: { value: '$count * $price' } }),
];
const layout = [{ columns: inside.map((widget) => ({ ratio: 1, widget })) }];
const table = {
  type: 'table',
  meta: { key: 'rows', label: 'Rows' },
  config: { elements: { type: 'container', config: { layout } } },
};
const rowsOf = (count: number) =>
  times(count, (index) => ({ _id: `row${index}`, count: index === 3 ? 101 : 2, price: '3' }));

it('checks 10,000 rows with three scripts each without blocking other requests', async () => {
  const { api } = here();
  const form = await aForm(api, { widgets: [table] });
  const body = { formData: { rows: rowsOf(10_000) } };
  const answer = await answerTo({ method: 'POST', path: `/api/forms/${form.id}/check`, body });
  expect(answer).toMatchObject({
    status: 200,
    body: { problems: [{ path: '/formData/rows/3/count', value: 101, message: 'At most 100' }] },
  });
}, 60_000);

it('a form reports the same problems for few rows as for many', async () => {
  const { api } = here();
  const form = await aForm(api, { widgets: [table] });
  const [short, most] = await Promise.all(
    [5, 3_000].map((count) =>
      callExpecting(api.admin.call, 200, {
        method: 'POST',
        path: `/api/forms/${form.id}/check`,
        body: { formData: { rows: rowsOf(count) } },
      }),
    ),
  );
  const beginning = (answer: typeof short) => {
    const { formData, problems, normalized } = Object(answer);
    return { rows: formData.rows.slice(0, 5), problems, normalized: normalized.slice(0, 5) };
  };
  expect(beginning(most)).toEqual(beginning(short));
  expect(beginning(short).rows[1]).toEqual({ _id: 'row1', count: 2, price: 3, sum: 6 });
}, 60_000);

const ten = '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]';
const endless = `${times(7, (index) => `each $i${index} of ${ten} {`).join(' ')}${'}'.repeat(7)}`;
const out = (key: string) => `The validation script of ${key} failed: Too many steps: more than 1000000`;

it('a script that exceeds its budget is one problem at its widget, and the save succeeds', async () => {
  const { api, agency } = here();
  const form = await aForm(api, { widgets: [number('spent', { validationScript: endless }), number('other')] });
  const channel = await aChannel(api, { entity: agency.entity, form });
  const draft = { channelId: channel.id, form: form.id, client: agency.client.id, formData: { other: 1 } };
  const problem = { path: '/formData/spent', value: 0, message: out('spent') };
  const order = await callExpecting(agency.user.call, 201, { method: 'POST', path: '/api/orders', body: draft });
  expect(order).toMatchObject({ formData: { other: 1 }, problems: [problem] });
  const path = `/api/orders/${Object(order).id}`;
  const saved = { method: 'PATCH' as const, path, body: { formData: { other: 2 } } };
  expect(await callExpecting(agency.user.call, 200, saved)).toMatchObject({
    formData: { other: 2 },
    problems: [problem],
  });
  const submitted = await agency.user.call({ method: 'PATCH', path, body: { status: 'PENDING' } });
  expect(submitted).toMatchObject({
    status: 422,
    body: { code: 'GS_VALIDATION_REJECTED', details: { fields: [problem] } },
  });
});

it.each([
  ['compares long texts with numbers', 'each $i of $list { each $j of $list { $digits == 1 } }'],
  ['writes records', 'each $i of $list { each $j of $list { [$record]:text } }'],
  ['looks for long texts', 'each $i of $list { each $j of $list { $text includes $part } }'],
])(
  'a script that %s as often as it can blocks no other request',
  async (_, validationScript) => {
    const { api } = here();
    const free = (key: string) => ({ type: 'text_input', meta: { key, label: key } });
    const record = {
      type: 'container',
      meta: { key: 'record' },
      config: { layout: [{ columns: [{ ratio: 1, widget: free('text') }] }] },
    };
    const list = `let $list = ${ten} `;
    const widgets = [
      free('digits'),
      free('text'),
      free('part'),
      record,
      number('spent', { validationScript: list + validationScript }),
    ];
    const form = await aForm(api, { widgets });
    const half = 'a'.repeat(60_000);
    const formData = {
      digits: '1'.repeat(200_000),
      text: 'a'.repeat(250_000),
      part: `${half}b${half}`,
      record: { text: '"'.repeat(100_000) },
    };
    const answer = await answerTo({ method: 'POST', path: `/api/forms/${form.id}/check`, body: { formData } });
    expect(answer.status).toBe(200);
  },
  60_000,
);
