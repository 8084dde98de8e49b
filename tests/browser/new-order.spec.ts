import type { Page } from '@playwright/test';
import { delayRequests } from './delay-requests.ts';
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
  // The forms of lines load late, as on a slow connection: they may not take the focus from a field entered meanwhile.
  const lineForms = await delayRequests(page, '**/LineForm-*.js');
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
  await expect(products.getByText('Website hosting')).toBeVisible();
  // The next keys come before the removal and the restored lines are saved.
  const saves = await delayRequests(page, '**/api/orders/*');
  await products.getByRole('button', { name: /^Remove Website build/ }).click();
  await expect(products.getByText('Website hosting')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(products.getByText('Website hosting')).toBeVisible();

  await page.keyboard.press('Control+z');
  await expect(domain).toHaveValue('');
  await expect(domain).toBeFocused();
  saves.release();
  await expect(products.getByText('Website build restored')).toHaveCount(1);
  lineForms.release();
  await expect(products.getByLabel('Pages', { exact: true })).toBeVisible();
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

test('Ctrl+Z covers the client, additional fields and the fields of lines, and nothing behind an open dialog', async ({
  page,
  signInAs,
}) => {
  await signInAs(seller);
  await startOrder(page);
  const client = page.getByRole('combobox', { name: 'Client' });
  const neededBy = page.getByRole('textbox', { name: 'Needed by' });
  const products = page.getByRole('region', { name: 'Products' });
  await client.pressSequentially('a');
  await page.getByRole('listbox').getByRole('option').first().click();
  await expect(client).not.toHaveValue('a');
  const chosen = await client.inputValue();
  await neededBy.pressSequentially('12/24/2031');
  await page.keyboard.press('Tab');
  await addProduct(page);
  const pages = products.getByLabel('Pages', { exact: true });
  await pages.press('ControlOrMeta+a');
  await pages.pressSequentially('12');
  await page.keyboard.press('Tab');
  await expect(page.getByText('All changes saved')).toBeVisible();

  await page.getByRole('button', { name: 'Add product' }).click();
  const search = page.getByLabel('Find a product');
  await search.pressSequentially('radio');
  await page.keyboard.press('Control+z');
  await expect(search).not.toHaveValue('radio');
  // More often than there are edits in the dialog.
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+z');
  await expect(search).toHaveValue('');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Escape');
  await expect(pages).toHaveValue('12');

  await page.keyboard.press('Control+z');
  await expect(pages).toHaveValue('8');
  await expect(pages).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Undone: Pages, Website build' })).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(neededBy).toHaveValue('');
  await expect(neededBy).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(client).toHaveValue('');
  await expect(client).toBeFocused();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+Shift+z');
  await expect(pages).toHaveValue('12');
  await expect(client).toHaveValue(chosen);
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.reload();
  await expect(client).toHaveValue(chosen);
  await expect(neededBy).toHaveValue('12/24/2031');
});

test('a client added right after typing into a new order, or named in the address, is that of the one order', async ({
  page,
  signInAs,
}) => {
  await signInAs(seller);
  let respond = () => {};
  const isDue = new Promise<void>((resolve) => {
    respond = resolve;
  });
  let created = 0;
  await page.route('**/api/orders', async (route) => {
    if (route.request().method() === 'POST') {
      created += 1;
      await isDue;
    }
    await route.continue();
  });
  await openNewOrder(page);
  await page.getByLabel('Name of the site').pressSequentially('Quill');
  const client = page.getByRole('combobox', { name: 'Client' });
  await client.pressSequentially('Quill Bakery');
  await page.getByRole('option', { name: 'Add “Quill Bakery” as a new client' }).click();
  // The order is being created until now.
  respond();
  await expect(page.getByLabel('Client Name')).toHaveValue('Quill Bakery');
  const fields = {
    Industry: 'Bakeries',
    'Business name': 'Quill LLC',
    'Business owner': 'Ada Quill',
    'Street address': '1 Main Street',
    City: 'Boston',
    State: 'MA',
    'ZIP code': '02101',
    'Phone number': '617-555-0187',
    Website: 'https://quill.example',
  };
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
  await page.getByRole('button', { name: 'Add client' }).click();
  await expect(page).toHaveURL(/orders\/[0-9a-f]{24}$/);
  await expect(client).toHaveValue('Quill Bakery');
  await expect(page.getByLabel('Name of the site')).toHaveValue('Quill');
  await expect(page.getByText('All changes saved')).toBeVisible();
  expect(created).toBe(1);

  const id = await page.evaluate(async () => {
    const { results } = await (await fetch('/api/clients?search=Quill%20Bakery&limit=1')).json();
    return String(results[0].id);
  });
  await page.goto(`/c/websites/orders/new?client=${id}`);
  await expect(page).toHaveURL(new RegExp(`/orders/draft\\?for=${id}$`));
  await expect(client).toHaveValue('Quill Bakery');
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
  // The closing dialog names the included products, too.
  await expect(
    page.getByRole('list', { name: 'Included in Website build' }).getByText('Website hosting'),
  ).toBeVisible();
}
