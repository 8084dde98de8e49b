import { schemaOf, widget } from '#tests/forms/form-builders.ts';
import { backOfficeTest, expect } from './back-office-fixtures.ts';
import { createDraftOn, openDesigner } from './open-designer.ts';

backOfficeTest(
  'a form author imports an option list, a field of a form uses it, and people choose from it',
  async ({ page, createRecord, callElsewhere, expectAccessible }) => {
    await page.goto('/admin/option_lists/create');
    await page.getByLabel('Name').pressSequentially('Radio stations');
    await page.getByLabel('Key').pressSequentially('radio_stations');
    await page.getByRole('button', { name: 'Paste or import' }).click();
    await page.getByLabel('A file with options').setInputFiles({
      name: 'stations.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('value,label,group\r\nkqed,KQED San Francisco,West\r\nwnyc,"WNYC, New York",East\r\n'),
    });
    await page.getByRole('button', { name: 'Add 2 options' }).click();
    await page.getByRole('button', { name: 'Add an option' }).click();
    const third = page.getByRole('group', { name: 'Option 3' });
    await third.getByLabel('Value').pressSequentially('kexp');
    await third.getByLabel('Group').pressSequentially('West');
    await page.getByRole('button', { name: 'Move option 3 up' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Radio stations/);

    const formSchema = schemaOf(widget('select', 'station', { emptyUntilAnswered: true }, 'Station'));
    const { id } = await createRecord('forms', { name: 'Airtime, designed', formSchema });
    const { properties, form, designer, line } = await openDesigner(page, id);
    await line(/Station/).click();
    await properties.getByLabel('Options from').click();
    await page.getByRole('option', { name: 'Radio stations (radio_stations)' }).click();
    await expect(properties.getByRole('button', { name: 'Paste a list' })).toHaveCount(0);
    await expect(form.getByLabel('Station').locator('optgroup')).toHaveCount(2);
    await expectAccessible(page);
    await designer.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: /^Publish/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Publish/ })
      .click();
    await expect(page.getByText('Published as version 2')).toBeVisible();

    const order = await createDraftOn(createRecord, { form: id, slug: 'airtime', formData: {} });
    await page.goto(`/c/airtime/orders/${order.id}`);
    await page.getByLabel('Station').selectOption('WNYC, New York');
    await expect
      .poll(async () => (await callElsewhere({ path: `/api/orders/${order.id}` })).body)
      .toMatchObject({ formData: { station: 'wnyc' } });
  },
);
