import { sweepSample } from '#tests/runner/sweep.ts';
import { expect, test } from './fixtures.ts';
import { expectNoBadRequests, recordRequests } from './record-requests.ts';

const places = (channel: string, id: string) => [
  '/',
  '/c',
  `/c/${channel}`,
  `/c/${channel}/orders?status=draft`,
  `/c/${channel}/orders/new`,
  `/c/${channel}/clients`,
  `/c/${channel}/clients/new`,
  '/clients',
  '/clients/new',
  '/g/users',
  '/g/users/new',
  '/knowledge_base',
  '/settings',
  // Pages of records are opened only for users who can have some.
  ...(id ? [`/c/${channel}/orders/${id}`, `/clients/${id}`] : []),
];

const nobody = 'a'.repeat(24);

/** In `npm test` each user opens every third page, and the next user others. */
const share = 3;

for (const [index, { role, address, id = '' }] of [
  { role: 'an agency user without a guild', address: 'sam.whitaker@example.com' },
  { role: 'a member of a guild', address: 'member@example.com' },
  { role: 'a manager of a guild without channels', address: 'guild.manager@example.com', id: nobody },
  { role: 'somebody who belongs nowhere', address: 'newcomer@example.com', id: nobody },
].entries()) {
  test(`no page requests forbidden or duplicate data for ${role}`, async ({ page, signInAs }) => {
    await signInAs(address);
    const { take } = recordRequests(page);
    for (const place of sweepSample(places('radio', id), share, index)) {
      await page.goto(place);
      expectNoBadRequests(await take(), place);
    }
  });
}

for (const [index, name] of ['agency.user', 'agency.admin', 'developer', 'admin'].entries()) {
  const address = `${name}@example.com`;
  test(`no record page requests forbidden or duplicate data for ${address}`, async ({ page, signInAs }) => {
    await signInAs(address);
    const { take } = recordRequests(page);
    const firstOf = async (query: string) => {
      const { results } = await (await page.request.get(`/api/${query}`)).json();
      return String(results[0]?.id ?? nobody);
    };
    const [draft, complete, client, report] = [
      await firstOf('orders?status=DRAFT&limit=1'),
      await firstOf('orders?status=COMPLETE&limit=1'),
      await firstOf('clients?limit=1'),
      await firstOf('reports?limit=1'),
    ];
    const pages = [
      '/',
      '/c/radio/orders',
      `/c/radio/orders/${draft}`,
      `/c/radio/orders/${complete}`,
      `/c/radio/clients/${client}`,
      '/clients?industry=Retail',
      '/reports',
      `/reports/${report}`,
      '/prospect_audit',
      '/knowledge_base',
      '/settings',
    ];
    for (const place of sweepSample(pages, share, index)) {
      await page.goto(place);
      expectNoBadRequests(await take(), place);
    }
  });
}

test('Home gets its numbers with the page and requests only what depends on this browser', async ({
  page,
  signInAs,
}) => {
  await signInAs('sam.whitaker@example.com');
  const { take } = recordRequests(page);
  await page.goto('/');
  const calls = (await take()).map(({ call }) => call.replace(/(channelId|user)=[0-9a-f]{24}/, '$1=ID'));
  // The last channel, which only the browser knows.
  expect(calls.sort()).toEqual([
    'GET /api/orders?channelId=ID&limit=8&sort=-updatedAt&populate=client%2Cuser',
    'GET /api/orders?channelId=ID&status=DRAFT&limit=1',
  ]);
});

test('a page gets its signed-out state with the HTML and sends no request', async ({ page }) => {
  const requests: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/')) requests.push(`${pathname} ${response.status()}`);
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible();
  expect(requests).toEqual([]);
});

test('a page whose session has expired sends no request, logs no error, and suggests the last e-mail address', async ({
  page,
  context,
  product,
  signInAs,
}) => {
  await signInAs('sam.whitaker@example.com');
  const { take } = recordRequests(page);
  await page.goto('/');
  // Home must have received its last response, which would count as one of the next page's.
  await take();
  // End the session outside the browser, which keeps its now invalid cookie.
  const cookies = await context.cookies(product.url);
  const sent = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '), origin: product.url };
  expect((await fetch(`${product.url}/api/auth/logout`, { method: 'POST', headers: sent })).status).toBe(200);
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto('/clients');
  expect(await take()).toEqual([]);
  await page.getByRole('button', { name: 'Portal Login' }).click();
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toHaveValue('sam.whitaker@example.com');
  expect(errors).toEqual([]);
});

test('hovering over an order preloads it with its form, and opening it sends no second request', async ({
  page,
  signInAs,
}) => {
  await signInAs('agency.admin@example.com');
  const { take } = recordRequests(page);
  await page.goto('/c/radio/orders');
  const order = page.getByRole('main').locator('tbody').getByRole('link').first();
  const id = /[^/]+$/.exec((await order.getAttribute('href')) ?? '')?.[0];
  const paths = [`/api/orders/${id}`, `/api/orders/${id}/form`];
  const preloads = paths.map((path) => page.waitForResponse((response) => new URL(response.url()).pathname === path));
  await order.hover();
  await Promise.all(preloads);
  await take();
  await order.click();
  await expect(page.getByRole('heading', { level: 1, name: /Order [0-9A-Z]{8}$/ })).toBeVisible();
  const requests = (await take()).map(({ call }) => call.replace(/^GET |\?.*/g, ''));
  expect(requests.filter((each) => paths.includes(each))).toEqual([]);
});
