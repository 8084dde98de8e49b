import { readFile } from 'node:fs/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '#schemas/generated/types.ts';
import { anEntity, aUser } from '#tests/api/factories.ts';
import { findOrFetchChromium } from '#tests/browser/chromium.ts';
import { callerOf } from '#tests/product/call.ts';
import { type ApiCallers, callExpecting, callersOf } from '#tests/product/callers.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '#tests/product/product.ts';
import { testFiles } from './files.ts';
import { testKeywords } from './keywords.ts';
import { orderWithPriority, testOrderProperty } from './orders.ts';
import { copyProject, type Project } from './project.ts';
import { depot, inspection, lease, supplier, vendor, visit } from './schemas.ts';

type Stored = {
  id: string;
  revision: number;
  rating?: number;
  tier?: string;
  agency?: string | null;
  treeScope: string[];
};
type Found = { pagination: { total: number }; results: Stored[] };

let project: Project;
let generated: string;
let dataDir: string;
let product: Product;
let people: ApiCallers;
let agency: Entity;
let browser: Browser;

beforeAll(async () => {
  project = await copyProject(
    {
      'depot.schema.json': depot,
      'vendor.schema.json': vendor,
      'supplier.schema.json': supplier,
      'visit.schema.json': visit,
      'lease.schema.json': lease,
      'inspection.schema.json': inspection,
    },
    orderWithPriority,
  );
  generated = await project.run('generate');
  await project.run('build');
  dataDir = await newDataDir();
  product = await startProduct({ root: project.folder, dataDir, environment: { DEMO: 'off', FILE_LIMIT: '1MiB' } });
  people = await callersOf({ call: callerOf(product.url), dataDir });
  agency = await anEntity(people, { name: 'Northern Media' });
  const { path, output } = await findOrFetchChromium();
  if (!path) throw new Error(output);
  browser = await chromium.launch({ executablePath: path, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (dataDir) await removeDataDir(dataDir);
  await project?.remove();
});

const contacts = [{ person: 'Ann', share: 0.5 }, { person: 'Bo' }];
const admin = <T = Stored>(status: number, call: Parameters<ApiCallers['call']>[0]) =>
  callExpecting<T>(people.admin.call, status, call);

it('the generator says where each new resource is served', () => {
  for (const line of [
    'Depot is served at /api/depots, and in the back-office at /admin/depots (for ADMIN)',
    'Supplier is served at /api/supply, and in the back-office at /admin/supply (for ADMIN, AGENCY_ADMIN)',
    'Visit is served at /api/vendors/{id}/visits, and in the back-office on the page of each Vendor',
  ])
    expect(generated).toContain(line);
});

describe.each([
  { path: 'depots', hasAgency: false },
  { path: 'vendors', hasAgency: true },
  { path: 'supply', hasAgency: true },
])('the API of a new schema at /api/$path', ({ path, hasAgency }) => {
  const url = `/api/${path}`;
  const make = (name: string, fields: object = {}) =>
    admin(201, { method: 'POST', path: url, body: { name, ...fields } });

  it('creates, reads, changes, clears and deletes a record', async () => {
    const fields = { rating: 4.5, tier: 'gold', contacts, ...(hasAgency ? { agency: agency.id } : {}) };
    const made = await make('Bright Boards', fields);
    expect(made).toMatchObject({ name: 'Bright Boards', revision: 1, ...fields });
    const one = `${url}/${made.id}`;
    expect(await admin(200, { path: one })).toEqual(made);
    const body = { rating: null, contacts: contacts.slice(1) };
    const changed = await admin(200, { method: 'PATCH', path: one, body, headers: { 'if-match': '"1"' } });
    expect(changed).toMatchObject({ tier: 'gold', contacts: contacts.slice(1), revision: 2 });
    expect(changed).not.toHaveProperty('rating');
    await admin(409, { method: 'PATCH', path: one, body, headers: { 'if-match': '"1"' } });
    await admin(200, { method: 'DELETE', path: one });
    await admin(404, { path: one });
  });

  it('lists, sorts, filters and searches', async () => {
    await make('Acorn Printing', { rating: 1, tier: 'gold' });
    await make('Élan Posters', { rating: 3, tier: 'silver' });
    const listed = async (query: string) => (await admin<Found>(200, { path: `${url}?${query}` })).results;
    expect(await listed('sort=-rating')).toMatchObject([{ name: 'Élan Posters' }, { name: 'Acorn Printing' }]);
    expect(await listed('tier=gold')).toMatchObject([{ name: 'Acorn Printing' }]);
    expect(await listed('search=elan')).toMatchObject([{ name: 'Élan Posters' }]);
    expect(await listed('search=nobody')).toEqual([]);
  });

  it('streams its list as CSV', async () => {
    const file = `${url}.csv?tier=gold&columns=name,rating,contacts.person`;
    await make('=Quick "Quotes", Ltd', { rating: 2, tier: 'gold', contacts });
    const { status, body } = await people.admin.call({ path: `${file}&search=quick` });
    expect(status).toBe(200);
    const [head, row, ...more] = parse(String(body));
    expect([head?.slice(1), row, more]).toEqual([
      ['Rating', 'Contacts: Person'],
      [`'=Quick "Quotes", Ltd`, '2', 'Ann; Bo'],
      [],
    ]);
    expect((await people.admin.call({ path: `${file},token` })).status).toBe(400);
  });

  it('rejects what the schema forbids, with the path of each problem', async () => {
    const body = { rating: -1, tier: 'lead', contacts: [{ share: 'half' }], colour: 'red' };
    const rejected = await people.admin.call({ method: 'POST', path: url, body });
    expect(rejected).toMatchObject({ status: 400, body: { code: 'REQUEST_SCHEMA_INVALID' } });
    const bodyText = JSON.stringify(rejected.body);
    for (const place of ['/name', '/rating', '/tier', '/contacts/0/person', '/contacts/0/share', '/colour'])
      expect(bodyText).toContain(`"${place}"`);
  });

  it('requires a session, and the ADMIN role by default', async () => {
    expect((await people.call({ path: url })).status).toBe(401);
    const user = await people.signedInAs(await aUser(people, { memberOf: [agency] }));
    expect((await user.call({ path: url })).status).toBe(path === 'supply' ? 200 : 403);
  });
});

describe('the x- keywords of a schema about its resource', () => {
  it('hide fields, keep names unique, open records of the tree, and offer a short list', async () => {
    const body = { name: 'Signs & Co', token: 'secret', notes: 'pays late', agency: agency.id };
    const made = await admin(201, { method: 'POST', path: '/api/supply', body });
    expect(made).toMatchObject({ notes: 'pays late', tier: 'silver', treeScope: [agency.id] });
    expect(made).not.toHaveProperty('token');
    await admin(409, { method: 'POST', path: '/api/supply', body });
    const user = await people.signedInAs(await aUser(people, { memberOf: [agency] }));
    const seen = await callExpecting<Found>(user.call, 200, { path: '/api/supply' });
    expect(seen.results).toMatchObject([{ id: made.id }]);
    expect(seen.results[0]).not.toHaveProperty('notes');
    expect(await admin<object[]>(200, { path: '/api/supply/list' })).toContainEqual({
      id: made.id,
      name: 'Signs & Co',
    });
    const rejected = await user.call({ method: 'PATCH', path: `/api/supply/${made.id}`, body: { rating: 5 } });
    expect(rejected.status).toBe(403);
    await admin(200, { method: 'DELETE', path: `/api/supply/${made.id}` });
  });
});

describe('a search that names a field of a referenced record', () => {
  it('finds the referring record by its name, also after a rename', async () => {
    const place = await anEntity(people, { name: 'Umber Unions' });
    const body = { name: 'Odd Ones', agency: place.id };
    const made = await admin(201, { method: 'POST', path: '/api/supply', body });
    const found = async (search: string) =>
      (await admin<Found>(200, { path: `/api/supply?search=${search}` })).results.map(({ id }) => id);
    expect(await found('umber')).toEqual([made.id]);
    await admin(200, { method: 'PATCH', path: `/api/entities/${place.id}`, body: { name: 'Violet Vans' } });
    await expect.poll(() => found('violet'), { timeout: 10_000 }).toEqual([made.id]);
    expect(await found('umber')).toEqual([]);
    expect(await admin(200, { path: `/api/supply/${made.id}` })).toMatchObject({ revision: 1 });
    await admin(200, { method: 'DELETE', path: `/api/supply/${made.id}` });
  });
});

describe('a nested schema, whose records belong to those of another', () => {
  it('is served below each parent record, and is deleted only with it', async () => {
    const [one, other] = await Promise.all(
      ['One', 'Other'].map((name) => admin(201, { method: 'POST', path: '/api/vendors', body: { name } })),
    );
    const url = `/api/vendors/${one?.id}/visits`;
    const made = await admin(201, { method: 'POST', path: url, body: { purpose: 'To look' } });
    expect(made).toMatchObject({ vendor: one?.id, purpose: 'To look', revision: 1 });
    expect(await admin(200, { path: `${url}?search=look` })).toMatchObject({ results: [{ id: made.id }] });
    expect((await people.admin.call({ path: `/api/vendors/${other?.id}/visits/${made.id}` })).status).toBe(404);
    const rejected = await people.admin.call({ method: 'DELETE', path: `/api/vendors/${one?.id}` });
    expect(rejected).toMatchObject({ status: 409, body: { details: { referredBy: { Visit: 1 } } } });
    await admin(200, { method: 'DELETE', path: `${url}/${made.id}` });
  });

  it('is deleted with its parent if the schema says so, each record with an audit entry', async () => {
    const lessor = { code: 'L-children', agency: agency.id };
    const parent = await admin(201, { method: 'POST', path: '/api/leases', body: lessor });
    const url = `/api/leases/${parent.id}/inspections`;
    const children = await Promise.all(
      ['rust', 'paint'].map((found) => admin(201, { method: 'POST', path: url, body: { found } })),
    );
    await admin(200, { method: 'DELETE', path: `/api/leases/${parent.id}` });
    for (const { id } of children) {
      const log = await admin<{ results: object[] }>(200, { path: `/api/audit_log?resourceId=${id}&action=delete` });
      expect(log.results).toHaveLength(1);
    }
  });
});

describe.each([
  { path: 'vendors', one: 'Vendor', name: 'Name', hasTabs: false },
  { path: 'supply', one: 'Supplier', name: 'Trade name', hasTabs: true },
])('the back-office of a new schema at /admin/$path', ({ path, one, name, hasTabs }) => {
  const openTab = async (page: Page, tab: string) => {
    if (hasTabs) await page.getByRole('tab', { name: tab }).click();
  };

  it('creates, lists, finds, changes and deletes a record', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(15_000);
    await context.addCookies(people.admin.cookies.map((cookie) => ({ ...cookie, url: product.url })));
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(`${product.url}/admin/${path}`);
    await page.getByRole('link', { name: `New ${one.toLowerCase()}` }).click();
    await page.getByRole('textbox', { name }).fill('Fresh Flyers');
    await page.getByRole('combobox', { name: 'Agency' }).fill('north');
    await page.getByRole('option', { name: 'Northern Media' }).click();
    await openTab(page, 'Quality');
    await page.getByRole('spinbutton', { name: 'Rating' }).fill('-2.5');
    await choose(page, 'Tier', 'Gold');
    await openTab(page, 'People');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('textbox', { name: 'Person' }).fill('Cleo');
    await page.getByRole('button', { name: 'Save' }).click();
    // A problem in a closed tab links to it.
    await page.getByRole('button', { name: 'Rating' }).click();
    const rating = page.getByRole('spinbutton', { name: 'Rating' });
    await expect
      .poll(() => rating.evaluate((input) => input === document.activeElement), { timeout: 10_000 })
      .toBe(true);
    await rating.fill('2.5');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${one} created`).waitFor();
    const [made] = (await admin<Found>(200, { path: `/api/${path}?search=fresh` })).results;
    expect(made).toMatchObject({
      rating: 2.5,
      tier: 'gold',
      contacts: [{ person: 'Cleo' }],
      agency: agency.id,
    });

    await page.goto(`${product.url}/admin/${path}`);
    // Wait for the list first and its search second: only a row that was there can disappear.
    await page.getByText('Acorn Printing').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('flyers');
    await page.getByText('Acorn Printing').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Export…' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(parse(file, { bom: true, columns: true })).toMatchObject([{ [name]: 'Fresh Flyers' }]);
    await page.getByRole('link', { name: 'Fresh Flyers' }).click();
    await openTab(page, 'Quality');
    await page.getByRole('spinbutton', { name: 'Rating' }).fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const changed = await admin(200, { path: `/api/${path}/${made?.id}` });
    expect(changed).not.toHaveProperty('rating');
    expect(changed).toMatchObject({ name: 'Fresh Flyers', tier: 'gold', revision: 2 });

    if (hasTabs) await expectLayout(page);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(`${product.url}/admin/${path}`);
    await admin(404, { path: `/api/${path}/${made?.id}` });
    expect(errors).toEqual([]);
    await context.close();
  });
});

/** Sections, tabs and rows follow the supplier's schema; unnamed properties come in a last section. */
async function expectLayout(page: Page): Promise<void> {
  expect(await page.getByRole('tab').allTextContents()).toEqual(['Quality', 'People', 'More']);
  expect(await page.getByRole('region', { name: 'Company' }).getByRole('textbox').count()).toBe(1);
  await page.getByRole('tabpanel', { name: 'Quality' }).getByText('As our people rate it.').waitFor();
  const place = async (role: 'spinbutton' | 'combobox', name: string) =>
    await page.getByRole(role, { name }).boundingBox();
  const [rating, tier] = [await place('spinbutton', 'Rating'), await place('combobox', 'Tier')];
  expect(Math.abs((rating?.y ?? 0) - (tier?.y ?? 100))).toBeLessThan(20);
  await page.getByRole('tab', { name: 'More' }).click();
  await page.getByRole('tabpanel', { name: 'More' }).getByRole('textbox', { name: 'Notes' }).waitFor();
}

const desk = () => ({ people, agency, browser, url: product.url, dataDir });
testKeywords(desk);
testFiles(desk);
testOrderProperty(desk);

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}
