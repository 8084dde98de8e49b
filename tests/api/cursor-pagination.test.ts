import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Order } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aClient, aDraft, aForm, anAgency, textInput } from './factories.ts';
import { type Api, startApi } from './server.ts';

interface Page {
  pagination: { page?: number; limit: number; total: number; next?: string; endsEarly?: boolean };
  results: { id: string }[];
}

const state: { api?: Api; agency?: Agency; clients?: Client[]; orders?: Order[] } = {};
const letters = 'ABCDEFGHIJ';

beforeAll(async () => {
  const api = await startApi();
  state.api = api;
  const form = await aForm(api, {
    widgets: [textInput('headline', 'Headline')],
    tableColumns: [{ path: 'headline' }],
  });
  state.agency = await anAgency(api, { form });
  state.clients = [state.agency.client];
  for (const index of [1, 2, 3, 4, 5, 6, 7]) {
    // Some have no number, and two share a name each.
    const own = {
      name: `Twin ${Math.floor(index / 2)}`,
      industry: index % 3 === 0 ? 'Food' : 'Masonry',
      ...(index % 3 === 0 ? {} : { externalId: `c-${9 - index}` }),
    };
    state.clients.push(await aClient(api, { below: state.agency.entity, ...own }));
  }
  state.orders = [];
  for (const letter of letters) {
    state.orders.push(await aDraft(state.agency, { formData: { headline: letter.repeat(600_000) } }));
  }
}, 60_000);
afterAll(() => state.api?.close());

function current() {
  const { api, agency, clients, orders } = state;
  if (!api || !agency || !clients || !orders) throw new Error('The API has not started');
  return { api, agency, clients, orders };
}

/** The cursor with another value in the place of the row's. */
const movedOn = (next: string) => {
  const [digest, , id] = JSON.parse(Buffer.from(next, 'base64url').toString());
  return Buffer.from(JSON.stringify([digest, ['A'], id])).toString('base64url');
};

const read = (person: SignedInUser, path: string) => callExpecting<Page>(person.call, 200, { path });
const withKey = (path: string, key: string) => `${path}${path.includes('?') ? '&' : '?'}${key}`;

/** All pages of a list, followed by `next`. */
async function allPages(person: SignedInUser, path: string): Promise<Page[]> {
  const pages = [await read(person, path)];
  for (let next = pages[0]?.pagination.next; next; next = pages.at(-1)?.pagination.next) {
    pages.push(await read(person, withKey(path, `after=${next}`)));
  }
  return pages;
}
const idsOf = (pages: Page[]) => pages.flatMap(({ results }) => results.map(({ id }) => id));

describe('cursor pagination by next', () => {
  it.each([
    'name',
    '-name',
    'externalId',
    '-externalId',
    'industry,name',
    '-industry,-name',
    '-updatedAt',
    'id',
    'createdAt',
  ])('returns rows in the same order as pages: %s', async (sort) => {
    const { agency, clients } = current();
    const whole = await read(agency.user, `/api/clients?limit=200&sort=${sort}`);
    expect(whole.pagination).toEqual({ page: 1, limit: 200, total: clients.length });
    const pages = await allPages(agency.user, `/api/clients?limit=3&sort=${sort}`);
    expect(pages.map(({ results }) => results.length)).toEqual([3, 3, 2]);
    expect(idsOf(pages)).toEqual(idsOf([whole]));
    expect(pages[1]?.pagination).toEqual({ limit: 3, total: clients.length, next: expect.any(String) });
  });

  it.each(['headline', '-headline'])('supports a form field with values of any type: %s', async (sort) => {
    const { api, agency } = current();
    const form = await aForm(api, {
      widgets: [{ type: 'number_input', meta: { key: 'headline', label: 'Number' } }],
      tableColumns: [{ path: 'headline' }],
    });
    for (const headline of [3, 'many', 1, 'few', 2]) {
      const body = { channelId: agency.channel.id, form: form.id, formData: { headline } };
      await callExpecting(api.admin.call, 201, { method: 'POST', path: '/api/orders', body });
    }
    const path = `/api/orders?formId=${form.id}&sort=${sort}`;
    const pages = await allPages(api.admin, `${path}&limit=2`);
    expect(idsOf(pages)).toEqual(idsOf([await read(api.admin, `${path}&limit=200`)]));
  });

  it('cursor pagination by next supports nested records', async () => {
    const { agency } = current();
    const path = `/api/users/${agency.user.user.id}/email_addresses`;
    for (const name of ['a', 'b']) {
      const body = { address: `${name}-${agency.user.user.id}@example.com` };
      await callExpecting(agency.user.call, 201, { method: 'POST', path, body });
    }
    expect(idsOf(await allPages(agency.user, `${path}?limit=1`))).toEqual(idsOf([await read(agency.user, path)]));
  });

  it('shows nobody rows without access', async () => {
    const { api } = current();
    const stranger = await anAgency(api);
    const { pagination } = await read(api.admin, '/api/clients?limit=1&sort=name');
    const rest = await read(stranger.user, `/api/clients?limit=200&sort=name&after=${pagination.next}`);
    expect(idsOf([rest])).not.toContain(current().agency.client.id);
    expect(rest.pagination.total).toBe(1);
  });

  it.each<[string, (next: string) => string]>([
    ['of another list', (next) => `/api/entities?after=${next}`],
    ['of another filter', (next) => `/api/clients?limit=1&sort=name&industry=Food&after=${next}`],
    ['of another sort', (next) => `/api/clients?limit=1&sort=-name&after=${next}`],
    ['that was tampered with', (next) => `/api/clients?limit=1&sort=name&after=${movedOn(next)}`],
    ['that was never issued', () => '/api/clients?limit=1&sort=name&after=bm9uZQ'],
    ['together with a page number', (next) => `/api/clients?limit=1&sort=name&page=2&after=${next}`],
    ['in a CSV export', (next) => `/api/clients.csv?sort=name&after=${next}`],
  ])('rejects a cursor %s', async (_what, path) => {
    const { agency } = current();
    const { next = '' } = (await read(agency.user, '/api/clients?limit=1&sort=name')).pagination;
    expect(await agency.user.call({ path: path(next) })).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_SCHEMA_INVALID', details: { fields: [{ path: '/after' }] } },
    });
  });
});

describe('a page of large rows', () => {
  const columns = () => `formId=${current().agency.channel.orderFormId}&columns=formData.headline`;

  it('ends at 4 MiB, reports that, and continues by next', async () => {
    const { agency, orders } = current();
    const pages = await allPages(agency.user, `/api/orders?${columns()}&limit=200&sort=createdAt`);
    expect(pages.map(({ results }) => results.length)).toEqual([6, 4]);
    expect(pages.map(({ pagination }) => pagination.endsEarly)).toEqual([true, undefined]);
    expect(idsOf(pages)).toEqual(orders.map(({ id }) => id));
    for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(4 * 2 ** 20 + 10_000);
  });

  it("reports in react-admin's dialect which rows it contains", async () => {
    const { agency } = current();
    const filter = encodeURIComponent(JSON.stringify({ formId: agency.channel.orderFormId }));
    const path = `/api/orders?filter=${filter}&columns=formData.headline`;
    const first = await agency.user.call({ path: `${path}&range=[0,999]` });
    expect(first.headers.get('content-range')).toBe('orders 0-5/10');
    expect(first.body).toMatchObject({ length: 6 });
    const rest = await agency.user.call({ path: `${path}&range=[6,999]` });
    expect(rest.headers.get('content-range')).toBe('orders 6-9/10');
  });

  it('a page of large versions also ends early, and all versions are reachable', async () => {
    const { agency, orders } = current();
    const path = `/api/orders/${orders[0]?.id}`;
    for (const letter of letters) {
      const body = { formData: { headline: letter.toLowerCase().repeat(600_000) } };
      await callExpecting(agency.user.call, 200, { method: 'PATCH', path, body });
    }
    const pages = await allPages(agency.user, `${path}/versions?limit=200`);
    expect(pages.map(({ results }) => results.length)).toEqual([6, 4]);
    expect(pages[0]?.pagination).toMatchObject({ total: 10, endsEarly: true });
    expect(new Set(idsOf(pages)).size).toBe(10);
  });
});
