import type { Page } from '@playwright/test';
import { callerOf } from '#tests/product/call.ts';
import { openMailbox, signInLink } from '#tests/product/mail.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '#tests/product/product.ts';
import { signIn } from '#tests/product/sign-in.ts';
import { test as base, expect } from './fixtures.ts';

/** This test kills its product, so it starts its own. */
const test = base.extend<{ own: { product: () => Product; crash: () => Promise<void> } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern.
  own: async ({}, use) => {
    const dataDir = await newDataDir();
    const environment = { DEMO: 'on' };
    let product = await startProduct({ dataDir, environment });
    await use({
      product: () => product,
      crash: async () => {
        await product.kill();
        product = await startProduct({ dataDir, environment, port: Number(new URL(product.url).port) });
      },
    });
    await product.stop();
    await removeDataDir(dataDir);
  },
});

const seller = 'agency.user@example.com';
const administrator = 'admin@example.com';

test('an order goes from sign-in to approval, and survives a crash of the product', async ({
  page,
  browser,
  own,
  expectAccessible,
}) => {
  test.setTimeout(150_000);
  const { url, dataDir } = own.product();

  await test.step('signed out, only the login is visible', async () => {
    await page.goto(url);
    await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('link')).toHaveCount(0);
  });

  await test.step('a magic link from the mail signs the seller in', async () => {
    const mailbox = await openMailbox(dataDir, seller);
    await page.getByRole('button', { name: 'Portal Login' }).click();
    await page.getByLabel('E-mail').fill(seller);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('button', { name: 'Sent' })).toBeDisabled();
    await page.goto(signInLink(await mailbox.next()));
    await expect(page.getByRole('heading', { name: 'Hello, Riley Chen' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the seller picks a channel and creates a client', async () => {
    await page.getByRole('link', { name: 'Choose a channel' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Harborlight Websites' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clients' }).click();
    await page.getByRole('link', { name: 'New Client' }).click();
    await page.getByRole('button', { name: 'Add client' }).click();
    await expect(page.getByText('Missing required field: Business owner')).toBeVisible();
    for (const [label, value] of Object.entries(client)) await page.getByLabel(label).fill(value);
    await page.getByRole('button', { name: 'Add client' }).click();
    await expect(page.getByRole('heading', { name: client['Client Name'] })).toBeVisible();
  });

  await test.step('the seller starts an order for the client on the channel’s form', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New Order' }).click();
    await page.getByRole('combobox', { name: 'Client' }).fill('Oyster');
    await page.getByRole('option', { name: client['Client Name'] }).click();
    await page.getByRole('button', { name: 'Start order' }).click();
  });

  const reference =
    await test.step('the seller fills in the form and adds a product with its included products', async () => {
      await page.getByLabel('Name of the site').fill('Oyster & Ash');
      await page.getByLabel('Domain').fill('oyster-and-ash');
      await page.getByLabel('Title').fill('Home');
      await page.getByLabel('Template').selectOption('Start page');
      await page.getByRole('textbox', { name: 'Day it goes live' }).pressSequentially(inDays(60));
      await page.getByRole('region', { name: 'Who to ask' }).getByLabel('E-mail').fill('owner@oyster.example');
      await page.getByRole('button', { name: 'Add product' }).click();
      await page.getByRole('button', { name: 'Add Website build' }).click();
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      const products = page.getByRole('region', { name: 'Products' });
      await expect(products.getByText('Website build')).toBeVisible();
      await expect(products.getByText('Website hosting')).toBeVisible();
      const heading = page.getByRole('heading', { name: /Order [0-9A-Z]{8}$/ });
      return ((await heading.textContent()) ?? '').slice(-8);
    });

  await test.step('a saved draft is there after a reload', async () => {
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByText('All changes saved')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Name of the site')).toHaveValue('Oyster & Ash');
    await expect(page.getByRole('region', { name: 'Products' }).getByText('Website build')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a validation rule rejects a domain, marks its field and moves the focus there', async () => {
    await page.getByRole('button', { name: 'Send for approval' }).click();
    const domain = page.getByLabel('Domain');
    await expect(page.getByText('A domain looks like name.example').first()).toBeVisible();
    await expect(domain).toHaveAttribute('aria-invalid', 'true');
    await expect(domain).toBeFocused();
    await expectAccessible(page);
    await domain.fill('oyster.example');
    await expect(domain).not.toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('the corrected order is submitted for approval', async () => {
    await page.getByRole('button', { name: 'Send for approval' }).click();
    await expect(summaryOf(page).getByText('Pending')).toBeVisible();
  });

  await test.step('an administrator finds it in the Pending Orders Queue and approves it', async () => {
    const context = await browser.newContext();
    const cookies = await signIn({ call: callerOf(url), dataDir }, administrator);
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url })));
    const desk = await context.newPage();
    await desk.goto(`${url}/admin/orders/pending`);
    await expect(desk.getByRole('heading', { name: 'Pending Orders Queue' })).toBeVisible();
    // The oldest order comes first, and this one is new.
    await desk.getByLabel('Search the queue').fill(reference);
    const rows = desk.getByRole('region', { name: 'Queue' }).getByRole('link');
    await expect(rows).toHaveCount(1);
    await rows.click();
    await expect(desk.getByText(new RegExp(`^${reference}, `)).last()).toBeVisible();
    await expectAccessible(desk);
    const approve = desk.getByRole('region', { name: 'Decision' }).getByRole('button', { name: 'Approve' });
    await expect(approve).not.toHaveAttribute('aria-disabled');
    await approve.click();
    await expect(desk.getByText(/^Approved: /)).toBeVisible();
    await context.close();
  });

  await test.step('the seller sees it among the complete orders', async () => {
    await page.goto(`${url}/c/websites/orders?status=complete`);
    await expect(page.getByRole('link', { name: reference })).toBeVisible();
  });

  await test.step('everything is still there after a crash and a restart', async () => {
    await own.crash();
    await page.reload();
    await page.getByRole('link', { name: reference }).click();
    await expect(summaryOf(page).getByText('Complete')).toBeVisible();
    await expect(page.getByLabel('Domain')).toContainText('oyster.example');
  });
});

const summaryOf = (page: Page) => page.getByRole('complementary', { name: 'Order summary' });

const client = {
  'Client Name': 'Oyster Bar Ash',
  Industry: 'Restaurants',
  'Business name': 'Oyster & Ash LLC',
  'Business owner': 'Nell Ash',
  'Street address': '12 Harbor Street',
  City: 'Boston',
  State: 'MA',
  'ZIP code': '02110',
  'Phone number': '617-555-0123',
  Website: 'https://oyster.example',
};

/** The date that many days from now, as a date field expects it. */
function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
