import type { Page } from '@playwright/test';
import { cases } from '#tests/forms/cases.ts';
import { everyWidget } from '#tests/forms/every-widget.ts';
import { open, values } from '#tests/forms/harness/page.ts';
import { openHarness } from '#tests/forms/harness/serve.ts';
import { runCase } from '#tests/forms/run-case.ts';
import { collection, schemaOf, table, widget } from '#tests/forms/written.ts';
import { expect, test } from './fixtures.ts';

// The harness page is not the product's: nobody signs in, and nothing is saved.
test.beforeEach(({ page }) => openHarness(page));

test('the browser and the server say the same of a form, to the letter', async ({ page }) => {
  for (const { name, expected: _, ...given } of cases) {
    // As text: what is handed to a page and back otherwise loses keys such as __proto__.
    const there = await page.evaluate(
      (text) => JSON.stringify(window.runCase(JSON.parse(text))),
      JSON.stringify(given),
    );
    expect(there, name).toBe(JSON.stringify(runCase(given)));
  }
});

/** Waits for what is loaded apart, too: until it is there, what stands under it moves. */
async function openEveryWidget(page: Page): Promise<void> {
  await open(page, everyWidget);
  await expect(page.getByRole('heading', { name: 'Terms' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Radio spots 2' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Stations' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Billing address', exact: true })).toBeVisible();
}

test('every widget is accessible in both themes, with its errors shown', async ({ page, expectAccessible }) => {
  await openEveryWidget(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: /things to correct/ })).toBeVisible();
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

test('what opens over a form is accessible, too: a list of options, the menu of a row, a modal', async ({
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

test('a field says what is wrong when it is left, and then follows what is typed', async ({ page }) => {
  const script = 'if $name:length < 3 { reject $name because "At least 3 letters" }';
  await open(page, schemaOf(widget('text_input', 'name', {}, { label: 'Name', validationScript: script })));
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

test('a save that is tried lists every error, and each leads to its field', async ({ page }) => {
  await open(
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
  const summary = page.getByRole('region', { name: 'What to correct' });
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

test('a widget appears and goes with what its script reads, and keeps its value', async ({ page }) => {
  await open(
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

test('a calculated field follows what it reads', async ({ page }) => {
  await open(
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

test('a number keeps its decimals cut and its limits when it is left', async ({ page }) => {
  await open(page, schemaOf(widget('number_input', 'price', { minValue: 10, maxValue: 99, precision: 2 }, 'Price')));
  const price = page.getByRole('spinbutton', { name: 'Price' });
  await price.press('Control+a');
  await price.pressSequentially('12.349');
  await expect(price).toHaveValue('12.349');
  expect(await values(page)).toEqual({ price: 12.34 });
  await price.press('Tab');
  await expect(price).toHaveValue('12.34');
  await expect(price).toHaveAccessibleDescription('Stored as 12.34: at most 2 decimals');
  await price.fill('120');
  await price.press('Tab');
  await expect(price).toHaveValue('99.00');
  await price.fill('');
  await price.press('Tab');
  await expect(price).toHaveValue('10.00');
  await price.press('ArrowUp');
  await expect(price).toHaveValue('11.00');
  await price.fill('twelve');
  await price.press('Tab');
  await expect(price).toHaveAccessibleDescription('Must be a number');
});

/** A browser case for each place of tests/forms/typed-places.ts. */
const numbers = [
  widget('number_input', 'none', {}, 'Any'),
  ...[0, 1, 2, 4].map((precision) => widget('number_input', `p${precision}`, { precision }, `To ${precision}`)),
  widget('number_input', 'price', { money: 'shown', precision: 2 }, 'Price'),
];
const typedNumbers: [label: string, typed: string, shown: string, stored: number][] = [
  ['Any', '45.0075', '45.0075', 45.0075],
  ['To 0', '7.50', '7', 7],
  ['To 1', '2.25', '2.2', 2.2],
  ['To 2', '7.50', '7.50', 7.5],
  ['To 4', '45.0075', '45.0075', 45.0075],
  ['Price', '(1,234.50)', '-$1,234.50', -1234.5],
];
for (const { place, form, name } of [
  { place: 'form', form: schemaOf(...numbers), name: undefined },
  {
    place: 'table cell',
    form: schemaOf(table('rows', numbers, { minItems: 1 }, { label: 'Spot' })),
    name: 'row',
  },
  {
    place: 'collection row',
    form: schemaOf(collection('rows', numbers, { minItems: 1 }, { label: 'Spot' })),
    name: 'listitem',
  },
] as const)
  test(`a number that is typed key by key in a ${place} is not rewritten, and formatted once it is left`, async ({
    page,
  }) => {
    await open(page, form);
    const around = name ? page.getByRole(name, { name: 'Spot 1' }) : page;
    for (const [label, typed, shown] of typedNumbers) {
      const field = around.getByRole('spinbutton', { name: label, exact: true });
      await field.click();
      await field.press('Control+a');
      for (const [at, key] of [...typed].entries()) {
        await page.keyboard.press(key);
        await expect(field).toHaveValue(typed.slice(0, at + 1));
      }
      await page.keyboard.press('Tab');
      await expect(field).toHaveValue(shown);
    }
    const stored = { none: 45.0075, p0: 7, p1: 2.2, p2: 7.5, p4: 45.0075, price: -1234.5 };
    expect(await values(page)).toMatchObject(name ? { rows: [stored] } : stored);
  });

test('digits that were cut off are said at the field, and one press brings back what was typed', async ({
  page,
  expectAccessible,
}) => {
  await open(page, schemaOf(widget('number_input', 'count', { precision: 0 }, 'Count')));
  const count = page.getByRole('spinbutton', { name: 'Count' });
  await count.press('Control+a');
  await count.pressSequentially('7.50');
  await count.press('Tab');
  await expect(count).toHaveValue('7');
  await expect(count).toHaveAccessibleDescription('Stored as 7: no decimals here');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to 7.50' }).press('Enter');
  await expect(count).toBeFocused();
  await expect(count).toHaveValue('7.50');
  // It still says what is stored.
  await expect(count).toHaveAccessibleDescription('Stored as 7: no decimals here');
  expect(await values(page)).toEqual({ count: 7 });
  await count.press('End');
  await count.press('Backspace');
  await count.press('Backspace');
  await count.press('Backspace');
  await count.press('Tab');
  await expect(count).toHaveAccessibleDescription('');
});

test('a text with focus is not rewritten by what changes its value meanwhile, and says so', async ({ page }) => {
  await open(page, schemaOf(widget('text_input', 'note', {}, 'Note'), widget('number_input', 'count', {}, 'Count')));
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.pressSequentially(' mine ');
  await page.evaluate(() => window.store.replace({ ...window.store.values(), count: 3 }));
  await expect(note).toHaveValue(' mine ');
  await page.evaluate(() => window.store.replace({ ...window.store.values(), note: 'theirs' }));
  await expect(note).toHaveValue(' mine ');
  await expect(note).toHaveAccessibleDescription('Changed elsewhere to theirs');
  await note.pressSequentially('x');
  await expect(note).toHaveAccessibleDescription('');
  await note.press('Tab');
  await expect(note).toHaveValue('mine x');
  expect(await values(page)).toMatchObject({ note: 'mine x', count: 3 });
});

test('a number that is beyond its limits is told at its field with the one that was typed a press away', async ({
  page,
  expectAccessible,
}) => {
  const config = { minValue: 50, maxValue: 250_000 };
  const spots = table('spots', [widget('number_input', 'count', { maxValue: 9 }, 'Count')], {}, { label: 'Spots' });
  const form = schemaOf(widget('number_input', 'price', config, 'Price'), spots);
  await open(page, form, { values: { spots: [{ _id: 'a', count: 1 }] } });
  const price = page.getByRole('spinbutton', { name: 'Price' });
  await price.fill('$1,200.50');
  await price.press('Tab');
  expect(await values(page)).toMatchObject({ price: 1200.5 });
  await expect(price).toHaveAccessibleDescription('');
  await price.fill('9999999');
  await price.press('Tab');
  // Grouped while it is not typed in.
  await expect(price).toHaveValue('250,000');
  await expect(price).toHaveAccessibleDescription('9,999,999 is too much: 250,000 is the most');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to 9,999,999' }).click();
  await expect(price).toBeFocused();
  await expect(price).toHaveValue('9999999');
  await price.press('Backspace');
  await price.press('Backspace');
  await price.press('Tab');
  expect(await values(page)).toMatchObject({ price: 99_999 });
  await expect(price).toHaveAccessibleDescription('');
  await price.fill('1');
  await price.press('Tab');
  await expect(price).toHaveAccessibleDescription('1 is too little: 50 is the least');
  // Several cells are pasted by the same rules.
  const cell = page.getByRole('row', { name: 'Spots 1' }).getByRole('spinbutton');
  await cell.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '1,200\nmany');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  expect(await values(page)).toMatchObject({ spots: [{ count: 9 }, { count: 'many' }] });
  await expect(page.getByText('1,200 is too much: 9 is the most')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Spots 2' }).getByText('Must be a number')).toBeVisible();
});

test('a number goes on counting while its arrow is held down', async ({ page }) => {
  await open(page, schemaOf(widget('number_input', 'count', {}, 'Count')));
  await page.getByRole('button', { name: 'Increase Count' }).hover();
  await page.mouse.down();
  await expect.poll(async () => Number((await values(page)).count)).toBeGreaterThan(4);
  await page.mouse.up();
  const reached = (await values(page)).count;
  await page.getByRole('button', { name: 'Decrease Count' }).click();
  expect((await values(page)).count).toBe(Number(reached) - 1);
});

test('rows are added, moved and removed by keyboard, and each keeps what was typed in it', async ({ page }) => {
  const rows = collection(
    'lines',
    [widget('text_input', 'title', {}, 'Title')],
    { minItems: 1, maxItems: 3 },
    { label: 'Spot' },
  );
  await open(page, schemaOf(rows));
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
  expect(await values(page)).toMatchObject({ lines: [{ title: 'Three' }, { title: 'Two' }] });
  await expect(page.getByRole('listitem', { name: 'Spot 1' })).toBeFocused();
  await page.getByRole('button', { name: 'Duplicate Spot 1' }).press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await page.keyboard.type('!');
  expect(await values(page)).toMatchObject({ lines: [{ title: 'Three' }, { title: 'Two' }, { title: 'Three!!' }] });
  await expect(page.getByRole('button', { name: 'Duplicate Spot 1' })).toBeDisabled();
});

test('what the server refused stands at its field until that is changed', async ({ page }) => {
  await open(page, schemaOf(widget('text_input', 'name', {}, 'Name'), widget('text_input', 'other', {}, 'Other')));
  await page.evaluate(() =>
    window.store.takeServerProblems([{ path: '/name', value: '', message: 'This name is taken' }]),
  );
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveAccessibleDescription('This name is taken');
  await page.getByRole('textbox', { name: 'Other' }).fill('x');
  await expect(name).toHaveAccessibleDescription('This name is taken');
  await name.fill('y');
  await expect(page.getByText('This name is taken')).toBeHidden();
});

test('a form that is only read shows its values and takes none', async ({ page }) => {
  await open(page, everyWidget, { values: { name: 'Spring', daypart: 'noon', lines: [] }, isReadOnly: true });
  await expect(page.getByRole('group', { name: 'Campaign name' })).toHaveText('Campaign nameSpring');
  await expect(page.getByRole('group', { name: 'Daypart' })).toHaveText('DaypartNoon');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add Spot' })).toBeHidden();
});

test('a part that cannot be read is marked in its place, and the rest works on', async ({ page }) => {
  await open(page, schemaOf({ type: 'nonsense' }, widget('text_input', 'name', {}, 'Name')));
  await expect(page.getByText('This part of the form can not be shown')).toBeVisible();
  await expect(page.getByText('Unknown widget type "nonsense"')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('x');
  expect(await values(page)).toEqual({ name: 'x' });
});
