import type { Page } from '@playwright/test';
import { schemaOf, table, widget } from '#tests/forms/form-builders.ts';
import { formValues, openForm } from '#tests/forms/harness/page.ts';
import { openHarness } from '#tests/forms/harness/serve.ts';
import { expect, test } from './fixtures.ts';

// The harness page runs without the product: no session, no saving.
test.beforeEach(({ page }) => openHarness(page));

const empty = { emptyUntilAnswered: true };
const plans = {
  ...empty,
  options: [
    { value: 'basic', label: 'Basic' },
    { value: 'full', label: 'Full' },
  ],
};
const question = { ...empty, presentation: 'yes_no' };

const form = schemaOf(
  widget('radio', 'plan', plans, 'Plan'),
  widget('select', 'voice', plans, 'Voice'),
  widget('number_input', 'discount', { ...empty, minValue: 5 }, 'Discount'),
  widget('date_input', 'start', empty, 'Start'),
  widget('checkboxes', 'media', plans, 'Media'),
  widget('text_input', 'notes', empty, { label: 'Notes', conditionalScript: '$plan == "basic"' }),
);

const radio = (page: Page, group: string, name: string) =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name });
const discountOf = (page: Page) => page.getByRole('spinbutton', { name: 'Discount' });

test('an unanswered form shows no answers and stores none', async ({ page, expectAccessible }) => {
  await openForm(page, form);
  expect(await formValues(page)).toEqual({});
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(page.getByLabel('Voice')).toHaveValue('');
  await expect(discountOf(page)).toHaveValue('');
  await expect(page.getByLabel('Notes')).toBeHidden();
  // Focusing a field does not answer it.
  for (const field of [page.getByLabel('Voice'), discountOf(page)]) {
    await field.focus();
    await page.keyboard.press('Tab');
  }
  expect(await formValues(page)).toEqual({});
  await expectAccessible(page);
});

test('an answer can be cleared by mouse', async ({ page }) => {
  await openForm(page, form);
  const clear = page.getByRole('button', { name: 'Clear Plan' });
  await expect(clear).toBeHidden();
  const before = await page.getByLabel('Voice').boundingBox();
  await radio(page, 'Plan', 'Basic').click();
  await expect(page.getByLabel('Notes')).toBeVisible();
  expect(await page.getByLabel('Voice').boundingBox()).toEqual(before);
  await clear.click();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(radio(page, 'Plan', 'Basic')).toBeFocused();
  await expect(page.getByLabel('Notes')).toBeHidden();
  await page.getByLabel('Voice').selectOption('Full');
  expect(await formValues(page)).toEqual({ voice: 'full' });
  await page.getByLabel('Voice').selectOption('Clear answer');
  await expect(page.getByLabel('Voice').getByRole('option', { name: 'Clear answer' })).toHaveCount(0);
  const box = page.getByRole('checkbox', { name: 'Full' });
  await box.check();
  await box.uncheck();
  expect(await formValues(page)).toEqual({});
});

test('an answer can be cleared by keyboard', async ({ page }) => {
  await openForm(page, form);
  await radio(page, 'Plan', 'Basic').focus();
  await page.keyboard.press('ArrowDown');
  expect(await formValues(page)).toEqual({ plan: 'full' });
  await page.keyboard.press('Delete');
  expect(await formValues(page)).toEqual({});
  await expect(radio(page, 'Plan', 'Full')).toBeFocused();
  await page.keyboard.press('Space');
  expect(await formValues(page)).toEqual({ plan: 'full' });
  await page.getByRole('button', { name: 'Clear Plan' }).press('Enter');
  const discount = discountOf(page);
  await discount.pressSequentially('12');
  await discount.press('Tab');
  expect(await formValues(page)).toEqual({ discount: 12 });
  await discount.press('Control+a');
  await discount.press('Backspace');
  await discount.press('Tab');
  expect(await formValues(page)).toEqual({});
  await expect(discount).toHaveValue('');
});

test('a required choice can be changed but not cleared', async ({ page }) => {
  const required = { ...plans, required: true };
  await openForm(
    page,
    schemaOf(widget('radio', 'plan', required, 'Plan'), widget('select', 'voice', required, 'Voice')),
  );
  await radio(page, 'Plan', 'Basic').press('Space');
  await page.getByLabel('Voice').selectOption('Full');
  await expect(page.getByRole('button', { name: 'Clear Plan' })).toHaveCount(0);
  await expect(page.getByLabel('Voice').getByRole('option')).toHaveText(['Basic', 'Full']);
  await radio(page, 'Plan', 'Basic').press('Delete');
  expect(await formValues(page)).toEqual({ plan: 'basic', voice: 'full' });
});

test('a yes/no question starts unanswered, and No is an answer', async ({ page, expectAccessible }) => {
  await openForm(
    page,
    schemaOf(
      widget('checkbox', 'is_new', { ...question, required: true }, 'Is it new?'),
      widget('checkbox', 'has_sound', question, 'With sound?'),
      widget('text_input', 'why', empty, { label: 'Why not?', conditionalScript: '$is_new == false' }),
    ),
  );
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Missing required field: Is it new?')).not.toHaveCount(0);
  await expect(radio(page, 'Is it new?', 'Yes')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(radio(page, 'Is it new?', 'No')).toBeChecked();
  expect(await formValues(page)).toEqual({ is_new: false });
  await expect(page.getByLabel('Why not?')).toBeVisible();
  await expect(page.getByText('Missing required field: Is it new?')).toHaveCount(0);
  await radio(page, 'With sound?', 'Yes').click();
  expect(await formValues(page)).toEqual({ is_new: false, has_sound: true });
  await page.getByRole('button', { name: 'Clear With sound?' }).click();
  expect(await formValues(page)).toEqual({ is_new: false });
  await expectAccessible(page);
});

test('an unanswered field reads as a dash', async ({ page }) => {
  const questionSchema = schemaOf(
    widget('radio', 'plan', plans, 'Plan'),
    widget('number_input', 'discount', { ...empty, floatingSuffix: '%' }, 'Discount'),
    widget('checkbox', 'is_new', question, 'Is it new?'),
    widget('checkbox', 'has_sound', question, 'With sound?'),
    widget('checkbox', 'music', empty, 'Music'),
  );
  await openForm(page, questionSchema, { values: { has_sound: false }, isReadOnly: true });
  for (const name of ['Plan', 'Discount', 'Is it new?', 'Music'])
    await expect(page.getByRole('group', { name })).toContainText('–');
  await expect(page.getByRole('group', { name: 'Discount' })).not.toContainText('%');
  await expect(page.getByRole('group', { name: 'With sound?' })).toContainText('No');
});

test('table cells are unanswered until filled in or pasted into', async ({ page }) => {
  const lines = table(
    'lines',
    [
      widget('select', 'voice', plans, 'Voice'),
      widget('checkbox', 'is_new', question, 'New?'),
      widget('number_input', 'spots', { ...empty, minValue: 1 }, 'Spots'),
    ],
    { minItems: 3 },
  );
  await openForm(page, schemaOf(lines));
  const rows = async () => {
    const { lines: all } = await formValues(page);
    return Array.isArray(all) ? all.map(({ _id, ...row }) => row) : all;
  };
  expect(await rows()).toEqual([{}, {}, {}]);
  const cell = page.getByRole('row', { name: 'lines 1' }).getByRole('radio', { name: 'No' });
  await cell.click();
  expect(await rows()).toEqual([{ is_new: false }, {}, {}]);
  await page.getByRole('button', { name: 'Clear New?' }).first().click();
  expect(await rows()).toEqual([{}, {}, {}]);
  await page
    .getByRole('row', { name: 'lines 1' })
    .getByLabel('Voice')
    .evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'Full\tno\t3\n\tY\t\nBasic\tmaybe\t2');
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
  expect(await rows()).toEqual([
    { voice: 'full', is_new: false, spots: 3 },
    { is_new: true },
    { voice: 'basic', spots: 2 },
  ]);
  await expect(page.getByRole('status').filter({ hasText: 'pasted' })).toHaveText(
    "3 rows pasted, 1 cell couldn't be pasted",
  );
});
