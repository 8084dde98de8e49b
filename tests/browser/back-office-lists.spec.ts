import { readFile } from 'node:fs/promises';
import { expect, test } from './desk.ts';

test('a person chooses the columns of a list and their order, and they stay', async ({ page, expectAccessible }) => {
  await page.goto('/admin/clients');
  const heads = page.getByRole('columnheader');
  await expect(heads.filter({ hasText: 'Business name' })).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  const menu = page.getByRole('dialog', { name: 'Columns' });
  await menu.getByRole('checkbox', { name: 'Business name' }).uncheck();
  await menu.getByRole('checkbox', { name: 'External id' }).check();
  await expectAccessible(page);
  const up = menu.getByRole('button', { name: 'Move External id up' });
  await up.focus();
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(heads).toHaveText([
    '',
    'Client Name',
    'External id',
    'Business owner',
    'Phone number',
    'Industry',
    'Updated',
    'Actions',
  ]);
  await page.getByRole('button', { name: 'Columns' }).click();
  await menu.getByRole('button', { name: 'Usual columns' }).click();
  await page.keyboard.press('Escape');
  await expect(heads.nth(2)).toHaveText('Business name');
});

test('a list is kept as a view, taken up again, changed, renamed, shared and deleted', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/admin/clients');
  const other = page.getByRole('link', { name: 'Bartoletti Hardware', exact: true });
  await expect(other).toBeVisible();
  await page.getByPlaceholder('Search').fill('music');
  await expect(page).toHaveURL(/music/);
  // The address is ahead of the list: a press before the list has followed would be one on the list without the search.
  await expect(other).toBeHidden();
  await page.getByRole('button', { name: 'Client Name' }).click();
  await expect(page).toHaveURL(/order=DESC/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a new view…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Music schools');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const button = page.getByRole('button', { name: /^Music schools/ });
  await expect(button).toBeVisible();

  await button.click();
  await page.getByRole('menuitem', { name: 'The usual list' }).click();
  await expect(page.getByPlaceholder('Search')).toHaveValue('');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Music schools' }).click();
  await expect(page.getByPlaceholder('Search')).toHaveValue('music');
  await expect(page).toHaveURL(/order=DESC/);

  await page.getByPlaceholder('Search').fill('');
  await expect(button).toHaveAccessibleName('Music schools (changed)');
  await button.click();
  await page.getByRole('menuitem', { name: 'Update “Music schools”' }).click();
  await expect(button).toHaveAccessibleName('Music schools');

  await button.click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('From Z to A');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const renamed = page.getByRole('button', { name: /^From Z to A/ });
  await renamed.click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  await page.getByRole('combobox', { name: 'Shared in' }).fill('Harbor');
  await page.getByRole('option').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await renamed.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('View “From Z to A” deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByRole('menuitem', { name: 'From Z to A' })).toBeVisible();
});

test('the CSV of a list holds what its search, filters, order and columns say', async ({ page }) => {
  await page.goto('/admin/clients');
  await page.getByPlaceholder('Search').fill('music');
  await expect(page.getByRole('link', { name: 'Bartoletti Hardware' })).toBeHidden();
  await expect(page.getByRole('link', { name: /Music/ }).first()).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const [head, ...rows] = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
  expect(head?.split(',')).toHaveLength(6);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter((row) => !/music/i.test(row))).toEqual([]);

  await page.route(/\.csv/, (route) =>
    route.fulfill({ status: 403, json: { error: 'Missing permissions', reason: 'Not for you' } }),
  );
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByText('No file was made: Not for you')).toBeVisible();
});

test('what can not be deleted of many is named with its reason, the rest is gone', async ({
  page,
  made,
  expectAccessible,
}) => {
  const parent = await made('entities', { name: 'Bulk parent', shortName: 'bulk' });
  await made('entities', { name: 'Bulk child', shortName: 'bulk', parent: parent.id });
  await made('entities', { name: 'Bulk single', shortName: 'bulk' });
  await page.goto('/admin/entities');
  await page.getByPlaceholder('Search').fill('Bulk');
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.getByRole('checkbox', { name: 'Select Bulk parent' }).check();
  await page.getByRole('checkbox', { name: 'Select Bulk single' }).check();
  await page.getByRole('toolbar', { name: 'Selected records' }).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 2 Entities' });
  await expect(dialog.getByText('Bulk parent, Bulk single')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByText('1 of 2 deleted.')).toBeVisible();
  await expect(dialog.getByText('Bulk parent: Others refer to this Entity: 1 Entity')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('checkbox', { name: 'Select Bulk single' })).toBeHidden();
  await expect(page.getByText('1 selected')).toBeVisible();
});

test('several users are deactivated and activated again at once', async ({ page, other, made }) => {
  const people = [
    await made('users', { name: 'Zed One', email: 'zed.one@example.com' }),
    await made('users', { name: 'Zed Two', email: 'zed.two@example.com' }),
  ];
  const inactive = async () =>
    Promise.all(people.map(async ({ id }) => (await other({ path: `/api/users/${id}` })).body));
  await page.goto('/admin/users');
  await page.getByPlaceholder('Search').fill('Zed');
  await expect(page.getByRole('row')).toHaveCount(3);
  for (const [verb, isInactive] of [
    ['Deactivate', true],
    ['Activate', false],
  ] as const) {
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await page.getByRole('toolbar').getByRole('button', { name: verb, exact: true }).click();
    await page
      .getByRole('dialog', { name: `${verb} 2 Users?` })
      .getByRole('button', { name: verb })
      .click();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await inactive()).toMatchObject([{ inactive: isInactive }, { inactive: isInactive }]);
  }
});
