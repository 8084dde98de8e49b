import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openNewOrder, startOrder } from './start-order.ts';

const seller = 'agency.user@example.com';

test('a new order is created when something is typed, at once even by a reload, and keeps text and focus', async ({
  page,
  signInAs,
}) => {
  await signInAs(seller);
  const created: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/orders') created.push(request.url());
  });
  await openNewOrder(page);
  const name = page.getByLabel('Name of the site');
  await expect(name).toBeVisible();
  await page.reload();
  await name.focus();
  await page.goBack();
  await expect(name).toHaveCount(0);
  expect(created).toEqual([]);

  await openAnother(page);
  await name.pressSequentially('Oyster');
  await expect(page).toHaveURL(/orders\/[0-9a-f]{24}$/);
  await expect(page.getByRole('heading', { name: /Order [0-9A-Z]{8}$/ })).toBeVisible();
  await expect(name).toBeFocused();
  const autosave = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.keyboard.type(' & Ash');
  await autosave;
  await page.reload();
  await expect(name).toHaveValue('Oyster & Ash');

  await openAnother(page);
  await name.pressSequentially('Quick');
  await page.reload();
  await expect(page).toHaveURL(/orders\/[0-9a-f]{24}$/);
  await expect(name).toHaveValue('Quick');
});

test('Ctrl+Z undoes typed changes, saved ones and removed rows and lines, and says what it undid', async ({
  page,
  signInAs,
  expectAccessible,
}) => {
  await signInAs(seller);
  await startOrder(page);
  const name = page.getByLabel('Name of the site');
  const domain = page.getByLabel('Domain');
  await name.pressSequentially('Oyster');
  await domain.pressSequentially('oyster.example');
  // Within the field the browser undoes, and the saved text as well.
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(domain).not.toHaveValue('oyster.example');
  await page.keyboard.press('Control+Shift+z');
  await expect(domain).toHaveValue('oyster.example');
  await page.keyboard.press('Tab');

  await addProduct(page);
  const products = page.getByRole('region', { name: 'Products' });
  await products.getByRole('button', { name: /^Remove Website build/ }).click();
  await expect(products.getByText('Website hosting')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(products.getByText('Website hosting')).toBeVisible();

  await page.keyboard.press('Control+z');
  await expect(domain).toHaveValue('');
  await expect(domain).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Undone: Domain' })).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(name).toHaveValue('');
  await page.keyboard.press('Control+Shift+z');
  await expect(name).toHaveValue('Oyster');
  await page.keyboard.press('Control+y');
  await expect(domain).toHaveValue('oyster.example');
  await expect(page.getByRole('status').filter({ hasText: 'Redone: Domain' })).toHaveCount(1);
  await expectAccessible(page);
});

async function openAnother(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New Order' }).click();
  await page.getByRole('button', { name: 'Start order' }).click();
  await page.waitForURL('**/orders/draft');
}

async function addProduct(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add product' }).click();
  await page.getByRole('button', { name: 'Add Website build' }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Products' }).getByText('Website hosting')).toBeVisible();
}
