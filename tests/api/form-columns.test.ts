import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#schemas/generated/types.ts';
import type { SignedInUser } from '#tests/product/callers.ts';
import { csvRows, csvText, errorOfQuery, expectedQueryErrorAt, pageAt } from './csv.ts';
import { type Agency, aDraft, aForm, anAgency, textInput } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

const rowsOf = (path: string, person: SignedInUser = api.admin) => csvRows(person, path);
const textOf = (path: string, person: SignedInUser = api.admin) => csvText(person, path);
const list = (path: string, person: SignedInUser = api.admin) => pageAt(person, path);
const errorOf = (path: string) => errorOfQuery(api.admin, path);

describe('the form data of orders', () => {
  let own: Agency;
  let made: Order[];
  const formId = () => own.channel.orderFormId;

  beforeAll(async () => {
    const group = (key: string, widget: object) => ({ layout: [{ columns: [{ ratio: 1, widget }] }], meta: { key } });
    const contact = group('contact', textInput('email', 'E-mail'));
    const line = group('', textInput('sku', 'Article'));
    const form = await aForm(api, {
      widgets: [
        textInput('headline', 'Headline'),
        { type: 'number_input', meta: { key: 'spots', label: 'Spots' } },
        { type: 'password_input', meta: { key: 'pin', label: 'PIN' } },
        { type: 'container', meta: contact.meta, config: { layout: contact.layout } },
        {
          type: 'collection',
          meta: { key: 'lines', label: 'Lines' },
          config: { elements: { type: 'container', config: { layout: line.layout } } },
        },
      ],
      tableColumns: [
        { path: 'headline', defaultVisibility: true },
        { path: 'spots', defaultVisibility: true },
        { path: 'contact.email', defaultVisibility: false },
        { path: 'lines.sku', defaultVisibility: false },
        { path: 'pin', defaultVisibility: true },
        { path: 'gone', defaultVisibility: true },
      ],
    });
    own = await anAgency(api, { form });
    const data = (headline: string, spots: number) => ({
      formData: {
        headline,
        spots,
        pin: '4711',
        contact: { email: `${headline}@example.com` },
        lines: [{ sku: 'A' }, { sku: 'B' }],
      },
    });
    made = [
      await aDraft(own, data('Rolls', 9)),
      await aDraft(own, data('Buns', 10)),
      await aDraft(own, data('Cakes', 100)),
    ];
  });

  it('are columns in the lists of one form', async () => {
    const path = `/api/orders?formId=${formId()}&sort=createdAt&columns=refCode,formData.headline,contact.email,lines.sku`;
    const { results } = await list(path, own.user);
    expect(results[0]).toEqual({
      id: made[0]?.id,
      revision: 1,
      refCode: made[0]?.refCode,
      formData: { headline: 'Rolls', contact: { email: 'Rolls@example.com' }, lines: [{ sku: 'A' }, { sku: 'B' }] },
    });
    expect((await rowsOf(path.replace('?', '.csv?'), own.user))[0]).toEqual({
      Reference: made[0]?.refCode,
      Headline: 'Rolls',
      'E-mail': 'Rolls@example.com',
      Article: 'A; B',
    });
  });

  it('can be filtered and sorted, numbers by value', async () => {
    const headlines = async (query: string) =>
      (await rowsOf(`/api/orders.csv?formId=${formId()}&columns=headline&${query}`)).map(({ Headline }) => Headline);
    expect(await headlines('sort=-spots')).toEqual(['Cakes', 'Buns', 'Rolls']);
    expect(await headlines('spots=10')).toEqual(['Buns']);
    expect(await headlines('sort=headline&headline=Rolls,Cakes')).toEqual(['Cakes', 'Rolls']);
    expect(await headlines('contact.email=Buns@example.com')).toEqual(['Buns']);
    expect(await headlines('lines.sku=A&sort=spots')).toEqual(['Rolls', 'Buns', 'Cakes']);
    expect(await errorOf(`/api/orders?formId=${formId()}&spots=ten`)).toMatchObject(expectedQueryErrorAt('/spots'));
  });

  it.each(['columns=headline', 'sort=headline', 'headline=Rolls', 'columns=formData', 'formData.headline=Rolls'])(
    'require exactly one form: %s without it is rejected with that reason',
    async (query) => {
      const other = agency.channel.orderFormId;
      for (const forms of ['', `formId=${formId()},${other}&`, `form=${formId()}&formId=${other}&`, 'status=DRAFT&'])
        for (const path of ['/api/orders', '/api/orders.csv'])
          expect(JSON.stringify(await errorOf(`${path}?${forms}${query}`))).toContain('exactly one form');
    },
  );

  it('never include passwords, nor data that the form does not define', async () => {
    for (const key of ['pin', 'gone'])
      expect(await errorOf(`/api/orders?formId=${formId()}&columns=${key}`)).toMatchObject(
        expectedQueryErrorAt('/columns'),
      );
    for (const query of ['', '&columns=formData'])
      expect(await textOf(`/api/orders.csv?formId=${formId()}${query}`)).not.toContain('4711');
    expect(JSON.stringify(await list(`/api/form_records?parent=${formId()}`))).not.toContain('4711');
  });

  it('the form data of orders of an unreadable form are not available as columns', async () => {
    const path = `/api/orders?formId=${formId()}&columns=headline`;
    expect((await agency.user.call({ path })).status).toBe(400);
  });

  describe('as the records of a form', () => {
    const records = (query = '') => `/api/form_records?parent=${formId()}${query}`;

    it('are pages of its orders with the columns of its layout', async () => {
      const { pagination, results } = await list(records('&page=2&limit=2&sort=createdAt'), own.user);
      expect(pagination).toEqual({ page: 2, limit: 2, total: 3 });
      const { id, refCode } = made[2] ?? {};
      expect(results).toEqual([
        { id, revision: 1, refCode, status: 'DRAFT', formData: { headline: 'Cakes', spots: 100 } },
      ]);
    });

    it('support other columns, filters, both query dialects and CSV', async () => {
      const { results } = await list(records('&columns=contact.email&headline=Buns'));
      expect(results).toEqual([{ id: made[1]?.id, revision: 1, formData: { contact: { email: 'Buns@example.com' } } }]);
      const filter = encodeURIComponent(JSON.stringify({ parent: formId(), status: 'DRAFT' }));
      const path = `/api/form_records?filter=${filter}&range=[0,1]&sort=["spots","DESC"]`;
      const { status, body, headers } = await api.admin.call({ path });
      expect([status, headers.get('content-range')]).toEqual([200, 'form_records 0-1/3']);
      expect(body).toMatchObject([{ formData: { spots: 100 } }, { formData: { spots: 10 } }]);
      expect(await rowsOf(`/api/form_records.csv?parent=${formId()}&sort=spots`)).toEqual(
        made.map(({ refCode, formData }) => ({
          Reference: refCode,
          Status: 'DRAFT',
          Headline: formData.headline,
          Spots: String(formData.spots),
        })),
      );
    });

    it('are limited to readable orders', async () => {
      expect((await agency.user.call({ path: records() })).status).toBe(404);
      expect((await api.call({ path: records() })).status).toBe(401);
      const branch = await anAgency(api, { form: await api.admin.read('Form', formId()) });
      expect((await list(records(), branch.user)).pagination.total).toBe(0);
    });

    it.each(['', '?parent=', '?parent=1', `?parent=${'0'.repeat(24)},${'1'.repeat(24)}`])(
      'require the id of one form: %j is rejected',
      async (query) => {
        expect(await errorOf(`/api/form_records${query}`)).toMatchObject(expectedQueryErrorAt('/parent'));
      },
    );
  });
});
