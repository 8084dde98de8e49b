import type { Locator } from '@playwright/test';
import { everyWidget } from '#tests/forms/every-widget.ts';
import { widget } from '#tests/forms/form-builders.ts';
import { openForm } from '#tests/forms/harness/page.ts';
import { openHarness } from '#tests/forms/harness/serve.ts';
import { expect, test } from './fixtures.ts';

// The harness page runs without the product: no session, no saving.
test.beforeEach(({ page }) => openHarness(page));

test('a read-only form with many columns in a row keeps each value with its label', async ({ page }) => {
  const names = ['Spots', 'Weeks', 'Rate', 'Sum'];
  const columns = names.map((name) => ({ ratio: 1, widget: widget('number_input', name.toLowerCase(), {}, name) }));
  const formSchema = { version: 1, root: { type: 'container', config: { layout: [{ columns }] } } };
  await openForm(page, formSchema, { values: { spots: 11, weeks: 7, rate: 105, sum: 77 }, isReadOnly: true });
  for (const name of names) {
    const field = page.getByRole('group', { name });
    const label = await field.getByText(name).boundingBox();
    const value = await field.getByText(/^\d+$/).boundingBox();
    expect(value?.x, name).toBe(label?.x);
    expect(value?.y, name).toBeGreaterThan(label?.y ?? 0);
  }
});

test('a select fits its chosen option beside a field with a larger ratio, up to an equal share', async ({ page }) => {
  const formWith = (label: string) => {
    const select = widget('select', 'kind', { options: [{ value: 'a', label }] }, 'Kind');
    const columns = [
      { ratio: 9, widget: widget('text_input', 'name', {}, 'Name') },
      { ratio: 1, widget: select },
    ];
    return { version: 1, root: { type: 'container', config: { layout: [{ columns }] } } };
  };
  const widthOf = async (label: string) => (await page.getByLabel(label).boundingBox())?.width ?? 0;
  const wide = 'Business, up to 15 pages, with a shop';
  await openForm(page, formWith(wide), { values: { kind: 'a' } });
  const text = await page.evaluate((words) => {
    const line = Object.assign(document.createElement('span'), { textContent: words });
    document.body.append(line);
    return line.getBoundingClientRect().width;
  }, wide);
  expect(await widthOf('Kind')).toBeGreaterThan(text + 30);
  await openForm(page, formWith(wide.repeat(9)), { values: { kind: 'a' } });
  expect(await widthOf('Kind')).toBeCloseTo(await widthOf('Name'), 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
});

test('columns stack on a phone', async ({ page }) => {
  await openForm(page, everyWidget);
  const topOf = async (field: Locator) => (await field.boundingBox())?.y ?? 0;
  const name = page.getByRole('textbox', { name: 'Campaign name' });
  const budget = page.getByRole('spinbutton', { name: 'Budget' });
  // The page may still move between the two measurements.
  await expect.poll(async () => Math.abs((await topOf(name)) - (await topOf(budget)))).toBeLessThan(2);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await topOf(budget)).toBeGreaterThan((await topOf(name)) + 30);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
