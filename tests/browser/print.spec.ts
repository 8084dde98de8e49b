import type { Locator } from '@playwright/test';
import { schemaOf, table, widget } from '#tests/forms/form-builders.ts';
import { openForm } from '#tests/forms/harness/page.ts';
import { openHarness } from '#tests/forms/harness/serve.ts';
import { expect, test } from './fixtures.ts';
import { startOrder } from './start-order.ts';

const styleOf = (place: Locator, name: string) =>
  place.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

test('a printed order has its facts and values, without navigation or controls', async ({ page, signInAs }) => {
  await signInAs('agency.user@example.com');
  await startOrder(page);
  const longText =
    'Oyster & Ash, the place at the harbour that has been open since 1904 and has no shorter name than this one';
  await page.getByLabel('Name of the site').fill(longText);
  await page.getByLabel('Package', { exact: true }).selectOption('Shop, up to 40 pages');
  await page.getByRole('button', { name: 'Save draft' }).click();
  const toast = page.getByText('Saved', { exact: true });
  await expect(toast).toBeVisible();
  await page.getByRole('button', { name: 'Add product' }).click();
  await page.getByRole('button', { name: 'Add Website build' }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const products = page.getByRole('region', { name: 'Products' });
  await expect(products.getByText('Details')).not.toHaveCount(0);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(toast).toBeHidden();
  await expect(page.getByRole('heading', { name: /Order [0-9A-Z]{8}$/ })).toBeVisible();
  // Controls are printed as text, because they would cut off long values.
  const name = page.getByText(longText, { exact: true }).and(page.locator('span:not(h1 span)'));
  await expect(name).toBeVisible();
  await expect(page.getByText('Shop, up to 40 pages').filter({ visible: true })).toHaveCount(1);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await expect(products.getByText('Details')).toHaveCount(0);
  await expect(products.getByText('In two languages').filter({ visible: true })).toHaveCount(1);
  // Kind of site and hosting are unanswered.
  await expect(page.getByRole('radiogroup', { name: 'What is it?' })).toHaveText(/–$/, { useInnerText: true });
  await expect(page.getByRole('radio').filter({ visible: true })).toHaveCount(0);
  const summary = page.getByLabel('Order summary');
  await expect(summary.getByText('Not chosen yet')).toBeVisible();
  const [above, below] = [await summary.boundingBox(), await name.boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);

  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByLabel('Name of the site')).toHaveValue(longText);
  await expect(name).toHaveCount(0);
});

test('a printed order is dark on light and compact, whatever the theme', async ({ page, signInAs }) => {
  const storedPreferences = JSON.stringify({ themePreset: 'dark', layoutDensity: 'cozy' });
  await page.addInitScript((preferences) => localStorage.setItem('_v3prefs', preferences), storedPreferences);
  await signInAs('agency.user@example.com');
  await startOrder(page);
  const root = page.locator(':root');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect(root).toHaveAttribute('data-density', 'cozy');
  await page.emulateMedia({ media: 'print' });
  await expect(root).toHaveAttribute('data-theme', 'light');
  await expect(root).toHaveAttribute('data-density', 'compact');
  await page.emulateMedia({ media: 'screen' });
  await expect(root).toHaveAttribute('data-theme', 'dark');
});

test('print has no orphaned heading, does not break rows and fields, and repeats table headers on each page', async ({
  page,
}) => {
  await openHarness(page);
  const title = widget('text_input', 'title', {}, 'Title');
  await openForm(
    page,
    schemaOf(table('spots', [title], {}, { label: 'Spots' }), widget('text_input', 'name', {}, 'Name')),
    {
      values: {
        spots: Array.from({ length: 60 }, (_, index) => ({ _id: `row-${index}`, title: `Spot ${index + 1}` })),
      },
    },
  );
  const spots = page.getByRole('table');
  await expect(spots.getByRole('row')).not.toHaveCount(61);
  await page.emulateMedia({ media: 'print' });
  await expect(spots.getByRole('row')).toHaveCount(61);
  expect(await styleOf(page.getByRole('heading', { name: 'Spots' }), 'break-after')).toBe('avoid');
  expect(await styleOf(spots.locator('thead'), 'display')).toBe('table-header-group');
  expect(await styleOf(spots.getByRole('row').nth(30), 'break-inside')).toBe('avoid');
});
