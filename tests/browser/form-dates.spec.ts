import { schemaOf, table, widget } from '#tests/forms/form-builders.ts';
import { formValues, openForm } from '#tests/forms/harness/page.ts';
import { openHarness } from '#tests/forms/harness/serve.ts';
import { expect, test } from './fixtures.ts';

// The harness page runs without the product: no session, no saving.
test.beforeEach(({ page }) => openHarness(page));

test('a day is chosen in the calendar by keyboard alone', async ({ page, expectAccessible }) => {
  const form = schemaOf(widget('date_input', 'start', {}, 'Start'));
  await openForm(page, form, { values: { start: '2024-02-28' } });
  const opener = page.getByRole('button', { name: 'Calendar for Start' });
  await opener.press('Enter');
  const calendar = page.getByRole('dialog', { name: 'Calendar for Start' });
  await expect(calendar.getByRole('button', { name: /February 28th, 2024/ })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(calendar).toBeHidden();
  await expect(opener).toBeFocused();
  expect(await formValues(page)).toEqual({ start: '2024-02-29' });

  await opener.press('Enter');
  await expect(calendar).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(opener).toBeFocused();
  expect(await formValues(page)).toEqual({ start: '2024-02-29' });
});

test('the year page of the calendar shows nine years and leads over the months to a day', async ({
  page,
  expectAccessible,
}) => {
  await openForm(page, schemaOf(widget('date_input', 'start', {}, 'Start')), { values: { start: '2024-02-28' } });
  await page.getByRole('button', { name: 'Calendar for Start' }).click();
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
  expect(await formValues(page)).toEqual({ start: '2031-05-17' });
  await expect(page.getByRole('textbox', { name: 'Start' })).toHaveValue('5/17/2031');
});

test('a date without a day is chosen as a month', async ({ page }) => {
  await openForm(page, schemaOf(widget('date_input', 'from', { includeDay: false }, 'From')));
  await page.getByRole('button', { name: 'Calendar for From' }).click();
  const calendar = page.getByRole('dialog', { name: 'Calendar for From' });
  const year = new Date().getUTCFullYear();
  await calendar.getByRole('button', { name: 'Previous year' }).click();
  await calendar.getByRole('button', { name: 'Sep' }).click();
  expect(await formValues(page)).toEqual({ from: `${year - 1}-09-01` });
  await expect(calendar).toBeHidden();
});

test('a date with time has hours from 1 to 12 with AM and PM, in UTC', async ({ page, expectAccessible }) => {
  const form = schemaOf(widget('date_input', 'at', { includeTime: true }, 'At'));
  await openForm(page, form, { values: { at: '2024-02-28T23:05:00.000Z' } });
  await page.getByRole('button', { name: 'Calendar for At' }).click();
  const calendar = page.getByRole('dialog', { name: 'Calendar for At' });
  const hour = calendar.getByLabel('Hour');
  await expect(hour).toHaveValue('11');
  await expect(hour.locator('option')).toHaveText(Array.from({ length: 12 }, (_, index) => String(index + 1)));
  await expect(calendar.getByLabel('AM or PM')).toHaveValue('PM');
  await expectAccessible(page);
  await calendar.getByRole('button', { name: /February 1st, 2024/ }).click();
  await hour.selectOption('12');
  await calendar.getByLabel('Minute').selectOption('30');
  expect(await formValues(page)).toEqual({ at: '2024-02-01T12:30:00.000Z' });
  await calendar.getByLabel('AM or PM').selectOption('AM');
  await calendar.getByRole('button', { name: 'Done' }).click();
  expect(await formValues(page)).toEqual({ at: '2024-02-01T00:30:00.000Z' });
  await expect(calendar).toBeHidden();
});

test('a date is typed in any format, with its interpretation shown while typing, and formatted on blur', async ({
  page,
  expectAccessible,
}) => {
  const form = schemaOf(widget('date_input', 'start', {}, 'Start'), widget('text_input', 'next', {}, 'Next'));
  await openForm(page, form);
  const start = page.getByRole('textbox', { name: 'Start' });
  const reading = page.getByText('Tue, Mar 31, 2026').first();
  await start.pressSequentially('31-mar-26');
  await expect(start).toHaveValue('31-mar-26');
  await expect(reading).toBeVisible();
  await expectAccessible(page);
  expect(await formValues(page)).toMatchObject({ start: '2026-03-31' });
  await start.press('Tab');
  await start.press('Tab');
  await expect(start).toHaveValue('3/31/2026');
  await expect(reading).toBeHidden();

  await start.fill('');
  await start.pressSequentially('2/30/2026');
  await expect(page.getByText(/Mar 2, 2026|Feb 30/)).toHaveCount(0);
  await start.blur();
  await expect(start).toHaveValue('2/30/2026');
  await expect(start).toHaveAccessibleDescription('February 2026 has no day 30');
  expect(await formValues(page)).toMatchObject({ start: '2/30/2026' });
  await expectAccessible(page);
});

test('t enters today, +7 a week ahead, and the arrow keys change the part at the caret', async ({ page }) => {
  await openForm(page, schemaOf(widget('date_input', 'start', {}, 'Start')));
  const start = page.getByRole('textbox', { name: 'Start' });
  const day = (days: number) =>
    page.evaluate((by) => {
      const date = new Date();
      date.setDate(date.getDate() + by);
      return `${date.getMonth() + 1}/${date.getDate()}/${date.getFullYear()}`;
    }, days);
  await start.pressSequentially('t');
  await start.blur();
  await expect(start).toHaveValue(await day(0));
  await start.fill('');
  await start.pressSequentially('+7');
  await start.blur();
  await expect(start).toHaveValue(await day(7));

  await start.fill('');
  await start.pressSequentially('3/31/2026');
  await start.press('Home');
  await start.press('ArrowUp');
  await expect(start).toHaveValue('4/30/2026');
  await start.press('ArrowUp');
  await expect(start).toHaveValue('5/30/2026');
  await start.press('End');
  await start.press('ArrowDown');
  await expect(start).toHaveValue('5/30/2025');
  expect(await formValues(page)).toEqual({ start: '2025-05-30' });
  await start.press('Alt+ArrowDown');
  await expect(page.getByRole('dialog', { name: 'Calendar for Start' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(start).toBeFocused();
});

test('a table cell has the calendar as well, and the caret leaves the cell at the edges of its text', async ({
  page,
}) => {
  const days = [widget('date_input', 'from', {}, 'From'), widget('date_input', 'to', {}, 'To')];
  await openForm(page, schemaOf(table('flights', days, { minItems: 1 }, { label: 'Flight' })));
  const cell = (name: string) => page.getByRole('row', { name: 'Flight 1' }).getByRole('textbox', { name });
  await cell('From').click();
  await page.keyboard.type('3/1/26');
  await page.keyboard.press('ArrowLeft');
  await expect(cell('From')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect(cell('To')).toBeFocused();
  await expect(cell('From')).toHaveValue('3/1/2026');
  await page.keyboard.press('Alt+ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'Calendar for To' });
  await expect(calendar.locator(':focus')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(calendar).toBeHidden();
  await expect(cell('To')).toBeFocused();
  await expect(cell('To')).not.toHaveValue('');
  await page.getByRole('button', { name: 'Calendar for To' }).click();
  await expect(calendar).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(cell('From')).toBeFocused();
});

test.describe('with a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });

  test('the button of a date field opens the device’s native picker', async ({ page }) => {
    await page.evaluate(() => {
      HTMLInputElement.prototype.showPicker = function showPicker() {
        document.body.dataset.opened = `${this.type} ${this.value}`;
      };
    });
    await openForm(page, schemaOf(widget('date_input', 'start', {}, 'Start')), { values: { start: '2026-03-31' } });
    await page.getByRole('button', { name: 'Calendar for Start' }).tap();
    await expect(page.locator('body')).toHaveAttribute('data-opened', 'date 2026-03-31');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.locator('input[type=date]').evaluate((input: HTMLInputElement) => {
      // Simulates the native picker: React overrides the value setter of the element.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '2026-04-02');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await expect(page.getByRole('textbox', { name: 'Start' })).toHaveValue('4/2/2026');
    expect(await formValues(page)).toEqual({ start: '2026-04-02' });
  });

  test('the button of a date field opens our calendar where the device has no native picker for the type', async ({
    page,
  }) => {
    await page.evaluate(() => {
      HTMLInputElement.prototype.showPicker = () => {
        throw new Error('Not supported');
      };
    });
    await openForm(page, schemaOf(widget('date_input', 'start', {}, 'Start')));
    await page.getByRole('button', { name: 'Calendar for Start' }).tap();
    await expect(page.getByRole('dialog', { name: 'Calendar for Start' })).toBeVisible();
  });
});
