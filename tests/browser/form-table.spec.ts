import type { Page } from '@playwright/test';
import { collection, container, schemaOf, table, widget } from '#tests/forms/form-builders.ts';
import { formValues, openForm, pasteText } from '#tests/forms/harness/page.ts';
import { openHarness } from '#tests/forms/harness/serve.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(({ page }) => openHarness(page));

const spots = (config: Record<string, unknown> = {}) =>
  schemaOf(
    table(
      'spots',
      [
        widget('text_input', 'title', { required: true }, { label: 'Title', description: 'As it is announced' }),
        widget('number_input', 'count', { minValue: 0 }, 'Count'),
        widget(
          'select',
          'market',
          {
            options: [
              { value: 'a', label: 'Austin' },
              { value: 'b', label: 'Boston' },
            ],
          },
          'Market',
        ),
        widget('number_input', 'twice', { readonly: true, initialValue: { value: '$count * 2' } }, 'Twice'),
      ],
      { minItems: 2, maxItems: 4, ...config },
      { label: 'Spot' },
    ),
  );
const cell = (page: Page, row: number, name: string) =>
  page.getByRole('row', { name: `Spot ${row}`, exact: true }).getByLabel(name);

test('arrow keys and Enter move through a table, and Enter in its last row adds one', async ({ page }) => {
  await openForm(page, spots());
  await cell(page, 1, 'Title').click();
  await page.keyboard.type('One');
  await page.keyboard.press('Enter');
  await expect(cell(page, 2, 'Title')).toBeFocused();
  await page.keyboard.type('Two');
  await page.keyboard.press('ArrowRight');
  await expect(cell(page, 2, 'Count')).toBeFocused();
  await page.keyboard.type('7');
  await page.keyboard.press('ArrowUp');
  await expect(cell(page, 1, 'Count')).toBeFocused();
  await page.keyboard.type('5');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(cell(page, 1, 'Title')).toBeFocused();
  await page.keyboard.press('F2');
  await page.keyboard.type('!');
  await page.keyboard.press('ArrowLeft');
  await expect(cell(page, 1, 'Title')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(cell(page, 3, 'Title')).toBeFocused();
  await page.keyboard.type('Three');
  expect(await formValues(page)).toMatchObject({
    spots: [{ title: 'One!', count: 5, twice: 10 }, { title: 'Two', count: 7 }, { title: 'Three' }],
  });
});

test('several cells are pasted to the right and down, with rows added up to the limit', async ({ page }) => {
  await openForm(page, spots());
  await cell(page, 2, 'Title').focus();
  await pasteText(page, 'A\t"1,200"\tBoston\t9\tbeyond\nB\t2\taustin\nC\t3\tb\nD\t4\tb\n');
  expect(await formValues(page)).toMatchObject({
    spots: [
      {},
      { title: 'A', count: 1200, market: 'b', twice: 2400 },
      { title: 'B', count: 2, market: 'a' },
      { title: 'C', count: 3, market: 'b' },
    ],
  });
  await expect(page.getByRole('status').filter({ hasText: 'pasted' })).toHaveText(
    "3 rows pasted, 1 didn't fit, 2 cells couldn't be pasted",
  );
  await cell(page, 1, 'Title').focus();
  await pasteText(page, 'one value');
  await expect(page.getByRole('status').filter({ hasText: 'pasted' })).toHaveText(/^3 rows/);
});

test('pasted cells that cannot be parsed stay as text, marked and counted, and the summary leads to the first', async ({
  page,
  expectAccessible,
}) => {
  const flights = table(
    'flights',
    [
      widget('date_input', 'from', {}, 'From'),
      widget('number_input', 'count', { precision: 0 }, 'Count'),
      widget('checkbox', 'live', {}, 'Live'),
    ],
    { minItems: 1 },
    { label: 'Flight' },
  );
  await openForm(page, schemaOf(flights));
  const field = (row: number, name: string) =>
    page.getByRole('row', { name: `Flight ${row}`, exact: true }).getByLabel(name, { exact: true });
  await field(1, 'From').click();
  await page.keyboard.type('typed before');
  await pasteText(page, '31-Mar-26\t1,200\tyes\n2/30/2026\t7.50\tno\n4/1/2026\tmany\tperhaps\n');
  await expect(field(1, 'From')).toHaveValue('3/31/2026');
  expect(await formValues(page)).toMatchObject({
    flights: [
      { from: '2026-03-31', count: 1200, live: true },
      { from: '2/30/2026', count: 7, live: false },
      { from: '2026-04-01', count: 'many', live: false },
    ],
  });
  const summary = "3 rows pasted, 1 cell couldn't be pasted, 2 cells couldn't be read";
  await expect(page.getByRole('status').filter({ hasText: 'pasted' })).toHaveText(summary);
  await expect(field(2, 'From')).toHaveAccessibleDescription('February 2026 has no day 30');
  await expect(field(2, 'Count')).toHaveAccessibleDescription('Stored as 7: no decimals allowed');
  await expect(field(3, 'Count')).toHaveAccessibleDescription('Must be a number');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Go to the first' }).click();
  await expect(field(2, 'From')).toBeFocused();
  await field(2, 'From').fill('');
  await field(2, 'From').pressSequentially('2/28/2026');
  await expect(page.getByText("1 cell couldn't be read").last()).toBeVisible();
  await page.getByRole('button', { name: 'Go to the first' }).click();
  await expect(field(3, 'Count')).toBeFocused();
});

test('several cells are pasted into the rows of a collection field by field, with rows added', async ({ page }) => {
  const place = container([widget('number_input', 'count', {}, 'Count'), widget('date_input', 'day', {}, 'Day')]);
  const spots = collection(
    'spots',
    [
      widget('text_input', 'title', {}, 'Title'),
      widget('text_input', 'why', {}, { label: 'Why', conditionalScript: '$count > 900' }),
      place,
      collection('inner', [widget('text_input', 'note', {}, 'Note')], { minItems: 1 }, { label: 'Inner' }),
      widget('text_input', 'last', {}, 'Last'),
    ],
    { minItems: 1, maxItems: 3 },
    { label: 'Spot' },
  );
  await openForm(page, schemaOf(spots));
  const title = page.getByRole('listitem', { name: 'Spot 1' }).getByLabel('Title');
  await title.focus();
  await pasteText(page, 'A\t1,000\t31-Mar-26\tend\nB\tmany\t3/31/\tend\nC\t3\t\t\nD');
  await expect(page.getByRole('listitem', { name: 'Spot 3' })).toBeVisible();
  await expect(title).toBeFocused();
  expect(await formValues(page)).toMatchObject({
    spots: [
      { title: 'A', count: 1000, day: '2026-03-31', last: 'end' },
      { title: 'B', count: 'many', day: '3/31/', last: 'end' },
      { title: 'C', count: 3, day: '', last: '' },
    ],
  });
  await expect(page.getByRole('status').filter({ hasText: 'pasted' })).toHaveText(
    "3 rows pasted, 1 didn't fit, 2 cells couldn't be read",
  );
  await page.getByRole('button', { name: 'Go to the first' }).click();
  const second = page.getByRole('listitem', { name: 'Spot 2' });
  await expect(second.getByRole('spinbutton', { name: 'Count' })).toBeFocused();
  // Pasting starts at a field, also at one of a nested row.
  await second.getByLabel('Note').focus();
  await pasteText(page, 'x\ny');
  await expect(second.getByRole('listitem', { name: 'Inner 2' })).toBeVisible();
  expect(await formValues(page)).toMatchObject({ spots: [{}, { inner: [{ note: 'x' }, { note: 'y' }] }, {}] });
});

test('rows of a table are moved, duplicated and removed by keyboard', async ({ page }) => {
  await openForm(page, spots());
  await cell(page, 1, 'Title').fill('One');
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await expect(cell(page, 2, 'Title')).toBeFocused();
  await expect(cell(page, 2, 'Title')).toHaveValue('One');
  await page.getByRole('button', { name: 'Actions of Spot 2' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Remove' })).toBeDisabled();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cell(page, 3, 'Title')).toHaveValue('One');
  await expect(cell(page, 3, 'Title')).toBeFocused();
  await page.getByRole('button', { name: 'Actions of Spot 1' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(cell(page, 1, 'Title')).toHaveValue('One');
  expect(await formValues(page)).toMatchObject({ spots: [{ title: 'One' }, { title: 'One' }] });
});

test('a cell shows its error, and its column the tooltip', async ({ page }) => {
  await openForm(page, spots());
  await expect(cell(page, 1, 'Title')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(cell(page, 1, 'Title')).toBeFocused();
  await expect(cell(page, 1, 'Title')).toHaveAccessibleDescription('As it is announced Missing required field: Title');
  await expect(page.getByRole('columnheader', { name: 'Title (required)' })).toContainText('As it is announced');
  await page.getByRole('link', { name: 'Spot 2: Missing required field: Title' }).click();
  await expect(cell(page, 2, 'Title')).toBeFocused();
});

test('nested containers make a second header row, and a hidden field leaves its cell empty', async ({ page }) => {
  const air = container(
    [widget('number_input', 'count', {}, 'Count'), widget('time_input', 'at', {}, 'At')],
    {},
    { key: 'air', label: 'On air', conditionalScript: '$live' },
  );
  await openForm(
    page,
    schemaOf(
      table(
        'spots',
        [widget('checkbox', 'live', {}, 'Live'), air],
        { minItems: 1, splitHeader: true },
        { label: 'Spot' },
      ),
    ),
  );
  await expect(page.getByRole('columnheader')).toHaveText(['Live', 'On air', 'Count', 'At']);
  await expect(page.getByRole('spinbutton')).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Live' }).press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('spinbutton', { name: 'Count' })).toBeFocused();
});

test('a long table virtualizes its rows, and any row can be reached', async ({ page }) => {
  const rows = Array.from({ length: 300 }, (_, index) => ({
    _id: `r${index}`,
    title: index === 249 ? '' : `Title ${index + 1}`,
  }));
  await openForm(page, spots({ maxItems: 1000 }), { values: { spots: rows } });
  await expect(cell(page, 1, 'Title')).toHaveValue('Title 1');
  expect(await page.getByRole('textbox').count()).toBeLessThan(80);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(cell(page, 250, 'Title')).toBeFocused();
  await page.keyboard.type('Found');
  await page.keyboard.press('Control+Home');
  await expect(cell(page, 1, 'Title')).toBeFocused();
  await expect(cell(page, 250, 'Title')).toHaveCount(0);
  await page.keyboard.press('Control+End');
  await expect(cell(page, 300, 'Title')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cell(page, 301, 'Title')).toBeFocused();
  // The focused row stays rendered, however far it is scrolled away.
  await page.getByRole('table').evaluate((table) => table.parentElement?.scrollTo(0, 0));
  await expect(cell(page, 1, 'Title')).toBeVisible();
  await page.keyboard.type('Last');
  expect((await formValues(page)).spots).toMatchObject({ 249: { title: 'Found' }, 300: { title: 'Last' } });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveCount(301);
});
