import { collection, modal, schemaOf, widget } from '#tests/forms/form-builders.ts';
import { formValues, openForm } from '#tests/forms/harness/page.ts';
import { openHarness } from '#tests/forms/harness/serve.ts';
import { expect, test } from './fixtures.ts';

// The harness page runs without the product: no session, no saving.
test.beforeEach(({ page }) => openHarness(page));

const options = { options: [{ value: 'north', label: 'North' }, { value: 'south' }, { value: 'east', label: 'East' }] };

test('a time is typed and parsed in its format', async ({ page }) => {
  await openForm(
    page,
    schemaOf(
      widget('time_input', 'from', {}, 'From'),
      widget('time_input', 'to', { readonly: true, initialValue: { value: '$from' } }, 'To'),
      widget('time_input', 'air', { readonly: true, format: "HH'h'mm", initialValue: { value: '$from' } }, 'On air'),
    ),
  );
  await page.getByRole('textbox', { name: 'From' }).pressSequentially('21:05');
  expect(await formValues(page)).toEqual({ from: '21:05', to: '21:05', air: '21:05' });
  await expect(page.getByRole('textbox', { name: 'To' })).toHaveValue('9:05 PM');
  await expect(page.getByRole('textbox', { name: 'On air' })).toHaveValue('21h05');
});

test('a read-only or printed date is formatted', async ({ page }) => {
  const day = (format?: string) => ({ readonly: true, ...(format && { format }) });
  const form = schemaOf(
    widget('date_input', 'day', day(), 'Day'),
    widget('date_input', 'long', day('d MMMM yyyy'), 'Long'),
    widget('date_input', 'moment', { ...day(), includeTime: true }, 'Moment'),
    widget('date_input', 'open', { format: 'yyyy/MM/dd' }, 'Open'),
  );
  const moment = '2024-03-09T21:05:00.000Z';
  await openForm(page, form, { values: { day: '2024-03-09', long: '2024-03-09', moment, open: '2024-03-09' } });
  await expect(page.getByRole('textbox', { name: 'Day' })).toHaveValue('3/9/24');
  await expect(page.getByRole('textbox', { name: 'Long' })).toHaveValue('9 March 2024');
  await expect(page.getByRole('textbox', { name: 'Moment' })).toHaveValue('3/9/24 9:05 PM');
  await expect(page.getByText('2024/03/09')).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('2024/03/09')).toBeVisible();
  await expect(page.getByPlaceholder('M/D/YYYY')).toBeHidden();
});

test('a password is hidden until Show is clicked', async ({ page }) => {
  await openForm(page, schemaOf(widget('password_input', 'pin', { required: true }, 'PIN')));
  const pin = page.getByLabel('PIN (required)', { exact: true });
  await pin.fill('1234');
  await expect(pin).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show PIN' }).press('Enter');
  await expect(pin).toHaveAttribute('type', 'text');
  expect(await formValues(page)).toEqual({ pin: '1234' });
});

test('tags are added by Enter, comma, paste and blur, and a duplicate is rejected by name', async ({ page }) => {
  await openForm(page, schemaOf(widget('tags_input', 'tags', {}, 'Tags')));
  const field = page.getByRole('textbox', { name: 'Tags' });
  await field.pressSequentially('rock,pop');
  await field.press('Enter');
  expect(await formValues(page)).toEqual({ tags: ['rock', 'pop'] });
  await expect(page.getByRole('status')).toHaveText('pop added');
  await field.fill('jazz, pop, ,');
  expect(await formValues(page)).toEqual({ tags: ['rock', 'pop', 'jazz'] });
  await expect(page.getByRole('status')).toHaveText('Already added: pop');
  await field.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'folk\nsoul,blues\n');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await field.fill('punk');
  await field.press('Tab');
  expect(await formValues(page)).toEqual({ tags: ['rock', 'pop', 'jazz', 'folk', 'soul', 'blues', 'punk'] });
  await field.press('Backspace');
  await page.getByRole('button', { name: 'Remove jazz' }).press('Enter');
  await expect(field).toBeFocused();
  expect(await formValues(page)).toEqual({ tags: ['rock', 'pop', 'folk', 'soul', 'blues'] });
  await field.fill('pop');
  await field.press('Enter');
  await expect(page.getByRole('status')).toHaveText('Already added: pop');
  // The message about a duplicate disappears with the tag.
  await page.getByRole('button', { name: 'Remove pop' }).click();
  await expect(page.getByRole('status')).toHaveText('pop removed');
});

test('tags are split by the form’s separator, and may repeat where the form allows it', async ({ page }) => {
  const config = { splitPattern: '\\s*[;/]\\s*', allowDuplicates: true };
  await openForm(page, schemaOf(widget('tags_input', 'tags', config, 'Tags')));
  const field = page.getByRole('textbox', { name: 'Tags' });
  // The separator's parser loads with the field; until then a text is not split.
  await expect
    .poll(async () => {
      await field.fill('');
      await field.fill('a;');
      return formValues(page);
    })
    .toEqual({ tags: ['a'] });
  await field.fill('b / c;');
  await field.fill('a;');
  expect(await formValues(page)).toEqual({ tags: ['a', 'b', 'c', 'a'] });
});

test('several options are chosen in a group of checkboxes, and an option that is no longer offered can be removed', async ({
  page,
}) => {
  const form = schemaOf(widget('checkboxes', 'regions', { required: true, ...options }, 'Regions'));
  await openForm(page, form, { values: { regions: ['west'] } });
  const group = page.getByRole('group', { name: 'Regions (required)' });
  await group.getByRole('checkbox', { name: 'East' }).check();
  await group.getByRole('checkbox', { name: 'North' }).press('Space');
  expect(await formValues(page)).toEqual({ regions: ['west', 'north', 'east'] });
  await group.getByRole('checkbox', { name: 'west (no longer an option)' }).click();
  expect(await formValues(page)).toEqual({ regions: ['north', 'east'] });
  await expect(group.getByRole('checkbox')).toHaveCount(3);
});

test('several of many options are found by typing and chosen by keyboard', async ({ page }) => {
  await openForm(page, schemaOf(widget('multiple_select', 'regions', options, 'Regions')));
  const field = page.getByRole('combobox', { name: 'Regions' });
  await field.press('ArrowDown');
  await expect(page.getByRole('option')).toHaveText(['North', 'south', 'East']);
  await field.pressSequentially('o');
  await expect(page.getByRole('option')).toHaveText(['North', 'south']);
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(page.getByRole('option', { name: 'south', selected: true })).toBeVisible();
  await field.press('ArrowUp');
  await field.press('Enter');
  expect(await formValues(page)).toEqual({ regions: ['south', 'north'] });
  await field.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove south' }).click();
  await expect(field).toBeFocused();
  await field.fill('xyz');
  await expect(page.getByText('No results')).toBeVisible();
  expect(await formValues(page)).toEqual({ regions: ['north'] });
});

test('a modal keeps its data, counts its problems, and opens for a problem', async ({ page }) => {
  const address = modal(
    [
      widget('text_input', 'street', { required: true }, 'Street'),
      widget('text_input', 'city', { required: true }, 'City'),
    ],
    {},
    { key: 'billing', label: 'Billing address' },
  );
  await openForm(page, schemaOf(collection('lines', [address], { minItems: 2 }, { label: 'Line' })));
  const second = page.getByRole('listitem', { name: 'Line 2' });
  const opener = second.getByRole('button', { name: 'Billing address' });
  const dialog = page.getByRole('dialog', { name: 'Billing address' });
  await opener.press('Enter');
  await dialog.getByRole('textbox', { name: 'City' }).fill('Austin');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(opener).toHaveAccessibleDescription('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Street' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(opener).toHaveAccessibleDescription('1 problem to fix');
  await expect(page.getByText('2 problems to fix', { exact: true }).last()).toBeVisible();
  await page.getByRole('link', { name: 'Line 2: Missing required field: Street' }).click();
  await expect(dialog.getByRole('textbox', { name: 'City' })).toHaveValue('Austin');
  await dialog.getByRole('textbox', { name: 'Street' }).fill('Main Street');
  // The modal traps focus and returns it to the button that opened it.
  await dialog.getByRole('button', { name: 'Done' }).focus();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('textbox').first()).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(opener).toBeFocused();
  await expect(opener).toHaveAccessibleDescription('');
  expect(await formValues(page)).toMatchObject({ lines: [{}, { billing: { street: 'Main Street', city: 'Austin' } }] });
  await page.emulateMedia({ media: 'print' });
  await expect(second.getByRole('textbox', { name: 'Street' })).toHaveValue('Main Street');
});

test('a widget whose code fails to load shows a message in its place, and the rest of the form works', async ({
  page,
}) => {
  await page.route(/(TagsField|MarkdownRenderer).*\.js$/, (route) => route.abort());
  await openForm(
    page,
    schemaOf(
      widget('tags_input', 'tags', {}, 'Tags'),
      { type: 'markdown', config: { content: 'As *written*' } },
      widget('text_input', 'name', {}, 'Name'),
    ),
  );
  await expect(page.getByText("Tags couldn't be loaded")).toBeVisible();
  await expect(page.getByText('As *written*')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Spring');
  expect(await formValues(page)).toEqual({ tags: [], name: 'Spring' });
});
