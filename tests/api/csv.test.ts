import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import { csvRows, csvText, errorOfQuery, expectedQueryErrorAt, pageAt } from './csv.ts';
import { type Agency, aDraft, aForm, anAgency, aProduct, aUser, clientFields } from './factories.ts';
import { patchOrderOk } from './order-helpers.ts';
import { type Api, callExpecting, type SignedInUser, startApi } from './server.ts';

type Rows = Record<string, unknown>[];

/** More rows than one batch of the database cursor. */
const many = 1_203;

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
  const { treeScope } = await storeOf('Client')
    .findOne({ _id: agency.client.id })
    .then((found) => found ?? { treeScope: [] });
  const like = { ...clientFields(), treeScope, industry: 'Many' };
  await storeOf('Client').insertMany(Array.from({ length: many }, (_, index) => ({ ...like, name: `Many ${index}` })));
});
afterAll(() => api.close());

const rowsOf = (path: string, person: SignedInUser = api.admin) => csvRows(person, path);
const textOf = (path: string, person: SignedInUser = api.admin) => csvText(person, path);
const list = (path: string, person: SignedInUser = api.admin) => pageAt(person, path);
const errorOf = (path: string) => errorOfQuery(api.admin, path);

describe('a CSV export of a list', () => {
  it('contains all pages in the requested order', async () => {
    const rows = await rowsOf('/api/clients.csv?industry=Many&sort=-createdAt&columns=name');
    expect(rows).toHaveLength(many);
    expect(new Set(rows.map((row) => row['Client Name'])).size).toBe(many);
    const { results } = await list('/api/clients?industry=Many&sort=-createdAt&limit=200');
    expect(rows.slice(0, 200).map((row) => row['Client Name'])).toEqual(results.map(({ name }) => name));
  });

  it('is returned under .csv and for an Accept header that prefers CSV to JSON', async () => {
    const path = '/api/clients?industry=Food&columns=name';
    const text = await textOf(path.replace('?', '.csv?'));
    for (const accept of ['text/csv', 'Text/CSV;q=0.9, application/json;q=0.1', 'text/csv, */*;q=0.1'])
      expect((await api.admin.call({ path, headers: { accept } })).body).toBe(text);
    for (const accept of ['*/*', 'application/json', 'application/json, text/csv;q=0.5', 'text/html'])
      expect((await api.admin.call({ path, headers: { accept } })).body).toHaveProperty('pagination');
  });

  it('is named after the list and the date', async () => {
    const { headers } = await api.admin.call({ path: '/api/clients.csv?industry=Food' });
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="clients-\d{4}-\d\d-\d\d\.csv"$/);
  });

  it('begins with a byte order mark, so that Excel reads it as UTF-8', async () => {
    const cookie = api.admin.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const { rawPayload } = await api.app.inject({ url: '/api/clients.csv?columns=name', headers: { cookie } });
    expect([...rawPayload.subarray(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 'C'.charCodeAt(0)]);
  });

  it('has a header row even if nothing matches', async () => {
    expect(await textOf('/api/clients.csv?industry=None&columns=name,businessAddress.city,updatedAt')).toBe(
      'Client Name,Business address: City,Updated\n',
    );
  });

  it('applies the filters and the search in both query dialects', async () => {
    expect(await rowsOf('/api/clients.csv?search=many%201199')).toMatchObject([{ 'Client Name': 'Many 1199' }]);
    const filter = encodeURIComponent('{"q":"many 1199","industry":"Many"}');
    expect(await rowsOf(`/api/clients.csv?filter=${filter}&sort=["name","DESC"]`)).toMatchObject([
      { 'Client Name': 'Many 1199' },
    ]);
  });

  it('contains only what its reader may read', async () => {
    const elsewhere = await anAgency(api);
    const names = await rowsOf('/api/clients.csv?columns=id', elsewhere.user);
    expect(names).toEqual([{ Id: elsewhere.client.id }]);
    expect((await api.call({ path: '/api/clients.csv' })).status).toBe(401);
    const nobody = await api.signedInAs(await aUser(api));
    expect((await nobody.call({ path: '/api/clients.csv' })).status).toBe(403);
  });

  it.each(['page=1', 'limit=20', 'range=[0,9]'])('rejects %s, since it contains all pages', async (query) => {
    expect(await errorOf(`/api/clients.csv?${query}`)).toMatchObject(expectedQueryErrorAt(`/${query.split('=')[0]}`));
  });

  it('is the only list with a time zone, which must be known', async () => {
    expect(await errorOf('/api/clients.csv?timeZone=Mars')).toMatchObject(expectedQueryErrorAt('/timeZone'));
    const error = await errorOf('/api/clients?timeZone=America/New_York');
    expect(error).toMatchObject(expectedQueryErrorAt('/timeZone'));
  });

  it.each(['nonsense=1', 'sort=nonsense', 'industry=Many&industry=Other', 'name[$ne]=x'])(
    'rejects %s as the list does',
    async (query) => {
      await errorOf(`/api/clients.csv?${query}`);
    },
  );
});

describe('a CSV cell', () => {
  const productWith = (description: string) => aProduct(api, { description, group: 'Cells' });
  const cells = async () =>
    (await rowsOf('/api/products.csv?group=Cells&sort=createdAt&columns=description')).map(Object.values);

  it.each(['=1+1', '+1', '-1', '@sum', '\t=1', '\r=1'])(
    'a CSV cell that begins like a formula, %j, is escaped as text for spreadsheets',
    async (text) => {
      const { id } = await productWith(text);
      expect(await rowsOf(`/api/products.csv?id=${id}&columns=description`)).toEqual([{ Description: `'${text}` }]);
      await api.admin.call({ method: 'DELETE', path: `/api/products/${id}` });
    },
  );

  it('keeps commas, quotes, line breaks and all Unicode scripts', async () => {
    const texts = ['a, b; c', 'the "best"', 'two\nlines', 'three\r\nmore', 'Ärzte 学校 🎺', "O'Neil"];
    for (const text of texts) await productWith(text);
    expect(await cells()).toEqual(texts.map((text) => [text]));
  });

  it('keeps negative numbers as numbers, and times as ISO in UTC', async () => {
    const form = await aForm(api, {
      widgets: [{ type: 'number_input', meta: { key: 'change', label: 'Change' } }],
      tableColumns: [{ path: 'change', defaultVisibility: true }],
    });
    const own = await anAgency(api, { form });
    const order = await aDraft(own, { formData: { change: -5.5 } });
    const rows = await rowsOf(`/api/orders.csv?formId=${form.id}&columns=change,updatedAt,submissionDate`);
    expect(rows).toEqual([{ Change: '-5.5', Updated: order.updatedAt, Submitted: '' }]);
  });

  it('writes dates as Excel reads them, in the requested time zone, with daylight saving time', async () => {
    const date = async (name: string, date: string) => {
      const order = await aDraft(agency);
      await api.admin.create('ProofOfWork', { batch: 'Zones', orderId: order.id, name, date });
    };
    await date('1 winter', '2026-01-31T04:05:00Z');
    await date('2 summer', '2026-07-01T15:30:59Z');
    const path = '/api/proof_of_work.csv?batch=Zones&sort=name&columns=date';
    const dates = async (query: string) => (await rowsOf(`${path}${query}`)).map((row) => row.Date);
    expect(await dates('&timeZone=America/New_York')).toEqual(['1/30/2026 23:05', '7/1/2026 11:30']);
    expect(await dates('&timeZone=Asia/Kolkata')).toEqual(['1/31/2026 9:35', '7/1/2026 21:00']);
    expect(await dates('')).toEqual(['2026-01-31T04:05:00.000Z', '2026-07-01T15:30:59.000Z']);
  });

  it('writes a day as a day in every time zone', async () => {
    const form = await aForm(api, {
      widgets: [{ type: 'date_input', meta: { key: 'start', label: 'Start' } }],
      tableColumns: [{ path: 'start', defaultVisibility: true }],
    });
    const own = await anAgency(api, { form });
    await aDraft(own, { formData: { start: '2026-03-08' } });
    const rows = await rowsOf(`/api/orders.csv?formId=${form.id}&columns=start&timeZone=Pacific/Honolulu`);
    expect(rows).toEqual([{ Start: '3/8/2026' }]);
  });

  it('formats numbers with the decimals of their field, and money with cents', async () => {
    const number = (key: string, config: object = {}) => ({ type: 'number_input', meta: { key, label: key }, config });
    const form = await aForm(api, {
      widgets: [number('rate', { precision: 2 }), number('fee', { money: 'counted' }), number('share')],
      tableColumns: ['rate', 'fee', 'share'].map((path) => ({ path, defaultVisibility: true })),
    });
    const own = await anAgency(api, { form });
    await aDraft(own, { formData: { rate: -7.5, fee: 1000.5, share: 0.125 } });
    const rows = await rowsOf(`/api/orders.csv?formId=${form.id}&columns=rate,fee,share,amount`);
    expect(rows).toEqual([{ rate: '-7.50', fee: '1000.50', share: '0.125', Amount: '1000.50' }]);
  });

  it('contains the id of a reference, or its name if populate requests it and it is readable', async () => {
    const order = await aDraft(agency);
    const path = `/api/orders.csv?id=${order.id}&columns=client,channelId,user,products.product`;
    expect(await rowsOf(path)).toMatchObject([{ Client: order.client, Channel: order.channelId, User: order.user }]);
    const [spot, jingle] = [await aProduct(api), await aProduct(api)];
    await patchOrderOk(agency.user, order, { products: [{ product: spot.id }, { product: jingle.id }] });
    expect(await rowsOf(`${path}&populate=client,channel,user,product`)).toEqual([
      {
        Client: agency.client.name,
        Channel: agency.channel.name,
        User: agency.user.user.name,
        'Products: Product': `${spot.name}; ${jingle.name}`,
      },
    ]);
  });
});

describe('the columns parameter', () => {
  it('defaults to all columns that the rows contain, without free-form maps and fields that the screens hide', async () => {
    const [row = {}] = await rowsOf(`/api/clients.csv?id=${agency.client.id}`);
    expect(Object.keys(row)).toEqual(
      expect.arrayContaining([
        'Client Name',
        'Business address: Street address',
        'Industry',
        'Id',
        'Revision',
        'Created',
      ]),
    );
    expect(Object.keys(row)).not.toContain('Tree scope');
    const [form = {}] = await rowsOf('/api/forms.csv');
    expect(Object.keys(form)).toEqual(expect.arrayContaining(['Name', 'Table columns: Path']));
    expect(Object.keys(form)).not.toContain('Form schema');
  });

  it('returns columns in the requested order, and expands an object to all of its columns', async () => {
    expect(await textOf(`/api/clients.csv?id=${agency.client.id}&columns=industry,businessAddress,name`)).toBe(
      'Industry,Business address: Street address,Business address: City,Business address: State,Business address: ZIP code,' +
        `Client Name\nFood,1 Main Street,Salem,OR,97301,${agency.client.name}\n`,
    );
  });

  it('accepts free-form maps if they are named', async () => {
    const [row] = await rowsOf(`/api/forms.csv?id=${agency.channel.orderFormId}&columns=formSchema`);
    expect(JSON.parse(row?.['Form schema'] ?? '')).toMatchObject({ version: 1, root: { type: 'container' } });
  });

  it('limits the rows of a JSON page to these fields plus id and revision', async () => {
    const { id, revision, name } = agency.client;
    for (const query of [`id=${id}&`, `filter={"id":"${id}"}&`].map(
      (each) => `${each}columns=name,businessAddress.city`,
    )) {
      const answer = await callExpecting<{ results: Rows } | Rows>(api.admin.call, 200, {
        path: `/api/clients?${query}`,
      });
      const results = 'results' in answer ? answer.results : answer;
      expect(results).toEqual([{ id, revision, name, businessAddress: { city: 'Salem' } }]);
    }
  });

  it('selects columns of order lines one by one', async () => {
    const product = await aProduct(api);
    const draft = await aDraft(agency);
    await patchOrderOk(agency.user, draft, { products: [{ product: product.id }] });
    const { results } = await list(`/api/orders?id=${draft.id}&columns=products.key`);
    expect(results).toMatchObject([{ products: [{ key: product.key }] }]);
    expect(await rowsOf(`/api/orders.csv?id=${draft.id}&columns=products.key`)).toEqual([
      { 'Products: Key': product.key },
    ]);
  });

  it('rejects unknown columns and lists the valid ones', async () => {
    for (const path of ['/api/clients', '/api/clients.csv']) {
      const body = await errorOf(`${path}?columns=name,nonsense`);
      expect(body).toMatchObject(expectedQueryErrorAt('/columns'));
      expect(JSON.stringify(body)).toContain('businessAddress.city');
    }
  });
});

describe('a hidden field', () => {
  const secrets = [
    ['authProviders.challenge', '/api/users'],
    ['openVersion', '/api/orders'],
    ['searchKeys', '/api/clients'],
    ['__proto__', '/api/clients'],
  ] as const;

  it.each(secrets)('is rejected as a column, filter and sort order: %s', async (field, path) => {
    for (const query of [`columns=${field}`, `sort=${field}`, `${field}=1`]) {
      await errorOf(`${path}?${query}`);
      await errorOf(`${path}.csv?${query}`);
    }
  });

  it('a hidden field that the role may not read is neither in the CSV nor accepted as a column', async () => {
    const product = await aProduct(api, { internalDescription: 'Sold below cost' });
    const path = `/api/products.csv?id=${product.id}`;
    expect(await textOf(path)).toContain('Sold below cost');
    expect(await textOf(path, agency.user)).not.toContain('Sold below cost');
    for (const query of ['columns=internalDescription', 'sort=internalDescription'])
      expect((await agency.user.call({ path: `/api/products?${query}` })).status).toBe(400);
  });
});
