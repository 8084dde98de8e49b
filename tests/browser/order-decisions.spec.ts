import type { Page } from '@playwright/test';
import { clientFields } from '#tests/api/factories.ts';
import { callerOf } from '#tests/product/call.ts';
import { signIn } from '#tests/product/sign-in.ts';
import { backOfficeTest, expect } from './back-office-fixtures.ts';

const seller = 'agency.user@example.com';
const summaryOf = (page: Page) => page.getByRole('complementary', { name: 'Order summary' });
const field = (type: string, meta: object) => ({ columns: [{ ratio: 1, widget: { type, meta } }] });
const layout = [
  field('number_input', {
    key: 'budget',
    label: 'Budget',
    validationScript: 'if this < 500 { reject because "At least $500" }',
  }),
  field('text_input', {
    key: 'motto',
    label: 'Motto',
    validationScript: 'if $client.businessOwner == "Closed" { reject because "This client is closed" }',
  }),
];

/** A channel with its own form, a client of the seller, and a pending order of the seller. */
const withOrder = backOfficeTest.extend<{
  waiting: { id: string; client: string; page: string; as: (who: 'seller' | 'administrator') => Promise<void> };
}>({
  waiting: async ({ context, product, cookies, createRecord, callElsewhere }, use) => {
    const call = callerOf(product.url);
    const sellers = await signIn({ call, dataDir: product.dataDir }, seller);
    const me = Object((await call({ path: '/api/users/me', cookies: sellers })).body);
    const below = await call({
      method: 'POST',
      path: '/api/clients',
      body: { ...clientFields(), businessOwner: 'Open' },
      cookies: sellers,
    });
    expect(below.status, JSON.stringify(below.body)).toBe(201);
    const client = Object(below.body);
    const [entityId] = client.treeScope;
    const formSchema = { version: 1, root: { type: 'container', config: { layout } } };
    const form = await createRecord('forms', { name: `Decided ${Date.now()}`, formSchema });
    const slug = `decided-${Date.now()}`;
    const channel = await createRecord('channels', { name: slug, slug, entityId, orderFormId: form.id });
    const order = await createRecord('orders', {
      ...{ channelId: channel.id, form: form.id, client: client.id, user: me.id },
      formData: { budget: 900, motto: 'Fresh' },
    });
    const sent = await callElsewhere({ method: 'PATCH', path: `/api/orders/${order.id}`, body: { status: 'PENDING' } });
    expect(sent.body).toMatchObject({ status: 'PENDING' });
    await use({
      id: order.id,
      client: client.id,
      page: `/c/${channel.id}/orders/${order.id}`,
      as: (who) =>
        context.addCookies((who === 'seller' ? sellers : cookies).map((cookie) => ({ ...cookie, url: product.url }))),
    });
  },
});

withOrder(
  'an approval is undone on the order page, and others see who did what',
  async ({ page, waiting, callElsewhere, expectAccessible }) => {
    await page.goto(waiting.page);
    await summaryOf(page).getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page.getByText('You approved this order.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('Approval undone', { exact: true })).toBeVisible();
    await expect(summaryOf(page).getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
    expect((await callElsewhere({ path: `/api/orders/${waiting.id}` })).body).toMatchObject({ status: 'PENDING' });
    // The seller has the page open while it is approved again.
    await waiting.as('seller');
    await page.goto(waiting.page);
    await expect(summaryOf(page)).toContainText('Pending');
    const again = await callElsewhere({
      method: 'PATCH',
      path: `/api/orders/${waiting.id}`,
      body: { status: 'COMPLETE' },
    });
    expect(again.body).toMatchObject({ status: 'COMPLETE' });
    // Data that were just loaded are not loaded again.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      await expect(page.getByText('Administrator approved the order.')).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);
  },
);

withOrder(
  'a change shows its problems before submission, earlier problems do not block it, and a bypass is requested',
  async ({ page, waiting, callElsewhere, expectAccessible }) => {
    await callElsewhere({ method: 'PATCH', path: `/api/orders/${waiting.id}`, body: { status: 'COMPLETE' } });
    const closed = await callElsewhere({
      method: 'PATCH',
      path: `/api/clients/${waiting.client}`,
      body: { businessOwner: 'Closed' },
    });
    expect(closed.status, JSON.stringify(closed.body)).toBe(200);
    await waiting.as('seller');
    await page.goto(waiting.page);
    await summaryOf(page).getByRole('button', { name: 'Change', exact: true }).click();
    await expect(summaryOf(page).getByText('1 existing problem')).toBeVisible();
    await expect(summaryOf(page).getByText('Nothing is missing')).toBeVisible();
    const budget = page.getByRole('spinbutton', { name: 'Budget' });
    await budget.click();
    await budget.press('Control+a');
    await budget.pressSequentially('100');
    await expect(summaryOf(page).getByText('1 item to complete')).toBeVisible();
    const bypassButton = summaryOf(page).getByRole('button', { name: 'Request validation bypass' });
    await expect(bypassButton).toHaveCount(0);
    await summaryOf(page).getByRole('button', { name: 'Send change for approval' }).click();
    await bypassButton.click();
    const question = page.getByRole('dialog', { name: 'Ask a moderator to accept this change?' });
    await expect(question.getByRole('listitem')).toHaveText([/Budget.*At least \$500/]);
    await question.getByLabel(/^Notes/).pressSequentially('They pay later');
    await question.getByLabel('Change notes').pressSequentially('Less of it');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Request bypass', exact: true }).click();
    await expect(page.getByText('A validation bypass was requested.')).toBeVisible();
    // The seller withdraws the change: the order is as approved.
    await summaryOf(page).getByRole('button', { name: 'Withdraw change' }).click();
    await expect(summaryOf(page)).toContainText('Complete');
    expect((await callElsewhere({ path: `/api/orders/${waiting.id}` })).body).toMatchObject({
      status: 'COMPLETE',
      formData: { budget: 900 },
      waivers: [],
    });
    // Change another field while the earlier problem remains.
    await summaryOf(page).getByRole('button', { name: 'Change', exact: true }).click();
    await budget.click();
    await budget.press('Control+a');
    await budget.pressSequentially('1200');
    await summaryOf(page).getByRole('button', { name: 'Send change for approval' }).click();
    const send = page.getByRole('dialog', { name: 'Send this change for approval?' });
    await send.getByLabel('Change notes').pressSequentially('More of it');
    await send.getByRole('button', { name: 'Send change' }).click();
    await expect(page.getByText('A change to a complete order is waiting for approval.')).toBeVisible();
    // The moderator sees the change and approves it.
    await waiting.as('administrator');
    await page.goto(waiting.page);
    await expect(summaryOf(page).getByText('1 existing problem')).toBeVisible();
    await summaryOf(page).getByRole('button', { name: 'Approve change' }).click();
    await expect(page.getByText('You approved this order.')).toBeVisible();
  },
);
