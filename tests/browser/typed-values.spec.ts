import { collection, schemaOf, table, widget } from '#tests/forms/form-builders.ts';
import { formValues, openForm, pasteText } from '#tests/forms/harness/page.ts';
import { openHarness } from '#tests/forms/harness/serve.ts';
import { expect, test } from './fixtures.ts';

// The harness page runs without the product: no session, no saving.
test.beforeEach(({ page }) => openHarness(page));

test('a number is truncated to its precision and clamped to its limits on blur', async ({ page }) => {
  await openForm(
    page,
    schemaOf(widget('number_input', 'price', { minValue: 10, maxValue: 99, precision: 2 }, 'Price')),
  );
  const price = page.getByRole('spinbutton', { name: 'Price' });
  await price.press('Control+a');
  await price.pressSequentially('12.349');
  await expect(price).toHaveValue('12.349');
  expect(await formValues(page)).toEqual({ price: 12.34 });
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
  await expect(price).toHaveValue('11');
  await price.fill('twelve');
  await price.press('Tab');
  await expect(price).toHaveAccessibleDescription('Must be a number');
});

/** A browser case for each place of tests/forms/typed-value-places.ts. */
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
  test(`a number typed key by key in a ${place} is not rewritten until blur, and then formatted`, async ({ page }) => {
    await openForm(page, form);
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
    expect(await formValues(page)).toMatchObject(name ? { rows: [stored] } : stored);
  });

test('truncated digits show a message at the field, and one click restores the typed number', async ({
  page,
  expectAccessible,
}) => {
  await openForm(page, schemaOf(widget('number_input', 'count', { precision: 0 }, 'Count')));
  const count = page.getByRole('spinbutton', { name: 'Count' });
  await count.press('Control+a');
  await count.pressSequentially('7.50');
  await count.press('Tab');
  await expect(count).toHaveValue('7');
  await expect(count).toHaveAccessibleDescription('Stored as 7: no decimals allowed');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore 7.50' }).press('Enter');
  await expect(count).toBeFocused();
  await expect(count).toHaveValue('7.50');
  // The stored value is still shown.
  await expect(count).toHaveAccessibleDescription('Stored as 7: no decimals allowed');
  expect(await formValues(page)).toEqual({ count: 7 });
  await count.press('End');
  await count.press('Backspace');
  await count.press('Backspace');
  await count.press('Backspace');
  await count.press('Tab');
  await expect(count).toHaveAccessibleDescription('');
});

test('a focused text is not rewritten when its value changes elsewhere, and shows a message', async ({ page }) => {
  await openForm(
    page,
    schemaOf(widget('text_input', 'note', {}, 'Note'), widget('number_input', 'count', {}, 'Count')),
  );
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.pressSequentially(' mine ');
  await page.evaluate(() => window.store.replace({ ...window.store.values(), count: 3 }));
  await expect(note).toHaveValue(' mine ');
  await page.evaluate(() => window.store.replace({ ...window.store.values(), note: 'theirs' }));
  await expect(note).toHaveValue(' mine ');
  await expect(note).toHaveAccessibleDescription('Changed somewhere else to theirs');
  await note.pressSequentially('x');
  await expect(note).toHaveAccessibleDescription('');
  await note.press('Tab');
  await expect(note).toHaveValue('mine x');
  expect(await formValues(page)).toMatchObject({ note: 'mine x', count: 3 });
});

test('a number beyond its limits shows a message at its field and can be restored with one click', async ({
  page,
  expectAccessible,
}) => {
  const config = { minValue: 50, maxValue: 250_000 };
  const spots = table('spots', [widget('number_input', 'count', { maxValue: 9 }, 'Count')], {}, { label: 'Spots' });
  const form = schemaOf(widget('number_input', 'price', config, 'Price'), spots);
  await openForm(page, form, { values: { spots: [{ _id: 'a', count: 1 }] } });
  const price = page.getByRole('spinbutton', { name: 'Price' });
  await price.fill('$1,200.50');
  await price.press('Tab');
  expect(await formValues(page)).toMatchObject({ price: 1200.5 });
  await expect(price).toHaveAccessibleDescription('');
  await price.fill('9999999');
  await price.press('Tab');
  // Grouped while it is not focused.
  await expect(price).toHaveValue('250,000');
  await expect(price).toHaveAccessibleDescription('9,999,999 is too high. The maximum is 250,000');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore 9,999,999' }).click();
  await expect(price).toBeFocused();
  await expect(price).toHaveValue('9999999');
  await price.press('Backspace');
  await price.press('Backspace');
  await price.press('Tab');
  expect(await formValues(page)).toMatchObject({ price: 99_999 });
  await expect(price).toHaveAccessibleDescription('');
  await price.fill('1');
  await price.press('Tab');
  await expect(price).toHaveAccessibleDescription('1 is too low. The minimum is 50');
  // Pasting several cells follows the same rules.
  const cell = page.getByRole('row', { name: 'Spots 1' }).getByRole('spinbutton');
  await cell.focus();
  await pasteText(page, '1,200\nmany');
  expect(await formValues(page)).toMatchObject({ spots: [{ count: 9 }, { count: 'many' }] });
  await expect(page.getByText('1,200 is too high. The maximum is 9')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Spots 2' }).getByText('Must be a number')).toBeVisible();
});
