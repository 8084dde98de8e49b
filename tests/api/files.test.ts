import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { File, Order } from '#schemas/generated/types.ts';
import type { SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aDraft, anAgency, aProduct, aUser } from './factories.ts';
import { patchOrder, patchOrderOk } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';
import {
  ageUnusedFiles,
  collectUnusedFiles,
  countStoredFiles,
  fileForm,
  MiB,
  type Uploads,
  uploadsTo,
} from './uploads.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let api: Api;
let uploads: Uploads;
let agency: Agency;
let other: Agency;
let stranger: SignedInUser;

beforeAll(async () => {
  api = await startApi();
  uploads = await uploadsTo(api);
  agency = await anAgency(api);
  other = await anAgency(api);
  stranger = await api.signedInAs(await aUser(api));
});
afterAll(() => api.close());

const asValue = ({ id, name, mimeType }: File) => ({ id, name, mimeType });
const draftWith = (file: File, fields: Partial<Order> = {}) =>
  aDraft(agency, { formData: { logo: asValue(file) }, ...fields });

it('a file upload may reuse the Idempotency-Key of a created order', async () => {
  const headers = { 'idempotency-key': 'of two calls' };
  const { channel, user } = agency;
  const body = { channelId: channel.id, form: channel.orderFormId };
  expect((await user.call({ method: 'POST', path: '/api/orders', body, headers })).status).toBe(201);
  expect((await uploads.send(user, fileForm('x'), headers)).status).toBe(201);
});

describe('a served file', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const page = '<!doctype html><script>alert(1)</script>';
  it.each([
    ['photo.png', png, 'image/png', 'inline'],
    ['offer.pdf', '%PDF-1.7\n', 'application/pdf', 'inline'],
    ['logo.svg', svg, 'image/svg+xml', 'attachment'],
    ['photo.png', page, 'text/html', 'attachment'],
    ['rows.csv', 'a,b\n', 'text/csv', 'attachment'],
    ['thing.png', new Uint8Array([0, 1, 2]), 'application/octet-stream', 'attachment'],
  ])('has the type that its bytes show: %s %#', async (name, bytes, type, disposition) => {
    const file = await uploads.upload(
      agency.user,
      fileForm(typeof bytes === 'string' ? bytes : Uint8Array.from(bytes), name),
    );
    expect(file.mimeType).toBe(type);
    const { headers } = await uploads.download(agency.user, file);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-disposition')).toBe(`${disposition}; filename="${name}"`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'; sandbox",
    );
  });

  it.each([
    ['../../x.txt', 'x.txt'],
    ['a\u202eb.txt', 'ab.txt'],
    ['Grüße 企画 👍.txt', 'Grüße 企画 👍.txt'],
    [`${'n'.repeat(296)}.txt`, `${'n'.repeat(196)}.txt`],
  ])('has a sanitized name for %j', async (given, name) => {
    const file = await uploads.upload(agency.user, fileForm('x', given));
    expect(file.name).toBe(name);
    const { headers } = await uploads.download(agency.user, file);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename/);
  });

  it('shows its storage key only to an ADMIN', async () => {
    const file = await uploads.upload(agency.user);
    expect(file).not.toHaveProperty('storage');
    expect(file).not.toHaveProperty('unusedSince');
    const { body } = await api.admin.call({ path: `/api/files/${file.id}` });
    expect(body).toMatchObject({ id: file.id, storage: [{ type: 'gridfs' }] });
  });
});

describe('a file can be read', () => {
  const statuses = async (person: SignedInUser, file: File) => [
    (await person.call({ path: `/api/files/${file.id}` })).status,
    (await uploads.download(person, file)).status,
  ];

  it('a file can be read by its uploader and by an ADMIN, and is not found for others', async () => {
    const file = await uploads.upload(agency.user);
    expect(await statuses(agency.user, file)).toEqual([200, 200]);
    expect(await statuses(api.admin, file)).toEqual([200, 200]);
    for (const person of [agency.moderator, other.moderator, stranger])
      expect(await statuses(person, file)).toEqual([404, 404]);
    expect((await fetch(`${uploads.url}/api/files/${file.id}/content`)).status).toBe(401);
  });

  it('a file can be read by everybody who may read an order that references it, however deep in its data', async () => {
    const file = await uploads.upload(agency.user);
    await aDraft(agency, { formData: { rows: [{ _id: 'a', inner: { logos: [asValue(file)] } }] } });
    expect(await statuses(agency.moderator, file)).toEqual([200, 200]);
    expect(await statuses(other.moderator, file)).toEqual([404, 404]);
    expect(await statuses(stranger, file)).toEqual([404, 404]);
  });

  it('a file can be read after it was replaced in the order, since an earlier version still references it', async () => {
    const [first, second] = [await uploads.upload(agency.user), await uploads.upload(agency.user)];
    const order = await draftWith(first);
    await patchOrderOk(agency.user, order, { formData: { logo: asValue(second) } });
    expect(await statuses(agency.moderator, first)).toEqual([200, 200]);
    expect(await statuses(agency.moderator, second)).toEqual([200, 200]);
  });

  it("a file can be read by everybody who may read an order with a line that references it; another agency's file is rejected with its path", async () => {
    const fileProperty = { type: 'string', format: 'file' };
    const parent = await aProduct(api, { schema: { properties: { logo: fileProperty } } });
    const product = await aProduct(api, {
      parent: parent.id,
      schema: {
        definitions: { file: fileProperty },
        properties: { sheets: { type: 'array', items: { properties: { file: { $ref: '#/definitions/file' } } } } },
      },
    });
    const [logo, sheet] = [await uploads.upload(agency.user), await uploads.upload(agency.user)];
    const line = { product: product.id, data: { logo: logo.id, sheets: [{}, { file: sheet.id }] } };
    const order = await aDraft(agency, { products: [line] } as object);
    for (const file of [logo, sheet]) {
      expect(await statuses(agency.moderator, file)).toEqual([200, 200]);
      expect(await statuses(other.moderator, file)).toEqual([404, 404]);
    }
    const [{ key: _, ...first }] = order.products as [Order['products'][number]];
    const stolen = await uploads.upload(other.user);
    await aDraft(other, { formData: { logo: asValue(stolen) } });
    expect(
      await patchOrder(agency.user, order, { products: [{ ...first, data: { sheets: [{ file: stolen.id }] } }] }),
    ).toMatchObject({
      status: 422,
      body: {
        details: {
          errors: [{ path: '/products/0/data/sheets/0/file', value: stolen.id, message: 'No File has this id' }],
        },
      },
    });
  });

  it('in the list of its owner, and in the list of all files by an ADMIN', async () => {
    const file = await uploads.upload(agency.user, fileForm('x', 'listed.txt'));
    const found = async (person: SignedInUser) => (await person.call({ path: '/api/files?search=listed' })).body;
    expect(await found(agency.user)).toMatchObject({ results: [{ id: file.id }] });
    expect(await found(api.admin)).toMatchObject({ results: [{ id: file.id }] });
    expect(await found(other.user)).toMatchObject({ results: [] });
  });
});

describe('the id of a file', () => {
  const unfit = (id: string) => ({
    status: 422,
    body: {
      code: 'DATABASE_VALIDATION_ERROR',
      details: { errors: [{ path: '/formData/logo', value: id, message: 'No File has this id' }] },
    },
  });

  it('the id of a file of another agency is rejected in an order like an id that does not exist', async () => {
    const file = await uploads.upload(other.user);
    const { channel, client, user } = agency;
    for (const id of [file.id, '0123456789abcdef01234567']) {
      const formData = { logo: { ...asValue(file), id } };
      const body = { channelId: channel.id, form: channel.orderFormId, client: client.id, formData };
      expect(await user.call({ method: 'POST', path: '/api/orders', body })).toMatchObject(unfit(id));
      expect(await patchOrder(user, await aDraft(agency), { formData })).toMatchObject(unfit(id));
    }
    expect((await uploads.download(user, file)).status).toBe(404);
  });

  it('the id of a file that an order already contains can be saved by others, and copied to another order of the same tree', async () => {
    const file = await uploads.upload(agency.user);
    const order = await draftWith(file);
    const formData = { logo: asValue(file), more: 'x' };
    expect((await patchOrder(agency.moderator, order, { formData })).status).toBe(200);
    const { channel, client } = agency;
    const body = { channelId: channel.id, form: channel.orderFormId, client: client.id, formData };
    expect((await agency.moderator.call({ method: 'POST', path: '/api/orders', body })).status).toBe(201);
  });

  it('the id of a file in a value whose name is no text is ordinary data: it is saved, and gives no access to the file', async () => {
    const file = await uploads.upload(other.user);
    const formData = { logo: { ...asValue(file), name: 7 } };
    expect(await aDraft(agency, { formData })).toMatchObject({ formData });
    expect((await uploads.download(agency.moderator, file)).status).toBe(404);
  });

  it('appears in a response of the order only within its data', async () => {
    const order = await draftWith(await uploads.upload(agency.user));
    expect(order).not.toHaveProperty('files');
    const rejected = await patchOrder(agency.user, order, { files: [] });
    expect(rejected).toMatchObject({ status: 400, body: { details: { fields: [{ path: '/files' }] } } });
  });
});

describe('an unused file', () => {
  const collectAfter = async (days: number) => {
    await ageUnusedFiles(days);
    await collectUnusedFiles();
  };
  const isThere = async (file: File) => (await api.admin.call({ path: `/api/files/${file.id}` })).status === 200;

  it('is collected with all its bytes after 7 days, and not before', async () => {
    await collectAfter(8);
    // The product's own collection loop may be running, here and below.
    await vi.waitFor(async () => expect((await countStoredFiles()).leftovers).toBe(0));
    const before = await countStoredFiles();
    const file = await uploads.upload(agency.user, fileForm(new Uint8Array(MiB)));
    await collectAfter(6.9);
    expect(await isThere(file)).toBe(true);
    await collectAfter(0.2);
    expect(await isThere(file)).toBe(false);
    await vi.waitFor(async () => expect(await countStoredFiles()).toEqual(before));
  });

  it('is retained as long as an order or an earlier version of it references the file', async () => {
    const [first, second] = [await uploads.upload(agency.user), await uploads.upload(agency.user)];
    const order = await draftWith(first);
    await patchOrderOk(agency.user, order, { formData: { logo: asValue(second) } });
    await patchOrderOk(agency.user, order, { formData: {} });
    await collectAfter(400);
    expect([await isThere(first), await isThere(second)]).toEqual([true, true]);
  });

  it('is retained as long as an order line or an earlier version of it references the file', async () => {
    const product = await aProduct(api, { schema: { properties: { logo: { type: 'string', format: 'file' } } } });
    const [first, second] = [await uploads.upload(agency.user), await uploads.upload(agency.user)];
    const withLogo = (logo: File) => ({ product: product.id, data: { logo: logo.id } });
    const order = await patchOrderOk(agency.user, await aDraft(agency), { products: [withLogo(first)] });
    const { id } = order.products[0] ?? {};
    await patchOrderOk(agency.user, order, { products: [{ ...withLogo(second), id }] });
    await patchOrderOk(agency.user, order, { formData: { headline: 'Later' } });
    await collectAfter(400);
    expect([await isThere(first), await isThere(second)]).toEqual([true, true]);
    await patchOrderOk(agency.user, order, { products: [] });
    await collectAfter(400);
    expect([await isThere(first), await isThere(second)]).toEqual([true, true]);
    await agency.user.call({ method: 'DELETE', path: `/api/orders/${order.id}` });
    await collectAfter(8);
    expect([await isThere(first), await isThere(second)]).toEqual([false, false]);
    await vi.waitFor(async () => expect((await countStoredFiles()).leftovers).toBe(0));
  });

  it('an unused file of a deleted order is collected 7 days later, unless another order references it', async () => {
    const [one, shared] = [await uploads.upload(agency.user), await uploads.upload(agency.user)];
    const order = await aDraft(agency, { formData: { logo: asValue(one), more: [asValue(shared)] } });
    await draftWith(shared);
    await agency.user.call({ method: 'DELETE', path: `/api/orders/${order.id}` });
    await collectAfter(6.9);
    expect(await isThere(one)).toBe(true);
    await collectAfter(0.2);
    expect([await isThere(one), await isThere(shared)]).toEqual([false, true]);
  });

  it('is collected once even if several processes collect at the same time', async () => {
    const file = await uploads.upload(agency.user);
    await ageUnusedFiles(8);
    await Promise.all([collectUnusedFiles(), collectUnusedFiles(), collectUnusedFiles()]);
    expect(await isThere(file)).toBe(false);
    await vi.waitFor(async () => expect((await countStoredFiles()).leftovers).toBe(0));
  });

  it('an unused file that an order starts to reference at that moment is retained, or the order is rejected', async () => {
    const file = await uploads.upload(agency.user);
    const { channel, client, user } = agency;
    const body = {
      channelId: channel.id,
      form: channel.orderFormId,
      client: client.id,
      formData: { logo: asValue(file) },
    };
    await ageUnusedFiles(8);
    const [answer] = await Promise.all([
      user.call({ method: 'POST', path: '/api/orders', body }),
      collectUnusedFiles(),
    ]);
    expect([201, 422]).toContain(answer.status);
    expect(await isThere(file)).toBe(answer.status === 201);
  });
});
