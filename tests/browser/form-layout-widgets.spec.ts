import type { Locator } from '@playwright/test';
import { container, schemaOf, widget } from '#tests/forms/form-builders.ts';
import { formValues, openForm } from '#tests/forms/harness/page.ts';
import { openHarness } from '#tests/forms/harness/serve.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(({ page }) => openHarness(page));

const heightOf = async (element: Locator) => (await element.boundingBox())?.height ?? 0;
const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? 0;
const lines = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index}`).join('\n');

for (const canFit of [true, false]) {
  test(`a text area grows from 2 to 20 rows ${canFit ? 'with field-sizing' : 'without browser support for field-sizing'}`, async ({
    page,
  }) => {
    if (!canFit) {
      await page.evaluate(() => {
        CSS.supports = () => false;
        const styles = new CSSStyleSheet();
        styles.replaceSync('textarea { field-sizing: fixed !important }');
        document.adoptedStyleSheets.push(styles);
      });
    }
    await openForm(page, schemaOf(widget('text_input', 'notes', { textArea: true, autoResize: true }, 'Notes')));
    const notes = page.getByRole('textbox', { name: 'Notes' });
    const least = await heightOf(notes);
    await notes.fill(lines(10));
    const ten = await heightOf(notes);
    await notes.fill(lines(20));
    const twenty = await heightOf(notes);
    await notes.fill(lines(40));
    expect(await heightOf(notes)).toBe(twenty);
    expect(ten - least).toBeGreaterThan(6 * 22);
    expect(twenty - ten).toBeGreaterThan(8 * 22);
    await notes.fill('');
    expect(await heightOf(notes)).toBe(least);
  });
}

test('a tooltip opens on hover, focus or click, as the form says', async ({ page }) => {
  const about = (triggerMode: string) => ({ tooltip: { triggerMode, content: `By ${triggerMode}`, align: 'right' } });
  await openForm(
    page,
    schemaOf(
      widget('text_input', 'a', about('hover'), 'A'),
      widget('text_input', 'b', about('focus'), 'B'),
      container([widget('text_input', 'c')], about('click'), { label: 'C' }),
    ),
  );
  const sign = (name: string) => page.getByRole('button', { name: `About ${name}` });
  const tip = (by: string) => page.getByRole('tooltip').filter({ hasText: `By ${by}` });
  await sign('A').hover();
  await expect(tip('hover')).toBeVisible();
  await sign('B').hover();
  await expect(tip('hover')).toBeHidden();
  await expect(tip('focus')).toBeHidden();
  await sign('B').focus();
  await expect(tip('focus')).toBeVisible();
  await sign('C').focus();
  await expect(tip('click')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(tip('click')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tip('click')).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'A' })).toHaveAccessibleDescription('By hover');
});

test('a container shows its description above or below, and its widgets in rows by ratio or as a masonry layout', async ({
  page,
}) => {
  const three = ['a', 'b', 'c'].map((key) => widget('text_input', key, {}, key.toUpperCase()));
  const below = container(
    three,
    { descriptionPlacement: 'below' },
    { label: 'Below', description: 'After the fields' },
  );
  const bricks = container(
    ['d', 'e', 'f'].map((key) => widget('text_input', key, {}, key.toUpperCase())),
    { layoutMode: 'masonry' },
    { label: 'Bricks', description: 'Before the fields' },
  );
  await openForm(page, schemaOf(below, bricks));
  const field = (name: string) => page.getByRole('textbox', { name });
  expect(await topOf(page.getByText('After the fields'))).toBeGreaterThan(await topOf(field('C')));
  expect(await topOf(page.getByText('Before the fields'))).toBeLessThan(await topOf(field('D')));
  expect(await topOf(field('B'))).toBeGreaterThan((await topOf(field('A'))) + 30);
  expect(Math.abs((await topOf(field('D'))) - (await topOf(field('E'))))).toBeLessThan(40);
});

test('a readonly or disabled widget cannot be changed, whatever its type', async ({ page }) => {
  const options = { options: [{ value: 'a' }, { value: 'b' }] };
  const types = ['time_input', 'password_input', 'tags_input', 'checkboxes', 'multiple_select', 'file_input'];
  const fields = types.map((type) =>
    widget(
      type,
      type,
      { readonly: type !== 'tags_input', disabled: type === 'tags_input', ...(/check|select/.test(type) && options) },
      type,
    ),
  );
  const given = {
    time_input: '10:00',
    password_input: 'x',
    tags_input: ['t'],
    checkboxes: ['a'],
    multiple_select: ['b'],
  };
  await openForm(page, schemaOf(...fields), { values: given });
  await expect(page.getByRole('textbox', { name: 'time_input' })).not.toBeEditable();
  await expect(page.getByLabel('password_input', { exact: true })).not.toBeEditable();
  await expect(page.getByRole('textbox', { name: 'tags_input' })).toBeDisabled();
  await expect(page.getByRole('textbox', { name: 'multiple_select' })).toHaveValue('b');
  await expect(page.getByRole('textbox', { name: 'multiple_select' })).not.toBeEditable();
  await expect(page.getByRole('checkbox', { name: 'a', exact: true })).toBeDisabled();
  await expect(page.getByText('No file', { exact: true })).toBeVisible();
  expect(await formValues(page)).toEqual(given);
});

test('in a row of many columns a message gets its own line, starting at its field, and the inputs stay aligned', async ({
  page,
}) => {
  const words = 'At least five, or the station has no reason to keep the time free';
  const validationScript = `if this < 5 { reject because "${words}" }`;
  const labels = ['Spots', 'Weeks on air in all', 'Rate', 'Discount', 'Cost'];
  const columns = labels.map((label, index) => {
    return { ratio: 1, widget: widget('number_input', `f${index}`, {}, { label, validationScript }) };
  });
  await page.setViewportSize({ width: 800, height: 800 });
  await openForm(page, schemaOf({ type: 'container', meta: {}, config: { layout: [{ columns }] } }));
  const input = (name: string) => page.getByRole('spinbutton', { name });
  const boxOf = async (of: Locator) => (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const messages = page.getByRole('paragraph').filter({ hasText: words });
  for (const name of ['Spots', 'Cost']) {
    await input(name).fill('1');
    await input(name).press('Tab');
    await expect(input(name)).toHaveAccessibleDescription(words);
  }
  const [first, last] = [await boxOf(messages.first()), await boxOf(messages.last())];
  const [spots, cost] = [await boxOf(input('Spots')), await boxOf(input('Cost'))];
  expect(first.x).toBeCloseTo(spots.x, 0);
  expect(last.x).toBeLessThan(cost.x);
  expect(last.x + last.width).toBeLessThan(cost.x + cost.width + 1);
  for (const { width, height } of [first, last]) {
    expect(width).toBeGreaterThan(2 * spots.width);
    expect(height).toBeLessThan(30);
  }
  expect(last.y).toBeGreaterThan(first.y + first.height - 1);
  for (const name of labels) expect((await boxOf(input(name))).y).toBe(spots.y);
});
