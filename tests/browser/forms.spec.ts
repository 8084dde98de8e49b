import type { Page } from '@playwright/test';
import { cases } from '#tests/forms/cases.ts';
import { everyWidget } from '#tests/forms/every-widget.ts';
import { collection, schemaOf, widget } from '#tests/forms/form-builders.ts';
import { formValues, openForm } from '#tests/forms/harness/page.ts';
import { openHarness } from '#tests/forms/harness/serve.ts';
import { runCase } from '#tests/forms/run-case.ts';
import { expect, test } from './fixtures.ts';

// The harness page runs without the product: no session, no saving.
test.beforeEach(({ page }) => openHarness(page));

test('the browser and the server fill every form with exactly the same result', async ({ page }) => {
  for (const { name, expected: _, ...given } of cases) {
    // Pass JSON as text: structured serialization would lose keys such as __proto__.
    const there = await page.evaluate(
      (text) => JSON.stringify(window.runCase(JSON.parse(text))),
      JSON.stringify(given),
    );
    expect(there, name).toBe(JSON.stringify(runCase(given)));
  }
});

/** Also waits for lazily loaded widgets: until they are there, the layout shifts. */
async function openEveryWidget(page: Page): Promise<void> {
  await openForm(page, everyWidget);
  await expect(page.getByRole('heading', { name: 'Terms' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Radio spots 2' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Stations' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Billing address', exact: true })).toBeVisible();
}

test('every widget is accessible in both themes, with its errors shown', async ({ page, expectAccessible }) => {
  await openEveryWidget(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: /problems to fix/ })).toBeVisible();
  for (const [theme, density] of [
    ['light', 'compact'],
    ['dark', 'cozy'],
  ]) {
    await page.evaluate(
      ([first, second]) => Object.assign(document.documentElement.dataset, { theme: first, density: second }),
      [theme, density],
    );
    await expectAccessible(page);
  }
});

test('popups of a form are accessible: a list of options, the menu of a row, a modal', async ({
  page,
  expectAccessible,
}) => {
  await openEveryWidget(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('combobox', { name: 'Stations' }).press('ArrowDown');
  await expect(page.getByRole('option', { name: 'South' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions of Radio spots 2' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Actions of Radio spots 2' })).toBeFocused();
  await page.getByRole('button', { name: 'Billing address', exact: true }).press('Enter');
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Street' })).toBeVisible();
  await expectAccessible(page);
});

test('a field is validated on blur, and then on each change', async ({ page }) => {
  const script = 'if $name:length < 3 { reject $name because "At least 3 letters" }';
  await openForm(page, schemaOf(widget('text_input', 'name', {}, { label: 'Name', validationScript: script })));
  const field = page.getByRole('textbox', { name: 'Name' });
  await field.pressSequentially('ab');
  await expect(page.getByText('At least 3 letters')).toBeHidden();
  await field.press('Tab');
  await expect(field).toHaveAccessibleDescription('At least 3 letters');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.press('End');
  await field.pressSequentially('c');
  await expect(page.getByText('At least 3 letters')).toBeHidden();
});

test('a failed save lists every error with a link to its field', async ({ page }) => {
  await openForm(
    page,
    schemaOf(
      widget('text_input', 'name', { required: true }, 'Name'),
      collection(
        'lines',
        [widget('text_input', 'title', { required: true }, 'Title')],
        { minItems: 2 },
        { label: 'Spot' },
      ),
    ),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  const summary = page.getByRole('region', { name: 'Problems to fix' });
  await expect(summary.getByRole('link')).toHaveText([
    'Missing required field: Name',
    'Spot 1: Missing required field: Title',
    'Spot 2: Missing required field: Title',
  ]);
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await summary.getByRole('link', { name: /Spot 2/ }).click();
  await expect(page.getByRole('listitem', { name: 'Spot 2' }).getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Two');
  await expect(summary.getByRole('link')).toHaveCount(2);
});

test('a widget with a conditional script appears and disappears, and keeps its value', async ({ page }) => {
  await openForm(
    page,
    schemaOf(
      widget('checkbox', 'on', {}, 'On'),
      widget('text_input', 'why', {}, { label: 'Why', conditionalScript: '$on' }),
    ),
  );
  const why = page.getByRole('textbox', { name: 'Why' });
  await expect(why).toBeHidden();
  await page.getByRole('checkbox', { name: 'On' }).check();
  await why.fill('because');
  await page.getByRole('checkbox', { name: 'On' }).uncheck();
  await expect(why).toBeHidden();
  await page.getByRole('checkbox', { name: 'On' }).check();
  await expect(why).toHaveValue('because');
});

test('a calculated field follows its inputs', async ({ page }) => {
  await openForm(
    page,
    schemaOf(
      widget('number_input', 'count', {}, 'Count'),
      widget('number_input', 'double', { readonly: true, initialValue: { value: '$count * 2' } }, 'Double'),
    ),
  );
  await page.getByRole('spinbutton', { name: 'Count' }).fill('21');
  await expect(page.getByRole('spinbutton', { name: 'Double' })).toHaveValue('42');
  await expect(page.getByRole('spinbutton', { name: 'Double' })).not.toBeEditable();
});

test('a number keeps counting while its arrow button is held down', async ({ page }) => {
  await openForm(page, schemaOf(widget('number_input', 'count', {}, 'Count')));
  await page.getByRole('button', { name: 'Increase Count' }).hover();
  await page.mouse.down();
  await expect.poll(async () => Number((await formValues(page)).count)).toBeGreaterThan(4);
  await page.mouse.up();
  const reached = (await formValues(page)).count;
  await page.getByRole('button', { name: 'Decrease Count' }).click();
  expect((await formValues(page)).count).toBe(Number(reached) - 1);
});

test('rows are added, moved and removed by keyboard, and each keeps its values', async ({ page }) => {
  const rows = collection(
    'lines',
    [widget('text_input', 'title', {}, 'Title')],
    { minItems: 1, maxItems: 3 },
    { label: 'Spot' },
  );
  await openForm(page, schemaOf(rows));
  const add = page.getByRole('button', { name: 'Add Spot' });
  await page.getByRole('textbox', { name: 'Title' }).fill('One');
  await expect(page.getByRole('button', { name: 'Remove Spot 1' })).toBeDisabled();
  await add.press('Enter');
  await page.keyboard.type('Two');
  await add.press('Enter');
  await page.keyboard.type('Three');
  await expect(add).toBeDisabled();
  await page.getByRole('button', { name: 'Move Spot 3 up' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Move Spot 2 up' })).toBeFocused();
  await expect(page.getByText('Spot 3 is now number 2')).toBeAttached();
  await page.getByRole('button', { name: 'Remove Spot 1' }).press('Enter');
  expect(await formValues(page)).toMatchObject({ lines: [{ title: 'Three' }, { title: 'Two' }] });
  await expect(page.getByRole('listitem', { name: 'Spot 1' })).toBeFocused();
  await page.getByRole('button', { name: 'Duplicate Spot 1' }).press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await page.keyboard.type('!');
  expect(await formValues(page)).toMatchObject({ lines: [{ title: 'Three' }, { title: 'Two' }, { title: 'Three!!' }] });
  await expect(page.getByRole('button', { name: 'Duplicate Spot 1' })).toBeDisabled();
});

test('a server-side error is shown at its field until the field changes', async ({ page }) => {
  await openForm(page, schemaOf(widget('text_input', 'name', {}, 'Name'), widget('text_input', 'other', {}, 'Other')));
  await page.evaluate(() =>
    window.store.setServerErrors([{ path: '/name', value: '', message: 'This name is taken' }]),
  );
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveAccessibleDescription('This name is taken');
  await page.getByRole('textbox', { name: 'Other' }).fill('x');
  await expect(name).toHaveAccessibleDescription('This name is taken');
  await name.fill('y');
  await expect(page.getByText('This name is taken')).toBeHidden();
});

test('a read-only form shows its values and accepts no input', async ({ page }) => {
  await openForm(page, everyWidget, { values: { name: 'Spring', daypart: 'noon', lines: [] }, isReadOnly: true });
  await expect(page.getByRole('group', { name: 'Campaign name' })).toHaveText('Campaign nameSpring');
  await expect(page.getByRole('group', { name: 'Daypart' })).toHaveText('DaypartNoon');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add Spot' })).toBeHidden();
});

test('an invalid widget is replaced by a message, and the rest of the form works', async ({ page }) => {
  await openForm(page, schemaOf({ type: 'nonsense' }, widget('text_input', 'name', {}, 'Name')));
  await expect(page.getByText("This part of the form can't be displayed")).toBeVisible();
  await expect(page.getByText('Unknown widget type "nonsense"')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('x');
  expect(await formValues(page)).toEqual({ name: 'x' });
});
