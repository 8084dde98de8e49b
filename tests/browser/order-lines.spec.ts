import type { Page } from '@playwright/test';
import { schemaOf, widget } from '#tests/forms/form-builders.ts';
import { backOfficeTest, expect } from './back-office-fixtures.ts';

/** A schema with the keyword `then`: the linter forbids it in an object literal. */
const conditional = (schema: object) => Object.fromEntries([['then', schema]]);

/** A product whose lines have one field of each kind. */
const everyKind = {
  type: 'object',
  required: ['weeks', 'days', 'kind'],
  properties: {
    weeks: { type: 'integer', title: 'Weeks', minimum: 1, maximum: 52 },
    rate: { type: 'number', title: 'Rate', description: 'In dollars, for one spot.' },
    station: { type: 'string', title: 'Station', enum: ['WOAK', 'WELM'] },
    days: { type: 'array', title: 'Days', uniqueItems: true, minItems: 1, items: { enum: ['Mon', 'Tue', 'Wed'] } },
    start: { type: 'string', title: 'First day', format: 'date' },
    isLive: { type: 'boolean', title: 'Read live' },
    text: { type: 'string', title: 'Text of the spot', maxLength: 2000 },
    logo: { type: 'string', title: 'Logo', format: 'file' },
    guests: {
      type: 'array',
      title: 'Guests',
      items: { type: 'object', properties: { name: { type: 'string', title: 'Name of the guest' } } },
    },
    kind: { type: 'string', title: 'Kind', enum: ['spot', 'show'] },
  },
  if: { properties: { kind: { const: 'show' } }, required: ['kind'] },
  ...conditional({ required: ['show'], properties: { show: { type: 'string', title: 'Name of the show' } } }),
};

/** Unique names, because a retried test creates its products again. */
const mark = Date.now().toString(36);

const linesOf = (page: Page) => page.getByRole('region', { name: 'Products' });
const lineOf = (page: Page, text: string) => page.locator('[id^="line-"][tabindex]').filter({ hasText: text });
const saved = (page: Page) => expect(page.getByText('All changes saved')).toBeVisible();
const add = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Add product' }).click();
  const picker = page.getByRole('dialog', { name: 'Add a product' });
  await page.getByLabel('Find a product').fill(name);
  await page.getByLabel('Find a product').press('Enter');
  await expect(picker.getByText(`${name} added`)).toBeVisible();
  await picker.getByRole('button', { name: 'Close' }).click();
};

backOfficeTest(
  'lines are filled in, validated in place, counted, reordered and restored',
  async ({ page, callElsewhere, createRecord, expectAccessible }) => {
    const extra = await createRecord('products', {
      key: `line_extra_${mark}`,
      name: `Line extra ${mark}`,
      schema: { properties: { note: { type: 'string', title: 'Note' } } },
    });
    const radio = await createRecord('products', {
      key: `line_radio_${mark}`,
      name: `Line radio ${mark}`,
      group: 'Lines',
      description: 'All that a line may ask for.',
      schema: everyKind,
      includedProducts: [{ productId: extra.id, min: 1 }],
    });
    await createRecord('products', { key: `line_plain_${mark}`, name: `Line plain ${mark}`, group: 'Lines' });
    const form = await createRecord('forms', {
      name: 'For lines',
      formSchema: schemaOf(widget('text_input', 'name', {}, 'Name')),
    });
    const { body } = await callElsewhere({ path: '/api/channels/list' });
    const channels: unknown[] = Array.isArray(body) ? body : [];
    const [channel] = channels;
    const channelId = typeof channel === 'object' && channel !== null && 'id' in channel ? channel.id : undefined;
    const order = await createRecord('orders', { channelId, form: form.id });
    const stored = async () => (await callElsewhere({ path: `/api/orders/${order.id}` })).body;
    await page.goto(`/c/${channelId}/orders/${order.id}`);
    const lines = linesOf(page);

    await backOfficeTest.step('the picker shows what a product is and includes', async () => {
      await page.getByRole('button', { name: 'Add product' }).click();
      await page.getByLabel('Find a product').fill('all that a line');
      const found = page.getByRole('region', { name: 'Lines' });
      await expect(found.getByText(`Includes 1 × Line extra ${mark}`)).toBeVisible();
      await expectAccessible(page);
      await found.getByRole('button', { name: `Add Line radio ${mark}` }).click();
      await expect(found.getByText('1 in this order')).toBeVisible();
      await page.getByRole('button', { name: 'Close', exact: true }).click();
    });

    await backOfficeTest.step('a new line is expanded and has the fields of its product', async () => {
      await expect(page.getByRole('spinbutton', { name: 'Weeks (required)' })).toBeFocused();
      await page.keyboard.type('abc');
      await page.getByRole('spinbutton', { name: 'Rate' }).fill('$1,200.50');
      await page.getByLabel('Station').selectOption('WELM');
      await page.getByRole('checkbox', { name: 'Tue' }).check();
      await page.getByRole('checkbox', { name: 'Mon' }).check();
      await page.getByRole('textbox', { name: 'First day' }).pressSequentially('12/1/2026');
      await page.getByLabel('Text of the spot').fill('Fresh bread');
      await page.getByRole('checkbox', { name: 'Read live' }).check();
      await page.getByRole('button', { name: 'Add to Guests' }).click();
      await page.getByLabel('Name of the guest').fill('Ada');
      await expect(page.getByLabel('Name of the show')).toHaveCount(0);
      await page.getByLabel('Kind').selectOption('show');
      await expect(page.getByLabel('Name of the show (required)')).toBeVisible();
      await page
        .getByLabel('Logo')
        .setInputFiles({ name: 'logo.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
      await expect(lines.getByRole('link', { name: 'logo.txt' })).toBeVisible();
      await saved(page);
      expect(await stored()).toMatchObject({
        products: [
          {
            product: radio.id,
            data: {
              weeks: 'abc',
              rate: 1200.5,
              station: 'WELM',
              days: ['Mon', 'Tue'],
              start: '2026-12-01',
              text: 'Fresh bread',
              isLive: true,
              guests: [{ name: 'Ada' }],
              kind: 'show',
              logo: expect.stringMatching(/^[0-9a-f]{24}$/),
            },
          },
          { product: extra.id },
        ],
      });
    });

    await backOfficeTest.step(
      'a problem is shown at its field after blur, and in the summary with a link',
      async () => {
        const weeks = page.getByRole('spinbutton', { name: 'Weeks (required)' });
        await expect(lines.getByText('Must be a whole number')).toBeVisible();
        await expect(weeks).toHaveAttribute('aria-invalid', 'true');
        await expectAccessible(page);
        await page.getByText('3 items to complete').click();
        await page.getByRole('button', { name: `Line radio ${mark}: Weeks: Must be a whole number` }).click();
        await expect(weeks).toBeFocused();
        await weeks.fill('6');
        await expect(lines.getByText('Must be a whole number')).toHaveCount(0);
        await page.getByRole('button', { name: `Details of Line radio ${mark}` }).click();
        await expect(weeks).toBeHidden();
        await page
          .getByRole('button', { name: `Line radio ${mark}: Missing required field: Name of the show` })
          .click();
        await expect(page.getByLabel('Name of the show')).toBeFocused();
        await expect(lines.getByText('Missing required field: Name of the show')).toBeVisible();
        await page.keyboard.type('Morning Table');
        await saved(page);
        await expect(page.getByText('1 item to complete')).toBeVisible();
      },
    );

    await backOfficeTest.step('the included products have a quantity with a minimum', async () => {
      const less = page.getByRole('button', { name: `Remove one Line extra ${mark} from Line radio ${mark}` });
      await expect(lines.getByText('× 1')).toBeVisible();
      await expect(less).toBeDisabled();
      await page.getByRole('button', { name: `Add one Line extra ${mark} to Line radio ${mark}` }).click();
      await expect(lines.getByText('× 2')).toBeVisible();
      await page.getByRole('button', { name: `Details of Line extra ${mark} 2` }).click();
      await page.getByLabel('Note').fill('The second');
      await less.click();
      await expect(lines.getByText('× 1')).toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByLabel('Note')).toHaveValue('The second');
      await expect(lines.getByText('× 2')).toBeVisible();
    });

    await backOfficeTest.step(
      'lines move by keyboard, by buttons and by drag, announced to screen readers, together with their included lines',
      async () => {
        await add(page, `Line plain ${mark}`);
        await page.getByRole('button', { name: `Details of Line radio ${mark}, line 1` }).focus();
        await page.keyboard.press('Alt+Shift+ArrowDown');
        await expect(lines.getByRole('status').last()).toHaveText(`Line radio ${mark} is now number 2`);
        await expect(page.getByRole('button', { name: `Details of Line radio ${mark}, line 2` })).toBeFocused();
        await page.getByRole('button', { name: `Move Line radio ${mark} up` }).click();
        await expect(lines.getByRole('status').last()).toHaveText(`Line radio ${mark} is now number 1`);
        for (const name of [`Line radio ${mark}, line 1`, `Line extra ${mark} 2`])
          await page.getByRole('button', { name: `Details of ${name}` }).click();
        await lines
          .getByTitle('Drag to reorder')
          .first()
          .dragTo(lines.getByText(`Line plain ${mark}`));
        await expect(lines.getByRole('status').last()).toHaveText(`Line radio ${mark} is now number 2`);
        await saved(page);
        expect(await stored()).toMatchObject({
          products: [
            { key: `line_plain_${mark}` },
            { key: `line_radio_${mark}` },
            { key: `line_extra_${mark}` },
            { key: `line_extra_${mark}` },
          ],
        });
      },
    );

    await backOfficeTest.step('a line is duplicated, and a removed line is restored unchanged', async () => {
      await page.getByRole('button', { name: `Duplicate Line radio ${mark}` }).click();
      await expect(lines.getByText(`Line radio ${mark}`, { exact: true })).toHaveCount(2);
      await page
        .getByRole('button', { name: `Remove Line radio ${mark}` })
        .first()
        .click();
      await expect(lines.getByText(`Line radio ${mark}`, { exact: true })).toHaveCount(1);
      // Focus moves to the line that takes its place, and to the restored line.
      await expect(lineOf(page, `Line radio ${mark}`)).toBeFocused();
      await page.getByRole('button', { name: 'Undo' }).last().click();
      await expect(lines.getByText(`Line radio ${mark}`, { exact: true })).toHaveCount(2);
      await expect(lineOf(page, `Line radio ${mark}`).first()).toBeFocused();
      await saved(page);
      const line = { key: `line_radio_${mark}`, data: { weeks: 6, show: 'Morning Table' } };
      const included = [{ key: `line_extra_${mark}` }, { key: `line_extra_${mark}`, data: { note: 'The second' } }];
      expect(await stored()).toMatchObject({
        products: [{ key: `line_plain_${mark}` }, line, ...included, line, ...included],
      });
    });

    await backOfficeTest.step('an earlier version shows for each line its old values and what changed', async () => {
      const history = page.getByRole('region', { name: 'History' });
      await history.getByRole('button', { name: 'Earlier versions' }).click();
      const earlier = page.getByRole('dialog', { name: 'Earlier versions' });
      const slider = earlier.getByRole('slider', { name: 'Version' });
      await slider.press('End');
      const compared = earlier.getByLabel('Compare with');
      await compared.selectOption({ index: 1 });
      const listItems = earlier.getByRole('region', { name: 'Products' }).getByRole('listitem');
      await expect(listItems.filter({ hasText: /^Added$/ })).toHaveCount(7);
      await slider.press('Home');
      await compared.selectOption({ index: (await compared.getByRole('option').count()) - 1 });
      await expect(earlier.getByText(`Added later: Line plain ${mark}`)).toBeVisible();
      await expectAccessible(page);
      await earlier.getByRole('button', { name: 'Close' }).click();
    });
  },
);

backOfficeTest(
  'concurrent changes of one line merge by field, and changes of one field ask which to keep',
  async ({ page, callElsewhere, createRecord }) => {
    const schema = {
      properties: { weeks: { type: 'integer', title: 'Weeks' }, note: { type: 'string', title: 'Note' } },
    };
    const product = await createRecord('products', { key: `line_shared_${mark}`, name: `Line shared ${mark}`, schema });
    const form = await createRecord('forms', {
      name: 'For shared lines',
      formSchema: schemaOf(widget('text_input', 'name', {}, 'Name')),
    });
    const { body } = await callElsewhere({ path: '/api/channels/list' });
    const channels: unknown[] = Array.isArray(body) ? body : [];
    const [channel] = channels;
    const channelId = typeof channel === 'object' && channel !== null && 'id' in channel ? channel.id : undefined;
    const id = 'sharedline000001';
    const line = (data: object) => ({ products: [{ id, product: product.id, data }] });
    const order = await createRecord('orders', { channelId, form: form.id, ...line({ weeks: 1, note: 'First' }) });
    const path = `/api/orders/${order.id}`;
    const elsewhere = (data: object) => callElsewhere({ method: 'PATCH', path, body: line(data) });

    await page.goto(`/admin/orders/${order.id}`);
    await page.getByRole('button', { name: `Details of Line shared ${mark}` }).click();
    await expect(page.getByRole('spinbutton', { name: 'Weeks' })).toHaveValue('1');
    await elsewhere({ weeks: 1, note: 'Theirs' });
    await page.getByRole('spinbutton', { name: 'Weeks' }).fill('2');
    await saved(page);
    await expect(page.getByLabel('Note')).toHaveValue('Theirs');
    expect((await callElsewhere({ path })).body).toMatchObject(line({ weeks: 2, note: 'Theirs' }));

    // A value of a wrong type, set through the API, is shown before it is typed over, with an error at its place.
    await elsewhere({ weeks: true, note: 5 });
    await page.reload();
    await page.getByRole('button', { name: `Details of Line shared ${mark}` }).click();
    await expect(page.getByLabel('Note')).toHaveValue('5');
    await expect(page.getByRole('spinbutton', { name: 'Weeks' })).toHaveValue('true');
    await elsewhere({ weeks: 2, note: 'Theirs' });
    await page.reload();
    await page.getByRole('button', { name: `Details of Line shared ${mark}` }).click();
    await expect(page.getByRole('spinbutton', { name: 'Weeks' })).toHaveValue('2');

    await elsewhere({ weeks: 7, note: 'Theirs' });
    await page.getByRole('spinbutton', { name: 'Weeks' }).fill('3');
    await page.getByRole('button', { name: 'Compare' }).click();
    const dialog = page.getByRole('dialog', { name: 'This order has changed' });
    await expect(dialog.getByRole('group', { name: 'Product 1 › Weeks' })).toBeVisible();
    await dialog.getByRole('radio', { name: /3/ }).check();
    await dialog.getByRole('button', { name: 'Use these values' }).click();
    await saved(page);
    expect((await callElsewhere({ path })).body).toMatchObject(line({ weeks: 3, note: 'Theirs' }));
  },
);
