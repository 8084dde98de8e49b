import { backOfficeTest, expect } from './back-office-fixtures.ts';

/** Unique names, because a retried test creates its products again. */
const mark = Date.now().toString(36);

backOfficeTest(
  'a product’s schema editor shows errors at their lines, and a preview fills in a line as orders show it',
  async ({ page, callElsewhere, createRecord, expectAccessible }) => {
    const parent = await createRecord('products', {
      key: `schema_parent_${mark}`,
      name: `Schema parent ${mark}`,
      schema: { required: ['weeks'], properties: { weeks: { type: 'integer', title: 'Weeks', default: 4 } } },
    });
    const product = await createRecord('products', {
      key: `schema_child_${mark}`,
      name: `Schema child ${mark}`,
      parent: parent.id,
    });
    const stored = async () => (await callElsewhere({ path: `/api/products/${product.id}` })).body;
    const editor = page.getByRole('textbox', { name: 'Line schema' });
    const line = page.getByRole('region', { name: 'Order line preview' });
    const write = async (schema: object) => {
      await editor.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(JSON.stringify(schema, null, 2));
    };
    await page.goto(`/admin/products/${product.id}`);

    await backOfficeTest.step('the schema starts from that of the parent product', async () => {
      await expect(line.getByRole('spinbutton', { name: 'Weeks (required)' })).toHaveValue('4');
      await expect(line.getByText('Nothing is missing')).toBeVisible();
    });

    await backOfficeTest.step('each error is shown at its line, with the message of a save', async () => {
      await write({ requird: ['days'], properties: { days: { type: 'array', pattern: '(?=a)b' } } });
      const faults = page.getByRole('list', { name: 'Problems' });
      await expect(faults.getByRole('listitem')).toHaveText([
        'Line 2, requird: Unknown keyword: did you mean required?',
        /^Line 8, properties\/days\/pattern: Not a valid RE2 pattern/,
      ]);
      await expect(editor).toHaveAttribute('aria-invalid', 'true');
      await expect(line.getByText('This preview shows the last valid version.')).toBeVisible();
      await expectAccessible(page);
      await faults.getByRole('button', { name: 'Line 8' }).press('Enter');
      await expect(editor).toBeFocused();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Not saved yet')).toBeVisible();
      expect(await stored()).toMatchObject({ schema: {} });
    });

    await backOfficeTest.step('a sample line is filled in and validated by the server', async () => {
      await write({
        required: ['spot'],
        properties: { rate: { type: 'number', title: 'Rate' }, spot: { title: 'Spot', type: 'string' } },
      });
      await expect(page.getByRole('list', { name: 'Problems' })).toHaveCount(0);
      await line.getByText('1 item to complete').click();
      const rate = line.getByRole('spinbutton', { name: 'Rate' });
      await rate.fill('much');
      await expect(line.getByText('Must be a number', { exact: true })).toBeVisible();
      await line.getByRole('button', { name: 'Missing required field: Spot' }).click();
      await expect(line.getByRole('textbox', { name: 'Spot (required)' })).toBeFocused();
      await page.keyboard.type('Bread');
      // Enter would submit the surrounding form, which saves.
      await page.keyboard.press('Enter');
      await rate.fill('$1,200');
      await expect(line.getByText('Nothing is missing')).toBeVisible();
      await expectAccessible(page);
      expect(await stored()).toMatchObject({ schema: {} });
      await line.getByRole('button', { name: 'Reset the sample' }).click();
      await expect(rate).toHaveValue('');
    });

    await backOfficeTest.step('only the schema is saved', async () => {
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Saved', { exact: true })).toBeVisible();
      expect(await stored()).toMatchObject({ schema: { required: ['spot'] }, parent: parent.id });
    });
  },
);
