import type { Page } from '@playwright/test';
import { signInLink } from '#tests/product/mail.ts';
import { backOfficeTest as atDesk, expect as expectAtDesk } from './back-office-fixtures.ts';
import { expect, test } from './fixtures.ts';
import { pendingWebsite } from './pending-website-order.ts';

test.use({ isTranslated: true });
atDesk.use({ isTranslated: true });

const seller = 'agency.user@example.com';
const summaryOf = (page: Page) => page.getByRole('complementary', { name: 'Order summary' });

/** A date that many days from now, as people type it. */
function inDays(days: number): string {
  const [year, month, day] = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
}

test('a seller whose browser translates the portal submits an order for approval', async ({ page, mailAfter }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Portal Login' }).click();
  await page.getByLabel('E-mail').pressSequentially(seller);
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await page.goto(signInLink(await mailAfter(seller, () => send.click())));
  await page.getByRole('link', { name: 'Choose a channel' }).click();
  await expect(page.getByRole('heading', { level: 1 }).locator('font').first()).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Harborlight Websites' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New Order' }).click();
  await page.getByRole('combobox', { name: 'Client' }).pressSequentially('a');
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Start order' }).click();
  await page.getByRole('button', { name: 'Send for approval' }).click();
  await expect(page.getByText('Missing required field: Title').first()).toBeVisible();
  await page.getByLabel('Name of the site').pressSequentially('Oyster & Ash');
  await page.getByLabel('Domain').pressSequentially('oyster.example');
  await page.getByLabel('Title').pressSequentially('Home');
  await page.getByLabel('Template').selectOption('Start page');
  await page.getByLabel('Day it goes live', { exact: true }).pressSequentially(inDays(60));
  await page.getByRole('region', { name: 'Who to ask' }).getByLabel('E-mail').pressSequentially('owner@oyster.example');
  await page.getByRole('button', { name: 'Add product' }).click();
  await page.getByRole('button', { name: 'Add Website build' }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Products' }).getByText('Website hosting')).toBeVisible();
  await page.getByRole('button', { name: 'Send for approval' }).click();
  await expect(summaryOf(page).getByText('Pending')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByText("This page couldn't be displayed")).toHaveCount(0);
});

atDesk(
  'a moderator whose browser translates the back-office approves an order and edits a client',
  async ({ page, callElsewhere }) => {
    const { refCode, client } = await pendingWebsite(callElsewhere, 6);
    await page.goto('/admin/orders/pending');
    await page.getByLabel('Search the queue').pressSequentially(refCode);
    const rows = page.getByRole('region', { name: 'Queue' }).getByRole('link');
    await expectAtDesk(rows).toHaveCount(1);
    await rows.click();
    await expectAtDesk(page.getByRole('heading', { level: 2 }).locator('font').first()).toBeVisible();
    const approve = page.getByRole('region', { name: 'Decision' }).getByRole('button').first();
    await expectAtDesk(approve).not.toHaveAttribute('aria-disabled');
    await approve.click();
    await expectAtDesk(page.getByText(/^Approved: /)).toBeVisible();

    await page.goto(`/admin/clients/${client}`);
    const owner = page.getByLabel('Business owner');
    await owner.clear();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectAtDesk(page.getByRole('alert').filter({ hasText: 'Not saved yet' })).toBeVisible();
    await owner.pressSequentially('Nell Ash');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectAtDesk(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('navigation', { name: 'Back-office' }).getByRole('link', { name: 'Clients' }).click();
    await expectAtDesk(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
    await expectAtDesk(page.getByText("This page couldn't be displayed")).toHaveCount(0);
  },
);
