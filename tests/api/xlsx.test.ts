import { unzipSync } from 'fflate';
import readSheet from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import { errorOfQuery, expectedQueryErrorAt } from './csv.ts';
import { type Agency, aDraft, aForm, anAgency, aProduct, clientFields } from './factories.ts';
import { patchOrderOk } from './order-helpers.ts';
import { type Api, type SignedInUser, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

async function workbookAt(path: string, { cookies }: SignedInUser = api.admin) {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const host = new URL(api.config.publicUrl).host;
  const response = await api.app.inject({ url: path, headers: { cookie, host } });
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200);
  return response;
}

/** The rows of the first worksheet, with the types of their cells. */
async function rowsAt(path: string, person?: SignedInUser) {
  const { rawPayload } = await workbookAt(path, person);
  const [sheet] = await readSheet(rawPayload, { trim: false });
  return sheet?.data ?? [];
}

describe('an XLSX export of a list', () => {
  it('has a frozen row of labels, and is named after the list and the date', async () => {
    const { headers, rawPayload } = await workbookAt('/api/clients.xlsx?columns=name');
    expect(headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': expect.stringMatching(/^attachment; filename="clients-\d{4}-\d\d-\d\d\.xlsx"$/),
    });
    const sheet = new TextDecoder().decode(unzipSync(rawPayload)['xl/worksheets/sheet1.xml']);
    expect(sheet).toMatch(/<pane ySplit="1"[^>]*state="frozen"/);
  });

  it('has numbers, amounts, dates and booleans as such, and texts as they are', async () => {
    const form = await aForm(api, {
      widgets: [
        { type: 'number_input', meta: { key: 'fee', label: 'Fee' }, config: { money: 'counted' } },
        { type: 'number_input', meta: { key: 'share', label: 'Share' } },
        { type: 'checkbox', meta: { key: 'rush', label: 'Rush' } },
        { type: 'date_input', meta: { key: 'start', label: 'Start' } },
        { type: 'text_input', meta: { key: 'zip', label: 'ZIP' } },
      ],
      tableColumns: ['fee', 'share', 'rush', 'start', 'zip'].map((path) => ({ path, defaultVisibility: true })),
    });
    const own = await anAgency(api, { form });
    const formData = { fee: 1000.1, share: -0.125, rush: true, start: '2026-03-08', zip: '02134' };
    const order = await aDraft(own, { formData });
    const columns = 'client,fee,share,rush,start,zip,updatedAt,submissionDate';
    const path = `/api/orders.xlsx?formId=${form.id}&columns=${columns}&populate=client`;
    const [head, row] = await rowsAt(`${path}&timeZone=America/New_York`);
    expect(head).toEqual(['Client', 'Fee', 'Share', 'Rush', 'Start', 'ZIP', 'Updated', 'Submitted']);
    const offset = 4 * 3_600_000 + (new Date(order.updatedAt).getUTCMonth() > 9 ? 3_600_000 : 0);
    const local = new Date(Date.parse(order.updatedAt) - offset);
    expect(row).toEqual([
      own.client.name,
      1000.1,
      -0.125,
      true,
      new Date('2026-03-08'),
      '02134',
      expect.any(Date),
      null,
    ]);
    expect(Math.abs(Number(row?.[6]) - local.getTime())).toBeLessThan(2);
    const [, utc] = await rowsAt(path);
    expect(Math.abs(Number(utc?.[6]) - Date.parse(order.updatedAt))).toBeLessThan(2);
  });

  it('joins lists, and writes references as names', async () => {
    const [spot, jingle] = [await aProduct(api), await aProduct(api)];
    const order = await aDraft(agency);
    await patchOrderOk(agency.user, order, { products: [{ product: spot.id }, { product: jingle.id }] });
    const path = `/api/orders.xlsx?id=${order.id}&columns=products.product&populate=product`;
    expect(await rowsAt(path)).toEqual([['Products: Product'], [`${spot.name}; ${jingle.name}`]]);
  });

  it.each([
    '=1+1',
    '+1 (503) 555-0100',
    'constructor',
    '__proto__',
    '_x0041_',
    'a\r\nb\n',
    ' padded ',
    '<b>&amp;"',
    '學校 🎺',
    '007',
  ])('writes the text %j without a change', async (description) => {
    const { id } = await aProduct(api, { description });
    const rows = await rowsAt(`/api/products.xlsx?id=${id}&columns=description`);
    expect(rows).toEqual([['Description'], [description]]);
  });

  it('contains only what its reader may read', async () => {
    const elsewhere = await anAgency(api);
    expect(await rowsAt('/api/clients.xlsx?columns=name', elsewhere.user)).toEqual([
      ['Client Name'],
      [elsewhere.client.name],
    ]);
    expect((await api.call({ path: '/api/clients.xlsx' })).status).toBe(401);
  });

  it('has 10,000 rows; a longer list is rejected with the way out', async () => {
    const like = { ...clientFields(), industry: 'Ten thousand' };
    const clients = Array.from({ length: 10_000 }, (_, index) => ({ ...like, name: `Many ${index}` }));
    await storeOf('Client').insertMany(clients);
    const path = '/api/clients.xlsx?industry=Ten thousand';
    expect(await rowsAt(`${path}&columns=name`)).toHaveLength(10_001);
    await storeOf('Client').insertMany([{ ...like, name: 'One more' }]);
    const reason = 'Excel workbooks are limited to 10,000 rows. Use CSV';
    expect(await errorOfQuery(api.admin, path)).toMatchObject({ reason });
  });

  it('is rejected when a text is longer than Excel allows', async () => {
    const [longest, tooLong] = ['Longest', 'Too long'];
    await storeOf('Client').insertMany([
      { ...clientFields(), name: 'x'.repeat(32_767), industry: longest },
      { ...clientFields(), name: 'x'.repeat(32_768), industry: tooLong },
    ]);
    const path = (industry: string) => `/api/clients.xlsx?columns=name&industry=${industry}`;
    expect(await rowsAt(path(longest))).toEqual([['Client Name'], ['x'.repeat(32_767)]]);
    const reason = expect.stringContaining('“Client Name” is longer than Excel allows');
    expect(await errorOfQuery(api.admin, path(tooLong))).toMatchObject({ reason });
  });

  it.each(['page=1', 'timeZone=Mars', 'columns=nonsense'])('rejects %s', async (query) => {
    const place = expectedQueryErrorAt(`/${query.split('=')[0]}`);
    expect(await errorOfQuery(api.admin, `/api/clients.xlsx?${query}`)).toMatchObject(place);
  });
});
