import type { Page } from '@playwright/test';
import { container, schemaOf, table, widget } from '#tests/forms/form-builders.ts';
import { formValues, openForm } from '#tests/forms/harness/page.ts';
import { openHarness } from '#tests/forms/harness/serve.ts';
import { expect, test } from './fixtures.ts';

// The harness page runs without the product: no session, no saving.
test.beforeEach(({ page }) => openHarness(page));

test('a text counts its characters, and a masked one gets its form when it is left', async ({
  page,
  expectAccessible,
}) => {
  const form = schemaOf(
    widget('text_input', 'slogan', { maxLength: 5, placeholder: 'Fresh bread' }, 'Slogan'),
    widget('text_input', 'phone', { mask: 'phone' }, 'Phone'),
  );
  await openForm(page, form);
  const slogan = page.getByLabel('Slogan');
  await expect(slogan).toHaveAttribute('placeholder', 'Fresh bread');
  await expect(slogan).toHaveAccessibleDescription('0 of 5 characters');
  await slogan.pressSequentially('Sale!!');
  await expect(page.getByText('6 of 5 characters')).toBeVisible();
  await slogan.blur();
  await expect(page.getByText('At most 5 characters are allowed; there are 6')).toBeVisible();
  const phone = page.getByLabel('Phone');
  await phone.pressSequentially('617.555.0143');
  await expect(phone).toHaveValue('617.555.0143');
  await phone.blur();
  await expect(phone).toHaveValue('(617) 555-0143');
  await expectAccessible(page);
  expect(await formValues(page)).toMatchObject({ phone: '(617) 555-0143' });
});

test('a field becomes required and a part read-only when their conditions say so', async ({ page }) => {
  const form = schemaOf(
    widget('checkbox', 'booked', {}, 'Booked'),
    widget('text_input', 'reason', {}, { label: 'Reason', requiredScript: '$booked' }),
    container([widget('text_input', 'code', {}, 'Code')], {}, { readonlyScript: '$booked' }),
  );
  await openForm(page, form);
  const [reason, code] = [page.getByRole('textbox', { name: 'Reason' }), page.getByLabel('Code')];
  await code.pressSequentially('A1');
  await expect(reason).not.toHaveAttribute('aria-required');
  await page.getByLabel('Booked').check();
  await expect(reason).toHaveAttribute('aria-required', 'true');
  await expect(page.getByText('Reason (required)')).toBeVisible();
  await expect(code).toHaveAttribute('readonly', '');
  await page.getByLabel('Booked').uncheck();
  await expect(reason).not.toHaveAttribute('aria-required');
  await code.press('End');
  await code.pressSequentially('2');
  expect(await formValues(page)).toMatchObject({ code: 'A12' });
});

test('a container with steps shows one page at a time, with what is missing in each that was left', async ({
  page,
  expectAccessible,
}) => {
  const steps = container(
    [
      container([widget('text_input', 'site', { required: true }, 'Site')], {}, { label: 'The site' }),
      container([widget('text_input', 'shop', {}, 'Shop')], {}, { label: 'Shop', conditionalScript: '$site == "x"' }),
      container([widget('text_input', 'domain', { required: true }, 'Domain')], {}, { label: 'Address' }),
    ],
    { presentation: 'steps' },
    { label: 'Website' },
  );
  await openForm(page, schemaOf(steps));
  const names = page.getByRole('navigation', { name: 'Steps' }).getByRole('button');
  await expect(names).toHaveText(['1. The site', '2. Address']);
  await expect(page.getByText('Step 1 of 2: The site')).toBeVisible();
  await expect(page.getByLabel('Domain')).toHaveCount(0);

  // The keyboard leads on: the next step opens, and its progress has the focus.
  await page.getByRole('button', { name: 'Next: Address' }).press('Enter');
  await expect(page.getByText('Step 2 of 2: Address')).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Site' })).toHaveCount(0);
  await expect(names.first()).toHaveText('1. The site, 1 problem');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Back: The site' }).click();
  await page.getByRole('region', { name: 'Problems of step 1' }).getByRole('link').click();
  const site = page.getByRole('textbox', { name: 'Site' });
  await expect(site).toBeFocused();
  await site.pressSequentially('x');
  // A condition adds a step, and its value stays while another step is open.
  await expect(names).toHaveText(['1. The site', '2. Shop', '3. Address, 1 problem']);
  await page.getByRole('button', { name: 'Next: Shop' }).click();
  await expect(names.first()).toHaveText('1. The site, complete');
  await page.getByRole('textbox', { name: 'Shop' }).pressSequentially('Bakery');
  await names.last().click();
  await page.getByLabel('Domain').pressSequentially('x.example');
  expect(await formValues(page)).toEqual({ site: 'x', shop: 'Bakery', domain: 'x.example' });
});

test('a problem in another step opens its step', async ({ page }) => {
  const steps = container(
    [
      container([widget('text_input', 'a', {}, 'First')], {}, { label: 'One' }),
      container([widget('text_input', 'b', { required: true }, 'Second')], {}, { label: 'Two' }),
    ],
    { presentation: 'steps' },
  );
  await openForm(page, schemaOf(steps));
  await page.evaluate(() => window.store.showProblems());
  await page.getByRole('region', { name: 'Problems to fix' }).getByRole('link').click();
  await expect(page.getByLabel('Second')).toBeFocused();
});

const flights = table(
  'flights',
  [
    widget('text_input', 'station', {}, 'Station'),
    widget('number_input', 'spots', { emptyUntilAnswered: true }, 'Spots'),
    widget('number_input', 'price', { money: 'shown', precision: 2, emptyUntilAnswered: true }, 'Price'),
  ],
  {
    totals: [
      { column: 'spots', show: 'sum' },
      { column: 'price', show: 'average' },
    ],
    minItems: 2,
  },
  { label: 'Flights' },
);

test('a choice is answered in own words', async ({ page, expectAccessible }) => {
  const config = { options: [{ value: 'Radio' }, { value: 'Print' }], otherLabel: 'Other' };
  await openForm(
    page,
    schemaOf(
      widget('radio', 'one', config, 'One'),
      widget('select', 'two', { ...config, emptyUntilAnswered: true }, 'Two'),
      widget('checkboxes', 'many', config, 'Many'),
    ),
  );
  const one = page.getByRole('radiogroup', { name: 'One' });
  await one.getByLabel('Other', { exact: true }).check();
  await one.getByLabel('Other, in your own words').pressSequentially('A bus');
  await page.getByLabel('Two').selectOption('Other');
  await expectAccessible(page);
  const own = page.getByLabel('Other, in your own words');
  await own.nth(1).pressSequentially('Cinema');
  const many = page.getByRole('group', { name: 'Many' });
  await many.getByLabel('Print').check();
  await many.getByLabel('Other', { exact: true }).check();
  await own.last().pressSequentially('Posters');
  await many.getByLabel('Radio').check();
  expect(await formValues(page)).toEqual({ one: 'A bus', two: 'Cinema', many: ['Radio', 'Print', 'Posters'] });

  await one.getByLabel('Print').check();
  await many.getByLabel('Other', { exact: true }).uncheck();
  await page.getByLabel('Two').selectOption('Print');
  await expect(own).toHaveCount(0);
  expect(await formValues(page)).toEqual({ one: 'Print', two: 'Print', many: ['Radio', 'Print'] });
});

test('a choice in a table cell is answered in own words', async ({ page }) => {
  const config = { options: [{ value: 'Radio' }], otherLabel: 'Other', emptyUntilAnswered: true };
  await openForm(page, schemaOf(table('rows', [widget('select', 'medium', config, 'Medium')], { minItems: 1 })));
  const cell = page.getByRole('table').getByRole('cell');
  await cell.getByLabel('Medium').selectOption('Other');
  await cell.getByLabel('Other, in your own words').pressSequentially('A bus');
  expect(await formValues(page)).toMatchObject({ rows: [{ medium: 'A bus' }] });
});

test('an exclusive option clears the others, and any other option clears it', async ({ page }) => {
  const options = ['Radio', 'Print', 'None'].map((value) => ({ value }));
  const config = { options, exclusiveOptions: ['None'] };
  await openForm(
    page,
    schemaOf(widget('checkboxes', 'media', config, 'Media'), widget('multiple_select', 'more', config, 'More')),
  );
  for (const name of ['Print', 'Radio', 'None']) await page.getByRole('checkbox', { name }).check();
  expect(await formValues(page)).toMatchObject({ media: ['None'] });
  await page.getByRole('checkbox', { name: 'Radio' }).check();
  await expect(page.getByRole('checkbox', { name: 'None' })).not.toBeChecked();
  const more = page.getByRole('combobox', { name: 'More' });
  for (const name of ['Radio', 'None', 'Print']) {
    await more.press('ControlOrMeta+a');
    await more.pressSequentially(name);
    await more.press('Enter');
  }
  expect(await formValues(page)).toMatchObject({ media: ['Radio'], more: ['Print'] });
});

test('a table shows the totals of its columns, which follow what is typed', async ({ page, expectAccessible }) => {
  await openForm(page, schemaOf(flights));
  const foot = page.getByRole('table', { name: 'Flights' }).getByRole('rowgroup').last();
  await expect(foot.getByRole('cell')).toHaveText(['', '', 'Sum –', 'Average –', '']);
  await page.getByLabel('Spots').first().pressSequentially('1000');
  await page.getByLabel('Spots').last().pressSequentially('5');
  await page.getByLabel('Price').first().pressSequentially('0.30');
  await page.getByLabel('Price').last().pressSequentially('0.10');
  await expect(foot.getByRole('cell')).toHaveText(['', '', 'Sum 1,005', 'Average $0.20', '']);
  await expectAccessible(page);
});

test('on a phone each row of a table is a card, with the totals below', async ({ page, expectAccessible }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openForm(page, schemaOf(flights));
  await expect(page.getByRole('table')).toHaveCount(0);
  const rows = page.getByRole('region', { name: 'Flights' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await rows.first().getByRole('spinbutton', { name: 'Spots' }).pressSequentially('12');
  await expect(page.getByText('Spots, sum')).toBeVisible();
  await expect(page.getByRole('definition').first()).toHaveText('12');
  await page.getByRole('button', { name: 'Add Flights' }).click();
  await expect(rows).toHaveCount(3);
  await expectAccessible(page);
});

test('options are offered while their conditions hold, and an answer that is not available any more stays visible', async ({
  page,
  expectAccessible,
}) => {
  const options = [
    { value: 'radio', label: 'Radio' },
    { value: 'bus', label: 'Bus', condition: '$city' },
  ];
  const form = schemaOf(
    widget('checkbox', 'city', {}, 'In the city'),
    widget('radio', 'media', { options, emptyUntilAnswered: true }, 'Media'),
    widget('select', 'second', { options, emptyUntilAnswered: true }, 'Second'),
    widget('checkboxes', 'more', { options, emptyUntilAnswered: true }, 'More'),
  );
  await openForm(page, form);
  const media = page.getByRole('radiogroup', { name: 'Media' });
  const more = page.getByRole('group', { name: 'More' });
  await expect(media.getByRole('radio')).toHaveCount(1);
  await expect(more.getByRole('checkbox')).toHaveCount(1);
  await page.getByLabel('In the city').check();
  await media.getByLabel('Bus').check();
  await more.getByLabel('Bus').check();
  await page.getByLabel('Second').selectOption('Bus');
  await expectAccessible(page);
  await page.getByLabel('In the city').uncheck();
  await expect(media.getByLabel('Bus (not available)')).toBeChecked();
  await expect(page.getByLabel('Second')).toHaveValue('bus');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(media.getByText('Choose one of the options')).toBeVisible();
  await media.getByLabel('Radio').check();
  await more.getByLabel('Bus (not available)').click();
  await expect(more.getByRole('checkbox')).toHaveCount(1);
  await page.getByLabel('Second').selectOption('Radio');
  await expect(page.getByText('Choose one of the options')).toHaveCount(0);
  expect(await formValues(page)).toMatchObject({ media: 'radio', second: 'radio' });
});

test.describe('options from a list', () => {
  /** Answers the requests of options as the API does, for a short and a long list. */
  const serveOptions = async (page: Page) => {
    await page.route('**/api/options/**', (route) => {
      const url = new URL(route.request().url());
      const isLong = url.pathname.endsWith('areas');
      const all = isLong
        ? Array.from({ length: 450 }, (_, index) => option(`zip_${index}`, `Area ${index}`))
        : [option('kqed', 'KQED', 'West'), option('wnyc', 'WNYC', 'East'), option('old', 'Closed', '', true)];
      const [search, values] = [url.searchParams.get('search') ?? '', url.searchParams.getAll('value')];
      const requested = all.filter(({ value }) => values.includes(value));
      const found = all.filter(
        (each) => !each.isInactive && !requested.includes(each) && each.label.toLowerCase().includes(search),
      );
      return route.fulfill({ json: { options: [...requested, ...found.slice(0, 200)], hasMore: found.length > 200 } });
    });
  };
  const option = (value: string, label: string, group = '', isInactive = false) => ({
    value,
    label,
    group,
    isInactive,
  });

  test('a short list is a select with groups, radio buttons, checkboxes or chips, and labels inactive answers', async ({
    page,
    expectAccessible,
  }) => {
    await serveOptions(page);
    const from = { optionsFrom: 'stations', emptyUntilAnswered: true };
    const form = schemaOf(
      widget('select', 'station', from, 'Station'),
      widget('radio', 'second', from, 'Second'),
      widget('checkboxes', 'third', from, 'Third'),
      widget('multiple_select', 'fourth', from, 'Fourth'),
    );
    await openForm(page, form, { values: { station: 'old', fourth: ['old'] } });
    const station = page.getByLabel('Station');
    await expect(station.locator('optgroup')).toHaveCount(2);
    await expect(station.getByRole('option', { selected: true })).toHaveText('Closed');
    await station.selectOption('WNYC');
    await page.getByRole('radiogroup', { name: 'Second' }).getByLabel('KQED').check();
    await page.getByRole('group', { name: 'Third' }).getByLabel('WNYC').check();
    await expect(page.getByRole('list', { name: 'Chosen for Fourth' })).toContainText('Closed');
    await page.getByRole('combobox', { name: 'Fourth' }).pressSequentially('kq');
    await page.getByRole('group', { name: 'West' }).getByRole('option', { name: 'KQED' }).click();
    await expectAccessible(page);
    expect(await formValues(page)).toEqual({
      station: 'wnyc',
      second: 'kqed',
      third: ['wnyc'],
      fourth: ['old', 'kqed'],
    });
    await openForm(page, form, { values: { station: 'kqed', fourth: ['old', 'wnyc'] }, isReadOnly: true });
    await expect(page.getByRole('group', { name: 'Station' })).toContainText('KQED');
    await expect(page.getByRole('group', { name: 'Fourth' })).toContainText('Closed, WNYC');
  });

  test('a long list is searched on the server, also for a single choice', async ({ page, expectAccessible }) => {
    await serveOptions(page);
    const from = { optionsFrom: 'areas', emptyUntilAnswered: true };
    await openForm(
      page,
      schemaOf(widget('select', 'area', from, 'Area'), widget('checkboxes', 'areas', from, 'More areas')),
    );
    const area = page.getByRole('combobox', { name: 'Area', exact: true });
    await area.click();
    await expect(page.getByText('There are more. Type to find them.')).toBeVisible();
    await area.pressSequentially('area 449');
    await expect(page.getByRole('option')).toHaveText(['Area 449']);
    await expectAccessible(page);
    await area.press('Enter');
    await expect(page.getByRole('list', { name: 'Chosen for Area' })).toHaveText('Area 449');
    const more = page.getByRole('combobox', { name: 'More areas' });
    await more.pressSequentially('area 448');
    await expect(page.getByRole('option')).toHaveText(['Area 448']);
    await more.press('Enter');
    expect(await formValues(page)).toEqual({ area: 'zip_449', areas: ['zip_448'] });
    await area.press('Backspace');
    await expect(page.getByRole('list', { name: 'Chosen for Area' })).toHaveCount(0);
  });

  test('the labels of many answers are loaded with few requests, and a search that fails says so', async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => request.url().includes('/api/options/') && requests.push(request.url()));
    await serveOptions(page);
    const area = widget('select', 'area', { optionsFrom: 'areas', emptyUntilAnswered: true }, 'Area');
    const areas = Array.from({ length: 260 }, (_, index) => ({ _id: `row${index}`, area: `zip_${index + 190}` }));
    await openForm(page, schemaOf(table('areas', [area])), { values: { areas }, isReadOnly: true });
    await expect(page.getByText('Area 190', { exact: true })).toBeVisible();
    await page.getByText('Area 190', { exact: true }).hover();
    await page.mouse.wheel(0, 20_000);
    await expect(page.getByText('Area 449', { exact: true })).toBeVisible();
    expect(requests).toHaveLength(2);

    await openForm(page, schemaOf(area));
    const input = page.getByRole('combobox', { name: 'Area' });
    await input.click();
    await expect(page.getByText('There are more. Type to find them.')).toBeVisible();
    await page.route('**/api/options/**', (route) => route.fulfill({ status: 503 }));
    await input.pressSequentially('area 1');
    await expect(page.getByText('The search failed. Type again to repeat it.')).toBeVisible();
  });

  test('a list that cannot be loaded says so, and can be loaded again', async ({ page }) => {
    await page.route('**/api/options/**', (route) => route.fulfill({ status: 503 }));
    await openForm(page, schemaOf(widget('select', 'station', { optionsFrom: 'stations' }, 'Station')));
    await expect(page.getByText('The options could not be loaded.')).toBeVisible();
    await page.unroute('**/api/options/**');
    await serveOptions(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Station').selectOption('KQED');
    expect(await formValues(page)).toEqual({ station: 'kqed' });
  });
});
