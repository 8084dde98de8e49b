import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Form, FormVersion, Order } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { type Agency, aDraft, aForm, anAgency, aUser, textInput } from './factories.ts';
import { patchOrderOk, readOrder } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const schemaWith = (...keys: string[]) => {
  const columns = keys.map((key) => [{ ratio: 1, widget: { ...textInput(key, key), config: { required: true } } }]);
  const layout = columns.map((each) => ({ columns: each }));
  return { version: 1, root: { type: 'container', config: { layout } } };
};

const save = (form: Pick<Form, 'id'>, body: object) =>
  callExpecting<Form>(api.admin.call, 200, { method: 'PATCH', path: `/api/forms/${form.id}`, body });

const publish = (form: Form, number: number, headers: Record<string, string> = {}, call = api.admin.call) =>
  call({ method: 'POST', path: `/api/forms/${form.id}/versions/${number}/publish`, headers });

const versions = async (form: Form, query = '') => {
  const path = `/api/forms/${form.id}/versions${query}`;
  return (await callExpecting<{ results: FormVersion[] }>(api.admin.call, 200, { path })).results;
};

/** An agency whose channel uses a form with one required text, and that form. */
async function ordering(): Promise<{ agency: Agency; form: Form }> {
  const form = await save(await aForm(api), { formSchema: schemaWith('headline') });
  return { agency: await anAgency(api, { form }), form };
}

describe('a widget key that a new form version renames', () => {
  it('is also renamed in the table columns and messages of the channels that use the form', async () => {
    const { agency, form } = await ordering();
    const { formSchema } = await save(form, { tableColumns: [{ path: 'headline' }] });
    const message = { subject: 'About {{form.headline}}', to: [{ type: 'variable', value: 'form.headline' }] };
    const channel = { path: `/api/channels/${agency.channel.id}` };
    const onboardingEmail = { enabled: true, config: message };
    await callExpecting(api.admin.call, 200, { ...channel, method: 'PATCH', body: { onboardingEmail } });
    const renamed = JSON.parse(JSON.stringify(formSchema).replaceAll('"key":"headline"', '"key":"claim"'));
    const published = await save(form, { formSchema: renamed });
    expect(published.tableColumns).toMatchObject([{ path: 'claim' }]);
    expect(await callExpecting(api.admin.call, 200, channel)).toMatchObject({
      onboardingEmail: {
        enabled: true,
        config: { subject: 'About {{form.claim}}', to: [{ type: 'variable', value: 'form.claim' }] },
      },
    });
    await callExpecting(api.admin.call, 200, {
      ...{ method: 'POST', path: `/api/forms/${form.id}/versions/${form.version}/publish` },
    });
    expect(await callExpecting(api.admin.call, 200, channel)).toMatchObject({
      onboardingEmail: { config: { subject: 'About {{form.headline}}' } },
    });
  });
});

describe('the versions of a form', () => {
  it('are created by each save that changes the form schema, and by nothing else', async () => {
    const form = await aForm(api);
    expect(form).toMatchObject({ version: 1, note: '' });
    const changed = await save(form, { formSchema: schemaWith('headline'), note: 'Asks for a headline' });
    expect(changed).toMatchObject({ version: 2, note: 'Asks for a headline' });
    expect(await save(form, { name: 'Radio spots' })).toMatchObject({ version: 2, note: 'Asks for a headline' });
    expect(await save(form, { formSchema: changed.formSchema })).toMatchObject({ version: 2 });
    expect(await save(form, { formSchema: schemaWith('headline', 'voice') })).toMatchObject({ version: 3, note: '' });
    const { id: publishedBy } = api.admin.user;
    expect(await versions(form)).toMatchObject([
      { number: 3, note: '', publishedBy },
      { number: 2, note: 'Asks for a headline', publishedBy },
      { number: 1, publishedBy },
    ]);
    const [second] = await versions(form, '?number=2&columns=formSchema');
    expect(second?.formSchema).toEqual(changed.formSchema);
  });

  it('have a note that can be edited later', async () => {
    const form = await aForm(api);
    await save(form, { note: 'The first' });
    expect(await versions(form)).toMatchObject([{ number: 1, note: 'The first' }]);
  });

  it('are readable by form authors, and immutable', async () => {
    const { agency, form } = await ordering();
    const path = `/api/forms/${form.id}/versions`;
    const developer = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
    await callExpecting(developer.call, 200, { path });
    await callExpecting(agency.user.call, 403, { path });
    const [newest] = await versions(form);
    for (const method of ['PATCH', 'DELETE'] as const)
      expect((await api.admin.call({ method, path: `${path}/${newest?.id}`, body: { note: 'x' } })).status).toBe(404);
    const rejected = await api.admin.call({ method: 'PATCH', path: `/api/forms/${form.id}`, body: { version: 1 } });
    expect(rejected).toMatchObject({ status: 400, body: { details: { fields: [{ path: '/version' }] } } });
  });

  it('are published again under a new number', async () => {
    const form = await aForm(api);
    await save(form, { formSchema: schemaWith('headline') });
    const stale = { 'if-match': '"1"' };
    expect(await publish(form, 1, stale)).toMatchObject({ status: 409 });
    const answer = await publish(form, 1);
    expect(answer).toMatchObject({
      status: 200,
      body: { formSchema: form.formSchema, version: 3, note: 'Version 1 again' },
    });
    const same = { version: 3, note: 'Version 1 again' };
    expect(await publish(form, 3)).toMatchObject({ status: 200, body: same });
    expect(await publish(form, 1)).toMatchObject({ status: 200, body: same });
    expect((await versions(form)).map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(await publish(form, 9)).toMatchObject({ status: 404 });
    expect(await publish(form, 0)).toMatchObject({ status: 400 });
    const { agency, form: theirs } = await ordering();
    expect(await publish(theirs, 1, {}, agency.moderator.call)).toMatchObject({ status: 403 });
  });

  it('are deleted with a form that no order uses', async () => {
    const form = await aForm(api);
    await callExpecting(api.admin.call, 200, { method: 'DELETE', path: `/api/forms/${form.id}` });
    await callExpecting(api.admin.call, 404, { path: `/api/forms/${form.id}/versions` });
  });
});

describe('an order', () => {
  it('is rendered and checked with the form version it was filled in with, and a new order with the newest one', async () => {
    const { agency, form } = await ordering();
    const order = await aDraft(agency, { formData: { headline: 'Fresh bread' } });
    expect(order.formVersion).toBe(2);
    const newer = await save(form, { formSchema: schemaWith('headline', 'voice') });
    const read = await readOrder(agency.user, order);
    expect(read).toMatchObject({ formVersion: 2, problems: [] });
    const path = `/api/orders/${order.id}/form`;
    expect(await callExpecting<Form>(agency.user.call, 200, { path })).toMatchObject({
      ...{ id: form.id, version: 2, formSchema: form.formSchema },
    });
    const next = await aDraft(agency, { formData: { headline: 'Rolls' } });
    expect(next.formVersion).toBe(3);
    expect(await readOrder(agency.user, next)).toMatchObject({ problems: [{ path: '/formData/voice' }] });
    const orderForm = await callExpecting<Form>(agency.user.call, 200, { path: `/api/orders/${next.id}/form` });
    expect(orderForm.formSchema).toEqual(newer.formSchema);
    expect(await patchOrderOk(agency.user, order, { status: 'PENDING' })).toMatchObject({
      status: 'PENDING',
      formVersion: 2,
    });
  });

  it('returns its form to everybody who may read the order, even if the channel uses another form now', async () => {
    const { agency, form } = await ordering();
    const order = await aDraft(agency);
    const other = await aForm(api);
    const channel = `/api/channels/${agency.channel.id}`;
    await callExpecting(api.admin.call, 200, { method: 'PATCH', path: channel, body: { orderFormId: other.id } });
    const path = `/api/orders/${order.id}/form`;
    expect(await callExpecting(agency.user.call, 200, { path })).toMatchObject({ id: form.id });
    await callExpecting((await anAgency(api)).user.call, 404, { path });
    const moved = await patchOrderOk(agency.user, order, { form: other.id });
    expect(moved).toMatchObject({ form: other.id, formVersion: other.version });
    expect(await callExpecting(agency.user.call, 200, { path })).toMatchObject({ id: other.id });
  });

  it('has a form version that no client can set', async () => {
    const { agency } = await ordering();
    const order: Order = await aDraft(agency);
    const answer = await agency.user.call({
      method: 'PATCH',
      path: `/api/orders/${order.id}`,
      body: { formVersion: 1 },
    });
    expect(answer).toMatchObject({ status: 400, body: { details: { fields: [{ path: '/formVersion' }] } } });
  });
});
