import type { Locator, Page } from '@playwright/test';
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
const summaryOf = (page: Page) => page.getByRole('complementary', { name: 'Order summary' });

/** Creates a channel with that many pending orders, the oldest first, and returns the address of its queue. */
const queueOf = backOfficeTest.extend<{
  queue: { orders: Answered[]; address: string; row: (order: number) => Locator };
}>({
  queue: async ({ page, callElsewhere, createRecord }, use) => {
    // The orders belong to another user: moderators withdraw their own orders, and return those of others.
    const { channelId, client, user } = await pendingWebsite(callElsewhere, 5);
    const { entityId } = Object((await callElsewhere({ path: `/api/channels/${channelId}` })).body);
    const form = await createRecord('forms', { name: `Queue form ${Date.now()}`, formSchema });
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
    const address = `/admin/orders/pending?filter=${filter}&sort=waitingSince&order=ASC&page=1&perPage=25`;
    await use({
      orders,
      address,
      row: (number) => page.getByRole('row', { name: new RegExp(`${orders[number]?.refCode}`) }),
    });
  },
});

queueOf(
  'a moderator works through the queue by keyboard, and focus moves to the next order',
  async ({ page, queue: { orders, address, row }, callElsewhere, expectAccessible }) => {
    const [first, second, third, fourth] = orders.map(({ refCode }) => refCode);
    const link = (name = '') => page.getByRole('link', { name, exact: true });
    await page.goto(address);
    await expect(page.getByRole('row')).toHaveCount(5);
    await expect(row(0)).toContainText(/Just now|minutes? ago/);
    await expect(page.getByText('a is Approve, r is Send back')).toBeVisible();
    const review = page.getByRole('complementary', { name: /^Order / });
    await page.keyboard.press('j');
    await expect(link(first)).toBeFocused();
    await expectAccessible(page);
    // Approval needs the summary beside the list to be visible.
    await expect(row(0).getByRole('button', { name: /^Approve/ })).toHaveCount(0);
    await page.keyboard.press('a');
    await page.keyboard.press('v');
    await expect(review).toContainText('No problems');
    await expect(review).toContainText(`${first}`);
    await expect(row(0)).toContainText('Pending');
    await expectAccessible(page);
    await page.keyboard.press('a');
    await expect(page.getByText('1 order approved')).toBeVisible();
    // Its row keeps its position, and so do all others.
    await expect(row(0)).toContainText('Complete');
    await expect(page.getByRole('row')).toHaveCount(5);
    await expect(review.getByRole('button', { name: 'Approved' })).toBeDisabled();
    await page.keyboard.press('j');
    await expect(link(second)).toBeFocused();
    await expect(review).toContainText(`${second}`);

    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: `Send back ${second}?` });
    await dialog.getByRole('button', { name: 'Send back' }).click();
    await expect(dialog.getByText('Missing required field: Reason')).toBeVisible();
    await expectAccessible(page);
    // While typing, shortcut keys are ordinary letters.
    await dialog.getByLabel('Reason').pressSequentially('a rather jolly reason');
    await dialog.getByRole('button', { name: 'Send back' }).click();
    await expect(row(1)).toContainText('Draft');
    await link(third).focus();
    expect((await callElsewhere({ path: `/api/orders/${orders[1]?.id}` })).body).toMatchObject({
      status: 'DRAFT',
      sentBackReason: 'a rather jolly reason',
    });

    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `Order ${third}` })).toBeVisible();
    await expect(page.getByText('2 in the queue')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('n');
    await expect(page.getByRole('heading', { name: `Order ${fourth}` })).toBeVisible();
    await page.getByRole('button', { name: 'Next order' }).click();
    await expect(page.getByRole('heading', { name: `Order ${third}` })).toBeVisible();
    await summaryOf(page).getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText(`Approved: order ${third}`)).toBeVisible();
    // The page stays, and the link to the next order has the focus.
    await expect(page.getByRole('heading', { name: `Order ${third}` })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next order' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `Order ${fourth}` })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Back to queue' })).toBeVisible();
    await summaryOf(page).getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText(`Approved: order ${fourth}`)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText('match these filters', { exact: false })).toBeVisible();
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

queueOf(
  'an order is approved from its summary, a double click approves no other order, and the approval is undone',
  async ({ page, queue: { orders, address, row }, callElsewhere }) => {
    const statuses = async () =>
      await Promise.all(
        orders.map(async ({ id }) => Object((await callElsewhere({ path: `/api/orders/${id}` })).body).status),
      );
    await page.goto(address);
    await row(1).hover();
    await row(1)
      .getByRole('button', { name: /^Review/ })
      .click();
    const review = page.getByRole('complementary', { name: /^Order / });
    const approve = review.getByRole('button', { name: 'Approve', exact: true });
    await expect(approve).toBeVisible();
    const box = await approve.boundingBox();
    if (!box) throw new Error('The button has a place');
    const press = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await press();
    await press();
    await expect(review.getByRole('button', { name: 'Approved' })).toBeDisabled();
    await press();
    await press();
    expect(await statuses()).toEqual(['PENDING', 'COMPLETE', 'PENDING', 'PENDING']);
    await expect(review.getByText(/^E-mails and webhooks will be sent in \d+ s\.$/)).toBeVisible();
    await review.getByRole('button', { name: 'Undo approval' }).click();
    await expect(page.getByText('Approval undone')).toBeVisible();
    await expect(row(1)).toContainText('Pending');
    expect(await statuses()).toEqual(['PENDING', 'PENDING', 'PENDING', 'PENDING']);
    await expect(approve).toBeVisible();
  },
);
