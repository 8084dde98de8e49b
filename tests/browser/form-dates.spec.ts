import { open, values } from '#tests/forms/harness/page.ts';
import { openHarness } from '#tests/forms/harness/serve.ts';
import { schemaOf, widget } from '#tests/forms/written.ts';
import { expect, test } from './fixtures.ts';

// The harness page is not the product's: nobody signs in, and nothing is saved.
test.beforeEach(({ page }) => openHarness(page));

test('a day is chosen in a calendar, by keyboard alone', async ({ page, expectAccessible }) => {
  const form = schemaOf(widget('date_input', 'start', {}, 'Start'));
  await open(page, form, { values: { start: '2024-02-28' } });
  const opener = page.getByRole('button', { name: 'Calendar' });
  await opener.press('Enter');
  const calendar = page.getByRole('dialog', { name: 'Calendar for Start' });
  await expect(calendar.getByRole('button', { name: /February 28th, 2024/ })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(calendar).toBeHidden();
  await expect(opener).toBeFocused();
  expect(await values(page)).toEqual({ start: '2024-02-29' });

  await opener.press('Enter');
  await expect(calendar).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(opener).toBeFocused();
  expect(await values(page)).toEqual({ start: '2024-02-29' });
});

test('the year page shows nine years, and leads over the months to a day', async ({ page, expectAccessible }) => {
  await open(page, schemaOf(widget('date_input', 'start', {}, 'Start')), { values: { start: '2024-02-28' } });
  await page.getByRole('button', { name: 'Calendar' }).click();
  const calendar = page.getByRole('dialog', { name: 'Calendar for Start' });
  await calendar.getByRole('button', { name: 'February 2024: Choose a year' }).click();
  const years = calendar.getByRole('group', { name: 'Year' }).getByRole('button');
  await expect(years).toHaveText(['2020', '2021', '2022', '2023', '2024', '2025', '2026', '2027', '2028']);
  await expect(years.filter({ hasText: '2024' })).toBeFocused();
  await calendar.getByRole('button', { name: 'Next 9 years' }).click();
  await expect(years.first()).toHaveText('2029');
  await expectAccessible(page);
  await years.filter({ hasText: '2031' }).click();
  await calendar.getByRole('button', { name: 'May' }).click();
  await calendar.getByRole('button', { name: /May 17th, 2031/ }).click();
  expect(await values(page)).toEqual({ start: '2031-05-17' });
  await expect(page.getByLabel('Start', { exact: true })).toHaveValue('2031-05-17');
});

test('a month is chosen where a date has no day', async ({ page }) => {
  await open(page, schemaOf(widget('date_input', 'from', { includeDay: false }, 'From')));
  await page.getByRole('button', { name: 'Calendar' }).click();
  const calendar = page.getByRole('dialog', { name: 'Calendar for From' });
  const year = new Date().getUTCFullYear();
  await calendar.getByRole('button', { name: 'Previous year' }).click();
  await calendar.getByRole('button', { name: 'Sep' }).click();
  expect(await values(page)).toEqual({ from: `${year - 1}-09-01` });
  await expect(calendar).toBeHidden();
});

test('a moment has hours from 1 to 12 with AM and PM, in utc', async ({ page, expectAccessible }) => {
  const form = schemaOf(widget('date_input', 'at', { includeTime: true }, 'At'));
  await open(page, form, { values: { at: '2024-02-28T23:05:00.000Z' } });
  await page.getByRole('button', { name: 'Calendar' }).click();
  const calendar = page.getByRole('dialog', { name: 'Calendar for At' });
  const hour = calendar.getByLabel('Hour');
  await expect(hour).toHaveValue('11');
  await expect(hour.locator('option')).toHaveText(Array.from({ length: 12 }, (_, index) => String(index + 1)));
  await expect(calendar.getByLabel('AM or PM')).toHaveValue('PM');
  await expectAccessible(page);
  await calendar.getByRole('button', { name: /February 1st, 2024/ }).click();
  await hour.selectOption('12');
  await calendar.getByLabel('Minute').selectOption('30');
  expect(await values(page)).toEqual({ at: '2024-02-01T12:30:00.000Z' });
  await calendar.getByLabel('AM or PM').selectOption('AM');
  await calendar.getByRole('button', { name: 'Done' }).click();
  expect(await values(page)).toEqual({ at: '2024-02-01T00:30:00.000Z' });
  await expect(calendar).toBeHidden();
});
