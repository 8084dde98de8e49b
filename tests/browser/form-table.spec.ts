import type { Page } from '@playwright/test';
import { open, values } from '#tests/forms/harness/page.ts';
import { openHarness } from '#tests/forms/harness/serve.ts';
import { container, schemaOf, table, widget } from '#tests/forms/written.ts';
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

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', given);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

test('a table is walked by arrow keys and Enter, and Enter in its last row adds one', async ({ page }) => {
  await open(page, spots());
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
  expect(await values(page)).toMatchObject({
    spots: [{ title: 'One!', count: 5, twice: 10 }, { title: 'Two', count: 7 }, { title: 'Three' }],
  });
});

test('several cells are pasted to the right and down, with rows added where there is room', async ({ page }) => {
  await open(page, spots());
  await cell(page, 2, 'Title').focus();
  await paste(page, 'A\t"1,200"\tBoston\t9\tbeyond\nB\t2\taustin\nC\t3\tb\nD\t4\tb\n');
  expect(await values(page)).toMatchObject({
    spots: [
      {},
      { title: 'A', count: 1200, market: 'b', twice: 2400 },
      { title: 'B', count: 2, market: 'a' },
      { title: 'C', count: 3, market: 'b' },
    ],
  });
  await expect(page.getByRole('status').filter({ hasText: 'pasted' })).toHaveText(
    '3 rows pasted, 1 did not fit, 1 cell could not be taken',
  );
  await cell(page, 1, 'Title').focus();
  await paste(page, 'one value');
  await expect(page.getByRole('status').filter({ hasText: 'pasted' })).toHaveText(/^3 rows/);
});

test('rows of a table are moved, duplicated and removed by keyboard', async ({ page }) => {
  await open(page, spots());
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
  expect(await values(page)).toMatchObject({ spots: [{ title: 'One' }, { title: 'One' }] });
});

test('a cell says what is wrong with it, and its column what it is for', async ({ page }) => {
  await open(page, spots());
  await expect(cell(page, 1, 'Title')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(cell(page, 1, 'Title')).toBeFocused();
  await expect(cell(page, 1, 'Title')).toHaveAccessibleDescription('As it is announced Missing required field: Title');
  await expect(page.getByRole('columnheader', { name: 'Title (required)' })).toContainText('As it is announced');
  await page.getByRole('link', { name: 'Spot 2: Missing required field: Title' }).click();
  await expect(cell(page, 2, 'Title')).toBeFocused();
});

test('nested containers give a second row of headings, and what a script hides leaves its cell empty', async ({
  page,
}) => {
  const air = container(
    [widget('number_input', 'count', {}, 'Count'), widget('time_input', 'at', {}, 'At')],
    {},
    { key: 'air', label: 'On air', conditionalScript: '$live' },
  );
  await open(
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

test('a table of many rows has only those on the page that are near, and any row can be gone to', async ({ page }) => {
  const rows = Array.from({ length: 300 }, (_, index) => ({
    _id: `r${index}`,
    title: index === 249 ? '' : `Title ${index + 1}`,
  }));
  await open(page, spots({ maxItems: 1000 }), { values: { spots: rows } });
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
  // The focused row stays, however far it is scrolled away.
  await page.getByRole('table').evaluate((table) => table.parentElement?.scrollTo(0, 0));
  await expect(cell(page, 1, 'Title')).toBeVisible();
  await page.keyboard.type('Last');
  expect((await values(page)).spots).toMatchObject({ 249: { title: 'Found' }, 300: { title: 'Last' } });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveCount(301);
});
