import type { Page } from '@playwright/test';
import { backOfficeTest, expect } from './back-office-fixtures.ts';
import { pendingWebsite } from './pending-website-order.ts';
import { startOrder } from './start-order.ts';

// Each message on an order's page must be true for the order's state.

const seller = 'agency.user@example.com';
const summaryOf = (page: Page) => page.getByRole('complementary', { name: 'Order summary' });

backOfficeTest('a returned draft does not claim to be submitted', async ({ page, callElsewhere }) => {
  const { id, refCode } = await pendingWebsite(callElsewhere, 8);
  await page.goto(`/admin/orders/${id}`);
  await expect(page.getByRole('heading', { name: `Order ${refCode}` })).toBeVisible();
  await expect(summaryOf(page).getByRole('term').filter({ hasText: 'Submitted' })).toBeVisible();
  const body = { status: 'DRAFT', reason: 'The dates do not fit.' };
  expect(await callElsewhere({ method: 'PATCH', path: `/api/orders/${id}`, body })).toMatchObject({ status: 200 });
  await page.reload();
  await expect(summaryOf(page).getByText('Draft', { exact: true })).toBeVisible();
  await expect(summaryOf(page).getByRole('term').filter({ hasText: 'Updated' })).toBeVisible();
  await expect(summaryOf(page).getByRole('term').filter({ hasText: 'Submitted' })).toHaveCount(0);
});

backOfficeTest(
  'a user who cannot edit an order sees no prompt to complete it',
  async ({ page, signInAs, callElsewhere, createRecord }) => {
    const product = await createRecord('products', { key: `later_hidden_${Date.now()}`, name: 'Later hidden' });
    const { channelId, client, user, form, formData } = Object(
      (await callElsewhere({ path: `/api/orders/${(await pendingWebsite(callElsewhere, 4)).id}` })).body,
    );
    const order = await createRecord('orders', {
      channelId,
      client,
      user,
      form,
      formData,
      products: [{ product: product.id }],
    });
    const sent = await callElsewhere({ method: 'PATCH', path: `/api/orders/${order.id}`, body: { status: 'PENDING' } });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    const access = { method: 'PATCH', path: `/api/products/${product.id}`, body: { availability: 'HIDDEN' } } as const;
    expect(await callElsewhere(access)).toMatchObject({ status: 200 });

    // A moderator can edit it.
    await page.goto(`/admin/orders/${order.id}`);
    await expect(summaryOf(page).getByText('1 item to complete')).toBeVisible();
    const { body: users } = await callElsewhere({ path: `/api/users/${user}` });
    await signInAs(Object(users).email);
    await page.goto(`/c/websites/orders/${order.id}`);
    await expect(summaryOf(page).getByText('Pending', { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
    await expect(page.getByText('to complete')).toHaveCount(0);
  },
);

backOfficeTest('relative times update while the page is open', async ({ page, signInAs }) => {
  await page.clock.install();
  await signInAs(seller);
  await startOrder(page);
  const updated = summaryOf(page).locator('time').first();
  await expect(updated).toHaveText(/second|just now/);
  await page.clock.fastForward('10:00');
  await expect(updated).toHaveText(/1\d minutes ago/);
});

backOfficeTest('locally stored changes that the order already contains are not offered', async ({ page, signInAs }) => {
  await signInAs(seller);
  const address = await startOrder(page);
  const { user } = await (await page.request.get('/api/auth/self')).json();
  const orderId = new URL(address).pathname.split('/').at(-1);
  // Nothing is typed, and nothing stored.
  const fields = { site_name: { before: 'Oyster' } };
  await page.evaluate(
    ([name = '', text = '']) => localStorage.setItem(name, text),
    [`_v3order:${user.id}:${orderId}`, JSON.stringify({ at: new Date().toISOString(), fields })],
  );
  await page.reload();
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
  await expect(page.getByText('This device has unsaved changes.')).toHaveCount(0);
});

backOfficeTest(
  'no message claims that unsaved changes are stored when the device’s storage is full',
  async ({ page, signInAs }) => {
    await page.addInitScript(() => {
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function (name, value) {
        if (name.startsWith('_v3order:')) throw new DOMException('full', 'QuotaExceededError');
        setItem.call(this, name, value);
      };
    });
    await signInAs(seller);
    await startOrder(page);
    await page.route('**/api/orders/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await page.getByLabel('Name of the site').pressSequentially('Oyster');
    await expect(summaryOf(page).getByText('Not saved yet. Retrying…')).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(question.getByText('Your unsaved changes will be lost.')).toBeVisible();
  },
);
