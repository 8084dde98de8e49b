import type { ApiCall, ApiResponse } from '#tests/product/call.ts';
import { callerOf } from '#tests/product/call.ts';
import { signIn } from '#tests/product/sign-in.ts';
import { backOfficeTest, expect } from './back-office-fixtures.ts';
import { pendingWebsite } from './pending-website-order.ts';

backOfficeTest(
  'an order is found by its client and its user, never another agency’s, and Home’s counts match the lists',
  async ({ page, callElsewhere, expectAccessible }) => {
    const [one, stranger] = await strangers(callElsewhere);
    await page.goto(`/c/${one.channelId}/orders`);
    const search = page.getByRole('searchbox', { name: 'Search by reference, client, person or campaign' });
    const row = ({ refCode }: Named) => page.getByRole('row').filter({ hasText: refCode });
    for (const text of [one.client.name, one.user.name, `${one.client.name} ${one.user.name}`, one.refCode]) {
      // Case-insensitive word prefixes match.
      await search.fill(text.toLowerCase().slice(0, -1));
      await search.press('Enter');
      await expect(row(stranger)).toHaveCount(0);
      await expect(row(one)).toBeVisible();
    }
    await expectAccessible(page);

    // Every displayed column is sortable.
    await page.goto(`/c/${one.channelId}/orders`);
    for (const title of ['Campaign', 'Reference', 'Client', 'Amount', 'Status', 'Person', 'Submitted', 'Updated']) {
      await page.getByRole('button', { name: title, exact: true }).click();
      await expect(page).toHaveURL(/sort=/);
      await expect(page.getByRole('columnheader', { name: title })).toHaveAttribute('aria-sort', /^(a|de)scending$/);
    }
    await page.getByRole('button', { name: 'Client', exact: true }).click();
    await expect(page).toHaveURL(/sort=client(&|$)/);
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
    const [, ...rows] = await page.getByRole('row').all();
    const clients = await Promise.all(rows.map((each) => each.getByRole('cell').nth(1).innerText()));
    const realNames = clients.filter((name) => name !== 'No client yet');
    expect(clients).toEqual([...clients.slice(realNames.length).fill('No client yet'), ...realNames.toSorted()]);

    // Other tests change orders meanwhile, so compare the rows with the response that the page received.
    const response = page.waitForResponse((each) => isLatestOrders(each.url(), one.channelId));
    await page.goto('/');
    const { results } = await (await response).json();
    expect(results.length).toBeGreaterThan(0);
    const latest = page.getByRole('table', { name: /^Recent orders in / });
    for (const { refCode } of results) await expect(latest.getByText(refCode)).toBeVisible();
    const part = page.getByRole('region', { name: 'Waiting for your decision' });
    await part.getByRole('button', { name: /^Show all/ }).click();
    // Other tests decide orders meanwhile, so read count and rows from one response.
    await expect
      .poll(async () => {
        const snapshot = await part.ariaSnapshot();
        const [, counted] = /heading "Waiting for your decision (\d+)"/.exec(snapshot) ?? [];
        const [, ...orders] = snapshot.match(/^ *- row /gm) ?? [];
        return Number(counted) - orders.length;
      })
      .toBe(0);
  },
);

/** Whether a request lists the latest orders of a channel, as Home does. */
function isLatestOrders(url: string, channelId: string): boolean {
  const { pathname, searchParams } = new URL(url);
  return (
    pathname === '/api/orders' &&
    searchParams.get('channelId') === channelId &&
    searchParams.get('sort') === '-updatedAt' &&
    searchParams.get('limit') === '8'
  );
}

type Named = { refCode: string; channelId: string; client: { name: string }; user: { name: string } };

/** The latest website order, and one with nothing in common with it. */
async function strangers(other: (call: ApiCall) => Promise<ApiResponse>): Promise<[Named, Named]> {
  const { body: channels } = await other({ path: '/api/channels/list' });
  const { id } = [...Object(channels)].find(({ slug }) => slug === 'websites');
  const query = `channelId=${id}&sort=-updatedAt&limit=100&populate=client,user`;
  const { body } = await other({ path: `/api/orders?${query}` });
  const all: Named[] = Object(body).results;
  const one = all.find(({ client }) => client !== null);
  const stranger = all.find(
    ({ client, user }) => client && one && client.name !== one.client.name && user.name !== one.user.name,
  );
  if (!one || !stranger) throw new Error('The demo has one client or one user in this channel');
  return [one, stranger];
}

backOfficeTest(
  'orders are filtered, shown with form columns, saved as a view and downloaded; the palette opens one and lists no other agency’s',
  async ({ page, callElsewhere, expectAccessible }) => {
    const [one] = await strangers(callElsewhere);
    await page.goto(`/c/${one.channelId}/orders`);
    await page.getByRole('button', { name: 'Filters' }).click();
    const panel = page.getByRole('region', { name: 'Filters' });
    await panel.getByLabel('Form').selectOption('Website package');
    await panel.getByRole('textbox', { name: 'Updated from' }).pressSequentially('1/31/2020');
    await page.getByRole('button', { name: 'Package', exact: true }).click();
    await expect(page).toHaveURL(/form=[0-9a-f]{24}&from=2020-01-31&sort=formData\.package/);
    await expect(page.getByRole('columnheader', { name: 'Package' })).toHaveAttribute('aria-sort', 'ascending');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save this view…' }).click();
    await page.getByRole('textbox', { name: /^Name/ }).fill('By package');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'All orders' }).click();
    await expect(page.getByRole('columnheader', { name: 'Package' })).toHaveCount(0);
    await views.getByRole('link', { name: 'By package' }).click();
    await expect(page.getByRole('columnheader', { name: 'Package' })).toBeVisible();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export…' }).click();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    expect((await file).suggestedFilename()).toMatch(/^orders-.*\.csv$/);
    await page.getByRole('button', { name: 'Delete “By package”' }).click();
    await expect(views.getByRole('link', { name: 'By package' })).toHaveCount(0);

    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
      'Search pages, clients and orders',
    );
    await page.keyboard.press('Escape');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(...(request.url().includes('/api/search') ? [request.url()] : [])));
    await page.keyboard.press('Control+k');
    const find = page.getByRole('combobox', { name: /^Search pages/ });
    await find.pressSequentially(one.refCode);
    const option = page.getByRole('option', { name: new RegExp(one.refCode) });
    await expect(option).toBeVisible();
    expect(requests).toHaveLength(1);
    await expectAccessible(page);
    await find.press('Enter');
    await expect(page.getByRole('heading', { name: `Order ${one.refCode}` })).toBeVisible();
  },
);

backOfficeTest(
  'a view of orders that is shared in one app appears in the other, which names what it cannot show',
  async ({ page, callElsewhere, createRecord, expectAccessible }) => {
    const { body } = await callElsewhere({ path: '/api/channels' });
    const { slug, entityId } = Object(body).results[0];
    await createRecord('saved_views', {
      resource: 'orders',
      name: 'Large drafts',
      entityId,
      config: {
        filter: { status: 'DRAFT', amount: { from: 1000 }, assignedTo: { is: 'empty' } },
        sort: { field: 'amount', order: 'DESC' },
        columns: ['campaign', 'amount', 'status'],
      },
    });
    await createRecord('saved_views', {
      resource: 'portal/orders',
      name: 'Booked, by amount',
      entityId,
      config: { address: 'status=complete&hidden=client%2Cuser&sort=-amount&f.amount.from=1000' },
    });
    await page.goto(`/c/${slug}/orders`);
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Large drafts' }).click();
    await expect(page.getByText('Shared in the back-office. Not available here: Filter: Assigned to.')).toBeVisible();
    await expect(page.getByRole('link', { name: /Amount is at least 1000/ })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending');
    await expect(page.getByRole('columnheader', { name: 'Client' })).toHaveCount(0);
    await expectAccessible(page);

    await page.goto('/admin/orders');
    await page.getByRole('tab', { name: 'Booked, by amount' }).click();
    await expect(page.getByText(/is shared in the portal. Not available here: Filter: the channel/)).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Client' })).toHaveCount(0);
    await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending');
    await expect(page.getByRole('cell', { name: 'Complete' }).first()).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Draft' })).toHaveCount(0);
    await expectAccessible(page);
  },
);

backOfficeTest(
  'orders returned by a moderator are on Home with the reason, grouped by owner',
  async ({ page, callElsewhere, product, context, expectAccessible }) => {
    const { id, refCode, user } = await pendingWebsite(callElsewhere, 7);
    const body = { status: 'DRAFT', reason: 'The dates do not fit.' };
    expect((await callElsewhere({ method: 'PATCH', path: `/api/orders/${id}`, body })).status).toBe(200);
    const { email } = Object((await callElsewhere({ path: `/api/users/${user}` })).body);
    const cookies = await signIn({ call: callerOf(product.url), dataDir: product.dataDir }, email);
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: product.url })));
    await page.goto('/');
    const back = page.getByRole('region', { name: 'Sent back to you' });
    await expect(back.getByRole('row', { name: refCode })).toContainText(`Sent back: ${body.reason}`);
    await expectAccessible(page);
    await page
      .getByRole('link', { name: /^Order again for / })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: / New Order$/ })).toBeVisible();
  },
);
