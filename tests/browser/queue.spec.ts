import type { Locator } from '@playwright/test';
import { backOfficeTest, expect } from './back-office-fixtures.ts';
import { pendingWebsite } from './pending-website-order.ts';

type Answered = { id: string; refCode: string; revision: number };

const formSchema = {
  version: 1,
  root: {
    type: 'container',
    config: {
      layout: [{ columns: [{ ratio: 1, widget: { type: 'text_input', meta: { key: 'motto', label: 'Motto' } } }] }],
    },
  },
};

/** Creates a channel with that many pending orders, the oldest first, and returns the address of its queue. */
const queueOf = backOfficeTest.extend<{
  queue: { orders: Answered[]; address: string; row: (order: number) => Locator };
}>({
  queue: async ({ page, callElsewhere, createRecord }, use) => {
    // The orders belong to another user: moderators withdraw their own orders, and return those of others.
    const { channelId, client, user } = await pendingWebsite(callElsewhere, 5);
    const { entityId } = Object((await callElsewhere({ path: `/api/channels/${channelId}` })).body);
    const form = await createRecord('forms', {
      name: `Queue form ${Date.now()}`,
      formSchema,
      tableColumns: [{ path: 'motto' }],
    });
    const slug = `queue-${Date.now()}`;
    const place = { name: `Queue ${slug}`, slug, entityId, orderFormId: form.id };
    const channel = await createRecord('channels', place);
    const orders: Answered[] = [];
    for (const motto of ['One', 'Two', 'Three', 'Four']) {
      const named = { channelId: channel.id, form: form.id, client, user };
      const { id, revision } = await createRecord('orders', { ...named, formData: { motto } });
      const sent = await callElsewhere({ method: 'PATCH', path: `/api/orders/${id}`, body: { status: 'PENDING' } });
      expect(sent.body, JSON.stringify(sent.body)).toMatchObject({ status: 'PENDING', revision: revision + 1 });
      orders.push(Object(sent.body));
    }
    const filter = encodeURIComponent(JSON.stringify({ channelId: channel.id }));
    const address = `/admin/orders/pending/table?filter=${filter}&sort=waitingSince&order=ASC&page=1&perPage=25`;
    await use({
      orders,
      address,
      row: (number) => page.getByRole('row', { name: new RegExp(`${orders[number]?.refCode}`) }),
    });
  },
});

queueOf(
  'in the table of the queue an order is sent back by key, and only the desk, which shows the order, approves it',
  async ({ page, queue: { orders, address, row }, callElsewhere, expectAccessible }) => {
    const [first, second] = orders.map(({ refCode }) => refCode);
    await page.goto(address);
    await expect(page.getByRole('row')).toHaveCount(5);
    await expect(row(0)).toContainText(/Just now|minutes? ago/);
    await page.keyboard.press('j');
    await expect(page.getByRole('link', { name: first, exact: true })).toBeFocused();
    await expectAccessible(page);
    await expect(row(0).getByRole('button', { name: /^Approve/ })).toHaveCount(0);
    await page.keyboard.press('a');
    await page.keyboard.press('j');
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: `Send back ${second}?` });
    await dialog.getByRole('button', { name: 'Send back' }).click();
    await expect(dialog.getByText('Missing required field: Reason')).toBeVisible();
    await expectAccessible(page);
    // While typing, shortcut keys are ordinary letters.
    await dialog.getByLabel('Reason').pressSequentially('a rather jolly reason');
    await dialog.getByRole('button', { name: 'Send back' }).click();
    // Its row keeps its position, and so do all others.
    await expect(row(1)).toContainText('Draft');
    await expect(row(0)).toContainText('Pending');
    await expect(page.getByRole('row')).toHaveCount(5);
    expect((await callElsewhere({ path: `/api/orders/${orders[1]?.id}` })).body).toMatchObject({
      status: 'DRAFT',
      sentBackReason: 'a rather jolly reason',
    });
    await page.getByRole('link', { name: first, exact: true }).click();
    await expect(page.getByRole('heading', { name: 'One', exact: true })).toBeVisible();
    // The notification of the earlier decision, which stays for 15 seconds, does not cover the button.
    const approve = page.getByRole('region', { name: 'Decision' }).getByRole('button', { name: 'Approve' });
    await approve.click({ timeout: 5_000 });
    await expect(page.getByText('Approved: One')).toBeVisible();
  },
);

queueOf(
  'bulk approval decides each order separately and reports which failed and why',
  async ({ page, queue: { orders, address, row }, callElsewhere, expectAccessible }) => {
    await page.goto(address);
    await expect(page.getByRole('row')).toHaveCount(5);
    // One is changed while the moderator views it.
    const [changed] = orders;
    const body = { formData: { motto: 'Another' } };
    expect((await callElsewhere({ method: 'PATCH', path: `/api/orders/${changed?.id}`, body })).status).toBe(200);
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await page.getByRole('toolbar', { name: 'Selected records' }).getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog', { name: 'Approve 4 orders?' }).getByRole('button', { name: 'Approve' }).click();
    const report = page.getByRole('dialog', { name: 'Approve 4 orders' });
    await expect(report.getByRole('status')).toHaveText('3 of 4 approved.');
    await expect(report.getByRole('listitem')).toHaveText([new RegExp(`^${changed?.refCode}, .+: .*changed`)]);
    await expectAccessible(page);
    await report.getByRole('link', { name: `${changed?.refCode}` }).click();
    await expect(page.getByRole('heading', { name: `Order ${changed?.refCode}` })).toBeVisible();
    await page.goto(address);
    await expect(row(0)).toHaveCount(1);
    await expect(page.getByRole('row')).toHaveCount(2);
  },
);
