import { expect, test } from './fixtures.ts';

test('a list of clients is filtered by an existing industry, in the URL, as a saved view, and as CSV', async ({
  page,
  signInAs,
  expectAccessible,
}) => {
  await signInAs('agency.user@example.com');
  await page.goto('/clients');
  const choice = page.getByRole('combobox', { name: 'Industry' });
  await expect(choice.getByRole('option').nth(1)).toBeAttached();
  const [, offered = ''] = await choice.getByRole('option').allTextContents();
  const [, industry = '', count = ''] = /^(.+) \((\d+)\)$/.exec(offered) ?? [];
  await choice.selectOption(industry);
  await expect(page).toHaveURL(`/clients?${new URLSearchParams({ industry })}`);
  const table = page.getByRole('table', { name: 'Clients' });
  const at = (await table.getByRole('columnheader').allTextContents()).indexOf('Industry');
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`of ${count}`);
  const industries = await table.locator(`tbody td:nth-child(${at + 1})`).allTextContents();
  expect(new Set(industries)).toEqual(new Set([industry]));
  await expectAccessible(page);

  const loading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export…' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await (await loading).createReadStream();
  const pieces: Buffer[] = [];
  for await (const piece of file) pieces.push(Buffer.from(piece));
  expect(Buffer.concat(pieces).toString().trim().split(/\r?\n/)).toHaveLength(Number(count) + 1);

  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(`Only ${industry}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'All clients' }).click();
  await expect(choice).toHaveValue('');
  await page.getByRole('link', { name: `Only ${industry}` }).click();
  await expect(choice).toHaveValue(industry);
  await page.getByRole('button', { name: `Delete “Only ${industry}”` }).click();
  await expect(choice).toHaveValue('');

  // An unused industry, as an old link may contain.
  await page.goto('/clients?industry=Whaling%2C+Sealing');
  await expect(choice).toHaveValue('Whaling, Sealing');
  await expect(page.getByText('No clients in Whaling, Sealing')).toBeVisible();
  await page.getByRole('link', { name: 'Show all clients' }).click();
  await expect(table).toBeVisible();
});

test('selected clients are exported, and get another industry after a preview', async ({
  page,
  signInAs,
  expectAccessible,
}) => {
  await signInAs('agency.user@example.com');
  await page.goto('/clients?sort=-name');
  const boxes = page.getByRole('table', { name: 'Clients' }).getByRole('checkbox');
  const bar = page.getByRole('region', { name: 'Selected clients' });
  await boxes.nth(0).check();
  await expect(bar.getByText('1 selected')).toBeVisible();
  await boxes.nth(2).click({ modifiers: ['Shift'] });
  await expect(bar.getByText('3 selected')).toBeVisible();
  await expect(bar.getByRole('button', { name: /^Select all \d+ on this page$/ })).toBeVisible();
  await expectAccessible(page);
  const loading = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Export…' }).click();
  await page.getByRole('radio', { name: 'Excel workbook (.xlsx)' }).check();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  expect((await loading).suggestedFilename()).toMatch(/^clients-.*\.xlsx$/);

  await bar.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 3 clients' });
  await expect(dialog.getByRole('combobox', { name: 'Property' })).toHaveValue('industry');
  await dialog.getByRole('textbox', { name: 'Industry' }).pressSequentially('Lighthouses');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('All 3 can be changed.');
  await dialog.getByRole('button', { name: 'Change 3 clients' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Done: 3 changed.' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Clients' }).getByRole('link')).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to the clients' }).click();
  await page.goto('/clients?industry=Lighthouses');
  await expect(page.getByRole('table', { name: 'Clients' }).locator('tbody tr')).toHaveCount(3);
});

test('the orders of a channel are sorted by reference in both directions', async ({ page, signInAs }) => {
  await signInAs('agency.user@example.com');
  await page.goto('/c/radio/orders');
  const table = page.getByRole('table', { name: /^Orders in/ });
  const shown = async () => {
    const cells = await table.locator('tbody tr td:first-child a').allInnerTexts();
    // The reference is below the name of the campaign.
    return cells.map((text) => text.match(/[A-Z0-9]{8}/g)?.at(-1) ?? '');
  };
  const isSorted = async (turn: 1 | -1) => {
    const codes = await shown();
    return (
      codes.length > 5 &&
      codes.every((code, index) => index === 0 || turn * ((codes[index - 1] ?? '') < code ? 1 : -1) > 0)
    );
  };
  await table.getByRole('button', { name: 'Reference' }).click();
  await expect(page).toHaveURL(/sort=refCode/);
  await expect.poll(() => isSorted(1)).toBe(true);
  await expect(table.getByRole('columnheader', { name: /Reference/ })).toHaveAttribute('aria-sort', 'ascending');
  await table.getByRole('button', { name: 'Reference' }).click();
  await expect.poll(() => isSorted(-1)).toBe(true);
  await expect(table.getByRole('columnheader', { name: /Reference/ })).toHaveAttribute('aria-sort', 'descending');
  await table.getByRole('button', { name: 'Status' }).click();
  await expect(page).toHaveURL(/sort=status%2C-updatedAt/);
  await expect(table.locator('tbody tr').first()).toContainText('Canceled');
});
