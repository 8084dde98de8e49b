import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { startOrder } from './start-order.ts';

const seller = 'agency.user@example.com';
const summaryOf = (page: Page) => page.getByRole('complementary', { name: 'Order summary' });
const refCodeOf = async (page: Page) => ((await page.getByRole('heading', { level: 1 }).textContent()) ?? '').slice(-8);

test('an order is duplicated for another client, and bulk-copied for many clients with a report', async ({
  page,
  signInAs,
  expectAccessible,
}) => {
  test.slow();
  await signInAs(seller);
  await startOrder(page);
  await page.getByLabel('Name of the site').fill('Oyster & Ash');
  const phone = page.getByLabel('Phone');
  await phone.pressSequentially('617 555 0100');
  const original = await refCodeOf(page);

  await summaryOf(page).getByRole('button', { name: 'Duplicate' }).click();
  const dialog = page.getByRole('dialog', { name: `Duplicate order ${original}?` });
  await dialog.getByRole('combobox', { name: 'Client' }).click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await expect(dialog).toBeHidden();
  // The contact person must be entered again for each order, which the dialog announces.
  await expect(page.getByText('“Who to ask › Phone” must be answered again')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText(original);
  await expect(page.getByLabel('Name of the site')).toHaveValue('Oyster & Ash');
  await expect(phone).toHaveValue('');
  await phone.pressSequentially('617 555 0200');

  await summaryOf(page).getByRole('button', { name: 'Order for many clients' }).click();
  const many = page.getByRole('dialog', { name: 'Order for many clients' });
  await expect(many.getByRole('button', { name: 'Choose clients' })).toBeDisabled();
  const boxes = many.getByRole('checkbox');
  for (const index of [0, 1, 2]) await boxes.nth(index).check();
  await expect(many.getByText('3 chosen')).toBeVisible();
  await expectAccessible(page);
  await many.getByRole('button', { name: 'Create 3 orders' }).click();
  await expect(page.getByRole('heading', { name: 'Orders for many clients' })).toBeVisible();
  await expect(page.getByText('Done: 3 of 3 created.')).toBeVisible({ timeout: 30_000 });
  const madeOrders = page.getByRole('list', { name: 'Orders' });
  await expect(madeOrders.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send all valid orders for approval' }).click();
  const sending = page.getByRole('dialog', { name: 'Send 3 orders for approval' });
  await expect(sending.getByRole('status')).toHaveText('None of the 3 can be sent for approval.');
  await sending.getByRole('button', { name: 'Close' }).click();
  await madeOrders.getByRole('link').first().click();
  await expect(page.getByLabel('Name of the site')).toHaveValue('Oyster & Ash');
  await expect(phone).toHaveValue('');
});

test('a draft is deleted with time to undo, from its page and from its row', async ({
  page,
  signInAs,
  expectAccessible,
}) => {
  await page.clock.install();
  await signInAs(seller);
  await startOrder(page);
  await page.getByLabel('Name of the site').fill('Nearly gone');
  const refCode = await refCodeOf(page);
  const toast = page.getByRole('status').filter({ hasText: `${refCode} deleted` });
  await summaryOf(page).getByRole('button', { name: 'Delete draft' }).click();
  await expect(page.getByRole('heading', { name: 'Drafts' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: refCode });
  await expect(toast).toBeVisible();
  await expect(row).toHaveCount(0);
  await expectAccessible(page);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toHaveCount(1);

  // Closing the tab during that time leaves the draft with everything typed.
  await row.hover();
  await row.getByRole('button', { name: `Delete draft ${refCode}` }).click();
  await expect(row).toHaveCount(0);
  await page.reload();
  await expect(row).toHaveCount(1);
  await row.getByRole('link').click();
  await expect(page.getByLabel('Name of the site')).toHaveValue('Nearly gone');

  await page.goBack();
  await row.hover();
  await row.getByRole('button', { name: `Delete draft ${refCode}` }).click();
  await expect(row).toHaveCount(0);
  const deleteResponse = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.clock.fastForward(15_000);
  expect((await deleteResponse).status()).toBe(200);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Drafts' })).toBeVisible();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(row).toHaveCount(0);
});
