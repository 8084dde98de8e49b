import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { Order } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { day, freezeClock } from './clock.ts';
import { type Agency, aDraft, aForm, anAgency } from './factories.ts';
import { orderFactories, patchOrder, patchOrderOk, readOrder } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

const invalid = (context: string, path: string) => ({
  status: 400,
  body: { code: 'REQUEST_SCHEMA_INVALID', details: { context, fields: [{ path }] } },
});

describe('a request below an order', () => {
  let order: Order;
  beforeAll(async () => {
    order = await aDraft(agency);
  });
  const get = (path: string) => agency.user.call({ path: `/api/orders/${order.id}/${path}` });

  it.each([
    ['form?revision=0', '/revision'],
    ['form?revision=first', '/revision'],
    ['upgrade?version=2', '/version'],
  ])('is rejected with the invalid query parameter: %s', async (path, parameter) => {
    expect(await get(path)).toMatchObject(invalid('querystring', parameter));
  });

  it('is rejected with the id of a mail that is no id', async () => {
    const path = `/api/orders/${order.id}/mails/first/resend`;
    expect(await agency.moderator.call({ method: 'POST', path, body: {} })).toMatchObject(invalid('params', '/mail'));
  });

  it('lists the records of exactly one form, by its id', async () => {
    const id = agency.channel.orderFormId;
    const list = (query: string) => api.admin.call({ path: `/api/form_records${query}` });
    expect((await list(`?parent=${id}`)).status).toBe(200);
    for (const query of ['', '?parent=first', `?parent=${id}&parent=${id}`])
      expect(await list(query)).toMatchObject(invalid('querystring', '/parent'));
  });
});

describe('the API document', () => {
  type Schema = {
    $ref?: string;
    required?: string[];
    properties?: Record<string, Schema>;
    items?: Schema;
    additionalProperties?: unknown;
  };
  type Operation = {
    parameters?: { name: string; in: string }[];
    responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
  };
  type ApiDocument = {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };

  /** The schema that a reference names. Those of whole records stay references: other tests describe them. */
  const resolved = (schema: Schema | undefined): Schema | undefined => {
    const name = schema?.$ref?.split('/').at(-1);
    return name === undefined || ['Order', 'OrderBatch', 'Form'].includes(name)
      ? schema
      : document.components.schemas[name];
  };

  /** Every operation with a session and an id may answer with these. */
  const common =
    /^(AUTHENTICATION_REQUIRED|APPLICATION_ERROR|DATABASE_ERROR|REQUEST_SCHEMA_INVALID|MISSING_ABILITY|RESOURCE_NOT_FOUND)$/;

  const codesOf = (responses: Operation['responses']) =>
    Object.values(responses).flatMap(({ description }) => description.match(/\b[A-Z]+_[A-Z_]+\b/g) ?? []);

  let document: ApiDocument;
  beforeAll(async () => {
    document = await callExpecting<ApiDocument>(api.call, 200, { path: '/api/openapi.json' });
  });

  it.each([
    ['get versions', 'page,limit,after', 'id,orderRevision,timestamp,patch', ''],
    ['get versions/{number}', '', 'id,revision,createdAt,updatedAt,form,user,channelId', ''],
    [
      'post versions/{number}/restore',
      '',
      '',
      'REQUEST_DENIED MISSING_PERMISSION RESOURCE_CONFLICT RESOURCE_INOPERABLE DATABASE_VALIDATION_ERROR GS_VALIDATION_REJECTED',
    ],
    [
      'get upgrade',
      'form',
      'form,formVersion,note,moved,renamed,dropped,added,questions,unchanged',
      'REQUEST_DENIED MISSING_PERMISSION RESOURCE_INOPERABLE DATABASE_VALIDATION_ERROR',
    ],
    [
      'post upgrade',
      '',
      '',
      'REQUEST_DENIED MISSING_PERMISSION RESOURCE_CONFLICT RESOURCE_INOPERABLE DATABASE_VALIDATION_ERROR',
    ],
    [
      'post actions',
      '',
      '',
      'REQUEST_DENIED MISSING_PERMISSION RESOURCE_CONFLICT RESOURCE_INOPERABLE DATABASE_VALIDATION_ERROR GS_VALIDATION_REJECTED',
    ],
    [
      'post check',
      '',
      'problems,normalized',
      'REQUEST_DENIED MISSING_PERMISSION RESOURCE_CONFLICT RESOURCE_INOPERABLE DATABASE_VALIDATION_ERROR',
    ],
    [
      'post duplicate',
      '',
      '',
      'REQUEST_DENIED MISSING_PERMISSION RESOURCE_CONFLICT RESOURCE_INOPERABLE DATABASE_VALIDATION_ERROR',
    ],
    [
      'post copies',
      '',
      '',
      'REQUEST_DENIED MISSING_PERMISSION RESOURCE_CONFLICT RESOURCE_INOPERABLE DATABASE_VALIDATION_ERROR',
    ],
    ['get form', 'revision', '', 'RESOURCE_INOPERABLE'],
    ['get mails', 'page,limit,after', 'id,createdAt,kind,to,status,refusals', ''],
    [
      'post mails/{mail}/resend',
      '',
      'id,createdAt,kind,to,status,refusals',
      'REQUEST_DENIED MISSING_PERMISSION RATE_LIMITED',
    ],
    ['get products', '', 'id,key,name,schema,lineValidator,includedProducts', ''],
  ])('names the query parameters, required properties and own errors of %s', (name, query, required, errors) => {
    const [method = '', path = ''] = name.split(' ');
    const { parameters = [], responses } = document.paths[`/api/orders/{id}/${path}`]?.[method] ?? { responses: {} };
    const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
    const schema = resolved(success?.content?.['application/json']?.schema);
    const record = resolved(schema?.properties?.results?.items ?? schema?.items ?? schema);
    expect(parameters.filter((each) => each.in === 'query').map((each) => each.name)).toEqual(
      query.split(',').filter(Boolean),
    );
    expect(record?.required ?? []).toEqual(required.split(',').filter(Boolean));
    expect(codesOf(responses).filter((code) => !common.test(code))).toEqual(errors.split(' ').filter(Boolean));
    // Without a type a generated client has no property.
    for (const each of Object.values(record?.properties ?? {})) expect(Object.keys(each)).not.toEqual([]);
  });

  it.each([
    ['/api/orders', 'post'],
    ['/api/orders/{id}', 'patch'],
  ])('names the errors of a save, among them a form that is gone and a rejected validation: %s', (path, method) => {
    const codes = codesOf(document.paths[path]?.[method]?.responses ?? {});
    expect(codes).toEqual(expect.arrayContaining(['RESOURCE_INOPERABLE', 'GS_VALIDATION_REJECTED']));
  });
});

it('a draft that was taken back is checked against the current time, a submitted order against its submission', async () => {
  const clock = freezeClock();
  const deadline = new Date(Date.now() + day).toISOString().slice(0, 10);
  const form = await aForm(api, {
    widgets: [
      { type: 'date_input', meta: { key: 'deadline', label: 'Deadline' }, config: {} },
      {
        type: 'text_input',
        meta: { key: 'headline', label: 'Headline', validationScript: 'if now > $deadline { reject "Too late" }' },
        config: {},
      },
    ],
  });
  const late = await anAgency(api, { form });
  const order = await patchOrderOk(late.user, await aDraft(late, { formData: { headline: 'Fresh bread', deadline } }), {
    status: 'PENDING',
  });
  clock.pass(3 * day);
  expect((await readOrder(await api.signedInAs(late.moderator.user), order)).problems ?? []).toEqual([]);
  const draft = await patchOrderOk(await api.signedInAs(late.user.user), order, { status: 'DRAFT' });
  expect(draft.problems).toMatchObject([{ message: 'Too late' }]);
});

it('counts how often a field was rejected, without the row and the entered value', async () => {
  const form = await aForm(api);
  const busy = await anAgency(api, { form });
  const draft = await aDraft(busy, { formData: {} });
  for (let time = 0; time < 3; time++)
    expect((await patchOrder(busy.user, draft, { status: 'PENDING' })).status).toBe(422);
  const counts = () => storeOf('RefusalCount').find({ filter: { form: form.id } });
  await vi.waitFor(async () =>
    expect(await counts()).toMatchObject([{ path: 'headline', label: 'Headline', count: 3 }]),
  );
});

it('an action notes who has taken it, and no declined rejections when there were none', async () => {
  const order = await orderFactories(agency).PENDING();
  const body = { kind: 'NOTE', notes: 'Call them' };
  const path = `/api/orders/${order.id}/actions`;
  const { actions } = await callExpecting<Order>(agency.user.call, 201, { method: 'POST', path, body });
  expect(actions).toMatchObject([{ ...body, user: agency.user.user.id, declined: [], rejections: [] }]);
});
