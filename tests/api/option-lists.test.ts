import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Form, OptionList, Order } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aDraft, aForm, anAgency, aUser } from './factories.ts';
import { patchOrder, patchOrderOk } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let developer: SignedInUser;
let agency: Agency;
let other: Agency;
beforeAll(async () => {
  api = await startApi();
  developer = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
  other = await anAgency(api);
});
afterAll(() => api.close());

const field = (type: string, key: string, optionsFrom: string) => ({
  type,
  meta: { key, label: key },
  config: { optionsFrom, emptyUntilAnswered: true },
});

const lists = '/api/option_lists';
interface Page {
  options: { value: string; label: string; group: string; isInactive: boolean }[];
  hasMore: boolean;
}
const optionsOf = (person: SignedInUser, source: string, query = '') =>
  callExpecting<Page>(person.call, 200, { path: `/api/options/${source}?${query}` });
const valuesOf = async (person: SignedInUser, source: string, query = '') =>
  (await optionsOf(person, source, query)).options.map(({ value }) => value);

let stations: OptionList;
let form: Form;
const options = [
  { value: 'kqed', label: 'KQED San Francisco', group: 'West' },
  { value: 'wnyc', label: 'WNYC New York', group: 'East' },
  { value: 'old', label: 'Closed station', group: 'East', inactive: true },
];
beforeAll(async () => {
  stations = await developer.create('OptionList', { name: 'Stations', key: 'stations', options });
  form = await aForm(api, {
    widgets: [
      field('select', 'station', 'stations'),
      field('multiple_select', 'more', 'stations'),
      field('select', 'partner', 'clients'),
    ],
  });
  agency = await anAgency(api, { form });
});

describe('an option list', () => {
  it('is written by form authors, with unique values and a key that no resource has', async () => {
    const create = (body: object) => developer.call({ method: 'POST', path: lists, body });
    const twice = [{ value: 'a' }, { value: 'b' }, { value: 'a' }];
    expect(await create({ name: 'Twice', key: 'twice', options: twice })).toMatchObject({
      status: 422,
      body: { details: { errors: [{ path: '/options/2/value', message: '“a” is the value of option 1, too' }] } },
    });
    expect(await create({ name: 'Clients', key: 'clients' })).toMatchObject({ status: 422 });
    expect(await create({ name: 'Upper', key: 'Stations' })).toMatchObject({
      status: 400,
      body: { errors: { key: expect.stringMatching(/^Use up to 60 lower-case letters, digits and _/) } },
    });
    for (const { call } of [agency.moderator, agency.user]) {
      expect((await call({ path: lists })).status).toBe(403);
      expect((await call({ method: 'POST', path: lists, body: { name: 'Mine', key: 'mine' } })).status).toBe(403);
    }
  });

  it('is not deleted, and its key is not changed, while a form uses it', async () => {
    const at = `${lists}/${stations.id}`;
    expect((await developer.call({ method: 'DELETE', path: at })).status).toBe(409);
    expect(await developer.call({ method: 'PATCH', path: at, body: { key: 'radios' } })).toMatchObject({
      status: 422,
      body: {
        details: { errors: [{ path: '/key', message: `The form “${form.name}” uses the list by its key stations` }] },
      },
    });
    const unused = await developer.create('OptionList', { name: 'Unused', key: 'unused' });
    await callExpecting(developer.call, 200, {
      method: 'PATCH',
      path: `${lists}/${unused.id}`,
      body: { key: 'renamed' },
    });
    await callExpecting(developer.call, 200, { method: 'DELETE', path: `${lists}/${unused.id}` });
  });

  it('is offered to everybody who is signed in: searched in labels, values and groups, without inactive options', async () => {
    expect(await optionsOf(agency.user, 'stations')).toEqual({
      options: [
        { value: 'kqed', label: 'KQED San Francisco', group: 'West', isInactive: false },
        { value: 'wnyc', label: 'WNYC New York', group: 'East', isInactive: false },
      ],
      hasMore: false,
    });
    expect(await valuesOf(agency.user, 'stations', 'search=new+york')).toEqual(['wnyc']);
    expect(await valuesOf(agency.user, 'stations', 'search=west')).toEqual(['kqed']);
    expect(await valuesOf(agency.user, 'stations', 'search=west&value=old&value=nothing')).toEqual(['old', 'kqed']);
    expect((await api.call({ path: '/api/options/stations' })).status).toBe(401);
    expect((await agency.user.call({ path: '/api/options/unknown' })).status).toBe(404);
  });

  it('with more than 200 options is searched on the server', async () => {
    const many = Array.from({ length: 450 }, (_, index) => ({ value: `zip_${index}`, label: `Area ${index}` }));
    await developer.create('OptionList', { name: 'Areas', key: 'areas', options: many });
    const first = await optionsOf(agency.user, 'areas');
    expect({ count: first.options.length, hasMore: first.hasMore }).toEqual({ count: 200, hasMore: true });
    expect(await valuesOf(agency.user, 'areas', 'search=area+449')).toEqual(['zip_449']);
  });
});

describe('a resource as the source of options', () => {
  it('offers the records that the person can read', async () => {
    expect(await valuesOf(agency.user, 'clients')).toEqual([agency.client.id]);
    expect(await valuesOf(other.user, 'clients')).toEqual([other.client.id]);
    expect(await valuesOf(agency.user, 'clients', `value=${other.client.id}`)).toEqual([agency.client.id]);
    const [word = ''] = agency.client.name.split(' ');
    expect(await valuesOf(agency.user, 'clients', `search=${word}`)).toEqual([agency.client.id]);
  });

  it('rejects a record of another agency, in a draft, a submission and a check without saving', async () => {
    const order = await aDraft(agency, { client: agency.client.id });
    const problem = (path: string) => ({ path, value: other.client.id, message: 'Choose one of the options' });
    const formData = { partner: other.client.id };
    const saved = await patchOrderOk(agency.user, order, { formData });
    expect(saved.problems).toEqual([problem('/formData/partner')]);
    expect(await patchOrder(agency.user, saved, { status: 'PENDING' })).toMatchObject({ status: 422 });
    const checked = await agency.user.call({ method: 'POST', path: `/api/forms/${form.id}/check`, body: { formData } });
    expect(checked).toMatchObject({ status: 200, body: { problems: [problem('/formData/partner')] } });
    const own = await patchOrderOk(agency.user, saved, { formData: { partner: agency.client.id } });
    expect(own.problems).toEqual([]);
  });
});

describe('a field with options from a list', () => {
  const save = (order: Order, formData: object) => patchOrderOk(agency.user, order, { formData });

  it('accepts active values only, in single and multiple choices', async () => {
    const order = await aDraft(agency, { client: agency.client.id });
    const wrong = await save(order, { station: 'nowhere', more: ['kqed', 'old', 'gone'] });
    expect(wrong.problems).toEqual([
      { path: '/formData/station', value: 'nowhere', message: 'Choose one of the options' },
      expect.objectContaining({
        path: '/formData/more',
        message: 'Choose from the options: old, gone is not one of them',
      }),
    ]);
    expect((await save(wrong, { station: 'kqed', more: ['kqed', 'wnyc'] })).problems).toEqual([]);
  });

  it('leaves the answers of submitted orders valid when their option becomes inactive', async () => {
    const own = await developer.create('OptionList', { name: 'Sizes', key: 'sizes', options: [{ value: 's' }] });
    const ours = await anAgency(api, { form: await aForm(api, { widgets: [field('select', 'size', 'sizes')] }) });
    const draft = async () =>
      patchOrderOk(ours.user, await aDraft(ours, { client: ours.client.id }), { formData: { size: 's' } });
    const pending = await patchOrderOk(ours.user, await draft(), { status: 'PENDING' });
    const unsubmitted = await draft();
    await callExpecting(developer.call, 200, {
      method: 'PATCH',
      path: `${lists}/${own.id}`,
      body: { options: [{ value: 's', inactive: true }, { value: 'm' }] },
    });
    expect(await patchOrder(ours.user, unsubmitted, { status: 'PENDING' })).toMatchObject({ status: 422 });
    expect(await patchOrderOk(ours.moderator, pending, { status: 'COMPLETE' })).toMatchObject({ status: 'COMPLETE' });
  });
});

it('an order on an earlier version of a form keeps its answer after the list was deleted', async () => {
  const gone = await developer.create('OptionList', {
    name: 'Formats',
    key: 'formats',
    options: [{ value: 'banner' }],
  });
  const versioned = await aForm(api, { widgets: [field('select', 'format', 'formats')] });
  const ours = await anAgency(api, { form: versioned });
  const draft = () => aDraft(ours, { client: ours.client.id, formData: { format: 'banner' } });
  const pending = await patchOrderOk(ours.user, await draft(), { status: 'PENDING' });
  const unsubmitted = await draft();
  const { formSchema } = await aForm(api, { widgets: [] });
  const at = `/api/forms/${versioned.id}`;
  await callExpecting(developer.call, 200, { method: 'PATCH', path: at, body: { formSchema } });
  await callExpecting(developer.call, 200, { method: 'DELETE', path: `${lists}/${gone.id}` });
  expect(await patchOrder(ours.user, unsubmitted, { status: 'PENDING' })).toMatchObject({ status: 422 });
  expect(await patchOrderOk(ours.moderator, pending, { status: 'COMPLETE' })).toMatchObject({
    status: 'COMPLETE',
    formData: { format: 'banner' },
  });
});

it('a form that names a list that does not exist is rejected at the field', async () => {
  const unknown = field('select', 'station', 'statoins');
  const formSchema = {
    version: 1,
    root: { type: 'container', config: { layout: [{ columns: [{ widget: unknown }] }] } },
  };
  expect(
    await developer.call({ method: 'POST', path: '/api/forms', body: { name: 'Typo', formSchema } }),
  ).toMatchObject({
    status: 400,
    body: {
      details: {
        fields: [
          {
            path: '/formSchema/root/config/layout/0/columns/0/widget/config/optionsFrom',
            message: 'There is no option list with the key statoins',
          },
        ],
      },
    },
  });
});
