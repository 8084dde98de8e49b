import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { watchUnderWay } from './settled.ts';

/** From now on notes what the pages ask of the API; `take` answers what was asked since, once all of it is answered. */
function watchAsked(page: Page) {
  let asked: { call: string; status: number }[] = [];
  const settled = watchUnderWay(page);
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url());
    if (!pathname.startsWith('/api/')) return;
    asked.push({ call: `${response.request().method()} ${pathname}${search}`, status: response.status() });
  });
  return {
    take: async () => {
      await settled();
      const taken = asked;
      asked = [];
      return taken;
    },
  };
}

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
  // Where there can be nothing to read, nothing is looked for either.
  ...(id ? [`/c/${channel}/orders/${id}`, `/clients/${id}`] : []),
];

const nobody = 'a'.repeat(24);

for (const { who, address, id = '' } of [
  { who: 'an agency user without a guild', address: 'sam.whitaker@example.com' },
  { who: 'a member of a guild', address: 'member@example.com' },
  { who: 'a manager of a guild without channels', address: 'guild.manager@example.com', id: nobody },
  { who: 'somebody who belongs nowhere', address: 'newcomer@example.com', id: nobody },
]) {
  test(`${who} asks for nothing that they may not have, and for nothing twice`, async ({ page, signInAs }) => {
    await signInAs(address);
    const { take } = watchAsked(page);
    for (const place of places('radio', id)) {
      await page.goto(place);
      const asked = await take();
      const calls = asked.map(({ call }) => call);
      expect(
        asked.filter(({ status }) => status >= 400),
        place,
      ).toEqual([]);
      expect(
        calls.filter((call, index) => calls.indexOf(call) !== index),
        place,
      ).toEqual([]);
    }
  });
}

test('Home asks for each of its numbers once, and its rules beside the person', async ({ page, signInAs }) => {
  await signInAs('sam.whitaker@example.com');
  const { take } = watchAsked(page);
  await page.goto('/');
  const calls = (await take()).map(({ call }) => call.replace(/(channelId|user)=[0-9a-f]{24}/, '$1=ID'));
  expect(calls.sort()).toEqual([
    'GET /api/auth/ability',
    'GET /api/channels/list',
    'GET /api/orders?channelId=ID&limit=8&sort=-updatedAt&populate=client%2Cuser',
    'GET /api/orders?channelId=ID&status=DRAFT&limit=1',
    'GET /api/orders?mine=sentBack&sort=-updatedAt&limit=5&populate=client%2Cuser',
    'GET /api/orders?mine=unfinished&sort=-updatedAt&limit=5&populate=client%2Cuser',
    'GET /api/orders?user=ID&sort=-updatedAt&limit=30&populate=client',
    'GET /api/reports?limit=1',
    'GET /api/users/me',
  ]);
});

test('a page that nobody is signed in to asks once, and the answer is no error', async ({ page }) => {
  const asked: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/')) asked.push(`${pathname} ${response.status()}`);
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible();
  expect(asked).toEqual(['/api/auth/ability 200']);
});

test('an order that is pointed at is asked for with its form, and opens without being asked for again', async ({
  page,
  signInAs,
}) => {
  await signInAs('agency.admin@example.com');
  const { take } = watchAsked(page);
  await page.goto('/c/radio/orders');
  const order = page.getByRole('main').locator('tbody').getByRole('link').first();
  const id = /[^/]+$/.exec((await order.getAttribute('href')) ?? '')?.[0];
  const paths = [`/api/orders/${id}`, `/api/orders/${id}/form`];
  const read = paths.map((path) => page.waitForResponse((response) => new URL(response.url()).pathname === path));
  await order.hover();
  await Promise.all(read);
  await take();
  await order.click();
  await expect(page.getByRole('heading', { level: 1, name: /^Order/ })).toBeVisible();
  const asked = (await take()).map(({ call }) => call.replace(/^GET |\?.*/g, ''));
  expect(asked.filter((each) => paths.includes(each))).toEqual([]);
});
