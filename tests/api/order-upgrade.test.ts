import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Form, Order } from '#schemas/generated/types.ts';
import { container, table, widget } from '#tests/forms/form-builders.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { type Agency, aDraft, aForm, anAgency } from './factories.ts';
import { type OrderResponse, patchOrder, patchOrderOk, readOrder, versionsOf } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type Json = Record<string, unknown>;
const known = (id: string, written: Json) => ({ ...written, id });
const headline = (key: string) => known('head', widget('text_input', key, { required: true }, 'Headline'));
const voice = known('voice', widget('text_input', 'voice', {}, 'Voice'));
const secret = (key: string) => known('secret', widget('password_input', key, {}, 'Password'));
const spots = (key: string, ...columns: Json[]) => known('spots', table(key, columns, {}, { label: 'Spots' }));
const price = known('price', widget('number_input', 'price', {}, 'Price'));
const name = known('name', widget('text_input', 'name', {}, 'Name'));

const before = [headline('headline'), voice, secret('secret'), spots('spots', name, price)];
const after = [
  known('campaign', container([headline('title')], {}, { key: 'campaign', label: 'Campaign' })),
  secret('password'),
  spots('lines', name),
  known('tone', widget('text_input', 'tone', { required: true }, 'Tone')),
];
const filled = {
  ...{ headline: 'Bread', voice: 'Low', secret: 'open sesame' },
  spots: [{ _id: 'x', name: 'One', price: 3 }],
};
const drops = ['/formData/voice', '/formData/spots/0/price'];

/** An agency with a draft on the first version of its form, and a newer published version. */
async function behind(): Promise<{ agency: Agency; form: Form; draft: Order }> {
  const form = await aForm(api, { widgets: before });
  const agency = await anAgency(api, { form });
  const draft = await aDraft(agency, { formData: filled });
  return { agency, form: await publish(form, after), draft };
}

const layoutOf = (widgets: object[]) => widgets.map((each) => ({ columns: [{ ratio: 1, widget: each }] }));
function publish(form: Form, widgets: object[]): Promise<Form> {
  const formSchema = { version: 1, root: { type: 'container', config: { layout: layoutOf(widgets) } } };
  const body = { formSchema, note: 'Asks for a tone' };
  return callExpecting<Form>(api.admin.call, 200, { method: 'PATCH', path: `/api/forms/${form.id}`, body });
}

const pathOf = ({ id }: Pick<Order, 'id'>, query = '') => `/api/orders/${id}/upgrade${query}`;
const taking = (order: Order, body: object, headers: Record<string, string> = {}) =>
  ({ method: 'POST', path: pathOf(order), body, headers }) as const;

describe('a draft on an older version of its form', () => {
  it('reports that there is a newer version as long as it is a DRAFT', async () => {
    const { agency, draft } = await behind();
    expect(draft).not.toHaveProperty('newerFormVersion');
    expect(await readOrder(agency.user, draft)).toMatchObject({ formVersion: 1, newerFormVersion: 2 });
    expect(await patchOrderOk(agency.user, draft, { client: null })).toMatchObject({ newerFormVersion: 2 });
    await patchOrderOk(agency.user, draft, { client: agency.client.id });
    const pending = await patchOrderOk(agency.user, draft, { status: 'PENDING' });
    expect(pending).toMatchObject({ status: 'PENDING', formVersion: 1 });
    expect(pending).not.toHaveProperty('newerFormVersion');
    const body = { formVersion: 2, drops };
    expect((await agency.moderator.call(taking(draft, body))).body).toMatchObject({ code: 'REQUEST_DENIED' });
    await callExpecting(agency.moderator.call, 400, { path: pathOf(draft) });
    expect(await patchOrderOk(agency.user, draft, { status: 'DRAFT' })).toMatchObject({ newerFormVersion: 2 });
  });

  it('can be previewed: what moves, what would be dropped, and what would require an answer', async () => {
    const { agency, form, draft } = await behind();
    expect(await callExpecting(agency.user.call, 200, { path: pathOf(draft) })).toEqual({
      ...{ form: form.id, formVersion: 2, note: 'Asks for a tone', renamed: [], unchanged: 0 },
      moved: [
        { from: 'Headline', to: 'Campaign › Headline' },
        { from: 'Password (secret)', to: 'Password (password)' },
        { from: 'Spots (spots)', to: 'Spots (lines)' },
      ],
      dropped: [
        { path: '/formData/voice', label: 'Voice', text: 'Low' },
        { path: '/formData/spots/0/price', label: 'Spots 1 › Price', text: '3' },
      ],
      added: [{ label: 'Tone', text: '–' }],
      questions: [{ path: '/formData/tone', label: 'Tone', message: 'Missing required field: Tone' }],
    });
    expect((await readOrder(agency.user, draft)).formData).toEqual(filled);
  });

  it('can be previewed without the answers that it lacks already', async () => {
    const form = await aForm(api, { widgets: [headline('headline')] });
    const agency = await anAgency(api, { form });
    const draft = await aDraft(agency, { formData: {} });
    await publish(form, [
      headline('headline'),
      known('tone', widget('text_input', 'tone', { required: true }, 'Tone')),
    ]);
    expect(await callExpecting(agency.user.call, 200, { path: pathOf(draft) })).toMatchObject({
      questions: [{ path: '/formData/tone', label: 'Tone', message: 'Missing required field: Tone' }],
    });
  });

  it('is upgraded with just the agreed changes, in a version that can be restored', async () => {
    const { agency, draft } = await behind();
    const less = await agency.user.call(taking(draft, { formVersion: 2, drops: drops.slice(1) }));
    const message = '“Voice” is not in the form: Low would be dropped';
    expect(less).toMatchObject({
      status: 422,
      body: { code: 'DATABASE_VALIDATION_ERROR', details: { errors: [{ path: '/formData/voice', message }] } },
    });
    const notDropped = { path: '/formData/secret', message: 'The upgrade would not drop this' };
    const more = await agency.user.call(taking(draft, { formVersion: 2, drops: [...drops, '/formData/secret'] }));
    expect(more).toMatchObject({ status: 422, body: { details: { errors: [notDropped] } } });
    const other = await agency.user.call(taking(draft, { formVersion: 3, drops }));
    expect(other).toMatchObject({ status: 422, body: { details: { errors: [{ path: '/formVersion' }] } } });
    expect((await agency.user.call(taking(draft, { formVersion: 2, drops }, { 'if-match': '"9"' }))).status).toBe(409);
    expect((await readOrder(agency.user, draft)).revision).toBe(draft.revision);

    const upgraded = await callExpecting<OrderResponse>(
      agency.user.call,
      200,
      taking(draft, { formVersion: 2, drops }),
    );
    expect(upgraded).toMatchObject({
      ...{ formVersion: 2, revision: draft.revision + 1, status: 'DRAFT' },
      formData: { campaign: { title: 'Bread' }, password: 'open sesame', lines: [{ _id: 'x', name: 'One' }] },
      problems: [{ path: '/formData/tone' }],
    });
    expect(upgraded.formData).not.toHaveProperty('voice');
    expect(upgraded).not.toHaveProperty('newerFormVersion');
    const { results } = await versionsOf(api, draft);
    expect(results[0]).toMatchObject({ extra: { user: agency.user.user.id, upgraded: 2 }, autosave: false });
    expect(JSON.stringify(results)).not.toContain('open sesame');
    expect((await agency.user.call(taking(draft, { formVersion: 2, drops: [] }))).body).toMatchObject({
      code: 'REQUEST_DENIED',
    });

    const restore = { method: 'POST', path: `/api/orders/${draft.id}/versions/${draft.revision}/restore` } as const;
    const restored = await callExpecting<OrderResponse>(agency.user.call, 200, restore);
    expect(restored).toMatchObject({ formVersion: 1, newerFormVersion: 2, formData: filled });
    expect(restored.formData).not.toHaveProperty('campaign');
    const orderForm = await callExpecting<Form>(agency.user.call, 200, { path: `/api/orders/${draft.id}/form` });
    expect(orderForm.version).toBe(1);
  });

  it('keeps its access rights: other agencies find nothing, and readers can change nothing', async () => {
    const { draft } = await behind();
    const stranger = await anAgency(api);
    await callExpecting(stranger.user.call, 404, { path: pathOf(draft) });
    await callExpecting(stranger.user.call, 404, taking(draft, { formVersion: 2, drops }));
  });

  it('gets the defaults and calculated values of the newer version, including readonly ones', async () => {
    const form = await aForm(api, { widgets: [headline('headline')] });
    const agency = await anAgency(api, { form });
    const draft = await aDraft(agency, { formData: { headline: 'Bread' } });
    const fixed = { readonly: true, initialValue: { static: true, value: 'fixed' } };
    const loud = { readonly: true, initialValue: { static: false, value: '$headline' } };
    const own = [known('k', widget('text_input', 'kind', fixed)), known('l', widget('text_input', 'loud', loud))];
    await publish(form, [headline('headline'), ...own]);
    const upgraded = await callExpecting<Order>(agency.user.call, 200, taking(draft, { formVersion: 2, drops: [] }));
    expect(upgraded.formData).toEqual({ headline: 'Bread', kind: 'fixed', loud: 'Bread' });
    const restore = { method: 'POST', path: `/api/orders/${draft.id}/versions/1/restore` } as const;
    expect(await callExpecting(agency.user.call, 200, restore)).toMatchObject({ formData: { headline: 'Bread' } });
    const again = { method: 'POST', path: `/api/orders/${draft.id}/versions/2/restore` } as const;
    expect(await callExpecting(agency.user.call, 200, again)).toMatchObject({
      formVersion: 2,
      formData: upgraded.formData,
    });
  });
});

describe('a draft that moves to another form', () => {
  it('keeps values of equal key and type; the rest is listed first, and a save that drops more is rejected', async () => {
    const { agency, draft } = await behind();
    const other = await aForm(api, { widgets: [widget('text_input', 'headline'), widget('number_input', 'voice')] });
    const channel = `/api/channels/${agency.channel.id}`;
    await callExpecting(api.admin.call, 200, { method: 'PATCH', path: channel, body: { orderFormId: other.id } });
    expect(await readOrder(agency.user, draft)).toMatchObject({ newerFormVersion: 2, channelForm: other.id });
    const offer = await callExpecting<{ dropped: { path: string }[] }>(agency.user.call, 200, {
      path: pathOf(draft, `?form=${other.id}`),
    });
    const listed = ['/formData/voice', '/formData/secret', '/formData/spots'];
    expect(offer.dropped.map(({ path }) => path)).toEqual(listed);
    expect(JSON.stringify(offer)).not.toContain('open sesame');
    expect(await patchOrder(agency.user, draft, { form: other.id })).toMatchObject({
      status: 422,
      body: { details: { errors: listed.map((path) => ({ path })) } },
    });
    const body = { form: other.id, formVersion: other.version, drops: listed };
    const moved = await callExpecting(agency.user.call, 200, taking(draft, body));
    expect(moved).toMatchObject({
      ...{ form: other.id, formVersion: other.version, formData: { headline: 'Bread', voice: 0 } },
    });
    expect(moved).not.toHaveProperty('channelForm');
  });

  it('is moved by a plain save if no value is dropped', async () => {
    const { agency } = await behind();
    const draft = await aDraft(agency, { formData: { campaign: { title: 'Bread' }, tone: 'Warm' } });
    const other = await aForm(api, {
      widgets: [container([widget('text_input', 'title')], {}, { key: 'campaign' }), widget('text_input', 'tone')],
    });
    const channel = `/api/channels/${agency.channel.id}`;
    await callExpecting(api.admin.call, 200, { method: 'PATCH', path: channel, body: { orderFormId: other.id } });
    const strange = await aForm(api);
    expect(await patchOrder(agency.user, draft, { form: strange.id })).toMatchObject({ status: 422 });
    await callExpecting(agency.user.call, 422, { path: pathOf(draft, `?form=${strange.id}`) });
    expect(await patchOrderOk(agency.user, draft, { form: other.id })).toMatchObject({
      ...{ form: other.id, formData: { campaign: { title: 'Bread' }, tone: 'Warm' } },
    });
  });
});
