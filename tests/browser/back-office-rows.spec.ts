import { readFile } from 'node:fs/promises';
import { backOfficeTest, expect } from './back-office-fixtures.ts';
import { delayRequests } from './delay-requests.ts';

backOfficeTest(
  'j and k move between rows, x selects and Enter opens, except while typing',
  async ({ page, createRecord, expectAccessible }) => {
    for (const name of ['Keys Alpha', 'Keys Beta', 'Keys Gamma']) await createRecord('entities', { name });
    await page.goto('/admin/entities');
    const search = page.getByPlaceholder('Search');
    await search.fill('Keys');
    await expect(page.getByRole('row')).toHaveCount(4);
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    await search.press('j');
    await expect(search).toHaveValue('Keysj');
    await search.press('Backspace');
    await expect(page.getByRole('row')).toHaveCount(4);
    await search.blur();

    await page.keyboard.press('j');
    await expect(link('Keys Alpha')).toBeFocused();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(link('Keys Gamma')).toBeFocused();
    await page.keyboard.press('k');
    await expect(link('Keys Beta')).toBeFocused();
    await page.keyboard.press('x');
    await expect(page.getByRole('checkbox', { name: 'Select Keys Beta' })).toBeChecked();
    await expect(page.getByText('1 selected')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: 'Select Keys Alpha' }).check();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Keys Alpha' })).toBeVisible();
  },
);

backOfficeTest(
  'the sorted column is marked, and the table header is sticky while the page scrolls',
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.goto('/admin/clients');
    const head = page.getByRole('columnheader', { name: 'Client Name' });
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await expect(page.locator('[aria-sort]')).toHaveCount(1);
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 500 });
      // The rows in the new order may have arrived already, with other rows at the end.
      await expect(async () => {
        await page.getByRole('row').last().scrollIntoViewIfNeeded();
        await expect(page.getByRole('heading', { level: 1 })).not.toBeInViewport({ timeout: 1_000 });
      }).toPass();
      await expect(head).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
  },
);

backOfficeTest(
  'the previous rows stay, dimmed but with sufficient contrast, until the new ones have loaded',
  async ({ page, expectAccessible }) => {
    await page.goto('/admin/clients');
    const before = page.getByRole('link', { name: 'Bartoletti Hardware' });
    await expect(before).toBeVisible();
    const { release } = await delayRequests(page, '**/api/clients?*', (request) => request.url().includes('DESC'));
    await page.getByRole('columnheader', { name: 'Client Name' }).getByRole('button').click();
    const soft = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--text-soft'));
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(soft.slice(at, at + 2), 16));
    const cell = page.getByRole('row').last().getByRole('cell').nth(2);
    await expect(cell).toHaveCSS('color', `rgb(${red}, ${green}, ${blue})`);
    await expect(before).toBeVisible();
    await expectAccessible(page);
    release();
    await expect(before).toBeHidden();
    await expect(cell).not.toHaveCSS('color', `rgb(${red}, ${green}, ${blue})`);
  },
);

backOfficeTest(
  'the actions of a row appear in a column of their own while it is hovered or focused',
  async ({ page, callElsewhere, createRecord }) => {
    const { id } = await createRecord('users', { name: 'Row Person', email: 'row.person@example.com' });
    await page.goto('/admin/users');
    await page.getByPlaceholder('Search').fill('Row Person');
    const row = page.getByRole('row', { name: /Row Person/ });
    await expect(page.getByRole('row')).toHaveCount(2);
    const deactivate = row.getByRole('button', { name: 'Deactivate Row Person' });
    const shown = () => deactivate.evaluate((button) => getComputedStyle(button.parentElement ?? button).opacity);
    await page.mouse.move(0, 0);
    expect(await shown()).toBe('0');
    await deactivate.focus();
    expect(await shown()).toBe('1');
    await page.getByPlaceholder('Search').focus();
    expect(await shown()).toBe('0');
    await row.hover();
    expect(await shown()).toBe('1');
    const lastValue = await row.getByRole('cell').nth(-2).boundingBox();
    const actions = await deactivate.boundingBox();
    expect(actions?.x).toBeGreaterThanOrEqual((lastValue?.x ?? 0) + (lastValue?.width ?? 0));

    await deactivate.click();
    await expect(page.getByText('1 user deactivated')).toBeVisible();
    expect((await callElsewhere({ path: `/api/users/${id}` })).body).toMatchObject({ inactive: true });
    await expect(row.getByRole('button', { name: 'Activate Row Person', exact: true })).toBeVisible();
    await expect(deactivate).toBeHidden();
  },
);

backOfficeTest('a row is deleted in the list after a confirmation', async ({ page, callElsewhere, createRecord }) => {
  const { id } = await createRecord('products', { key: 'row_poster', name: 'Row Poster' });
  await page.goto('/admin/products');
  await page.getByPlaceholder('Search').fill('Row Poster');
  await expect(page.getByRole('row')).toHaveCount(2);
  const row = page.getByRole('row', { name: /Row Poster/ });
  await row.hover();
  await row.getByRole('button', { name: 'Delete Row Poster' }).click();
  await page.getByRole('dialog', { name: 'Delete 1 product?' }).getByRole('button', { name: 'Delete' }).click();
  // The confirmation is modal: everything behind it is hidden from screen readers and role locators.
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(row).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/products\?/);
  await expect.poll(async () => (await callElsewhere({ path: `/api/products/${id}` })).status).toBe(404);
});

backOfficeTest('the CSV of a list has names where the list shows names', async ({ page }) => {
  await page.goto('/admin/orders/pending/table');
  const names = page.getByRole('row').nth(1).getByRole('cell');
  await expect(names.nth(2)).not.toBeEmpty();
  const [, , client, , status, channel, user] = (await names.allInnerTexts()).map((text) => text.trim());
  await page.getByRole('button', { name: 'Export…' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines[1]).toContain(`,${client},`);
  expect(lines[1]).toContain([status?.toUpperCase(), channel, user].join(','));
  expect(lines.join('\n')).not.toMatch(/[0-9a-f]{24}/);
});
