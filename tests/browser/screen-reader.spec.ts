import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openNewOrder } from './start-order.ts';

const seller = 'agency.user@example.com';

/** The texts that live regions announce now. */
const announced = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

test('search, sort and filters of a list announce the number of results, and an opened record its heading', async ({
  page,
  signInAs,
}) => {
  await signInAs(seller);
  await page.goto('/c/radio/orders');
  await expect(announced(page, /^\d+ orders$/)).toHaveCount(1);
  await page.getByRole('searchbox').pressSequentially('heller');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search=heller/);
  await expect(announced(page, /^\d order/)).toHaveCount(1);
  const link = page.getByRole('table').getByRole('link').first();
  await link.press('Enter');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(/, Heller .* Order [0-9A-Z]{8}$/);
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle(/^Portal: .*, Heller /);
});

test('a refused submission announces the number of items, with the actions in view; the client is the first Tab stop', async ({
  page,
  signInAs,
}) => {
  await signInAs(seller);
  await openNewOrder(page);
  const client = page.getByRole('combobox', { name: 'Client' });
  // Until the order is visible, the focused heading is that of the page before.
  await expect(client).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(client).toBeFocused();
  // A computed field is no Tab stop.
  await expect(page.getByLabel('Pages in all')).toHaveAttribute('tabindex', '-1');
  await page.getByRole('button', { name: 'Send for approval' }).click();
  await expect(announced(page, /^Not submitted: \d+ items to complete$/)).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Items to complete' })).toBeVisible();
  for (const name of ['Send for approval', 'Save draft', 'Request validation bypass'])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
});

test('the text typed in the client field of a new order is the name of the new client', async ({ page, signInAs }) => {
  await signInAs(seller);
  await page.goto('/c/radio/orders/new');
  await page.getByRole('combobox', { name: 'Client' }).pressSequentially('Nobody of that name');
  // The list covers the link until the field is left. The list itself is no Tab stop, although it scrolls.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Start order' })).toBeFocused();
  await page.getByRole('link', { name: 'New Client' }).click();
  await expect(page.getByLabel('Client Name')).toHaveValue('Nobody of that name');
});

test('a rejected e-mail address is announced at sign-in', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Portal Login' }).click();
  await page.getByLabel('E-mail address').pressSequentially('not an address');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Please enter a valid e-mail address');
});

test('in the back-office a page opens at its top, and the heading gets the focus after a route change and after Save', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin@example.com');
  await page.goto('/admin/clients');
  await expect(announced(page, /^\d+ clients$/)).toHaveCount(1);
  const heading = page.getByRole('heading', { level: 1 });
  await page.getByRole('table').getByRole('row').nth(1).click();
  await expect(heading).toBeFocused();
  await page.getByRole('textbox', { name: 'Website' }).fill('https://www.example.com/new');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: false }).first()).toBeVisible();
  await expect(heading).toBeFocused();
  // A low window, so that both pages are higher than it, even while they load.
  await page.setViewportSize({ width: 1280, height: 300 });
  const scrolled = () => page.evaluate(() => scrollY);
  await page.evaluate(() => scrollTo(0, 200));
  expect(await scrolled()).toBeGreaterThan(0);
  await page.getByRole('navigation', { name: 'Back-office' }).getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeFocused();
  await expect.poll(scrolled).toBe(0);
});
