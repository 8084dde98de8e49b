import { container, widget } from '#tests/forms/form-builders.ts';
import { backOfficeTest, expect } from './back-office-fixtures.ts';
import { openDesigner } from './open-designer.ts';

backOfficeTest('the canvas shows all steps of a container, and the preview one', async ({ page, createRecord }) => {
  const part = (label: string, key: string) => container([widget('text_input', key, {}, key)], {}, { label });
  const formSchema = {
    version: 1,
    root: container([part('One', 'first'), part('Two', 'second')], { presentation: 'steps' }),
  };
  const designed = await createRecord('forms', { name: 'Steps, designed', formSchema });
  const { form, designer } = await openDesigner(page, designed.id);
  await expect(form.getByLabel('first')).toBeVisible();
  await expect(form.getByLabel('second')).toBeVisible();
  await designer.getByRole('button', { name: 'Preview' }).click();
  await expect(designer.getByRole('button', { name: 'Next: Two' })).toBeVisible();
  await expect(designer.getByLabel('second')).toHaveCount(0);
});

const empty = { version: 1, root: { type: 'container', config: { layout: [] } } };

backOfficeTest(
  'the options of a field are pasted from a spreadsheet, reordered and removed',
  async ({ page, createRecord }) => {
    const designed = await createRecord('forms', { name: 'Markets, designed', formSchema: empty });
    const { properties, form, added } = await openDesigner(page, designed.id);
    await added('Select').click();
    await properties.getByLabel('Label', { exact: true }).pressSequentially('Market');
    await properties.getByRole('button', { name: 'Paste a list' }).click();
    const lines = properties.getByLabel('Options (one per line)');
    await expect(lines).toBeFocused();
    await lines.evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'boston\tBoston\naustin\tAustin\nboston\tBoston again\nDenver');
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      document.execCommand('insertText', false, clipboardData.getData('text/plain'));
    });
    await expect(properties.getByText('3 options. 1 line is left out')).toBeVisible();
    await properties.getByRole('button', { name: 'Add options' }).click();

    const offered = form.getByLabel('Market').locator('option');
    const third = properties.getByRole('group', { name: 'Options 3', exact: true });
    await expect(third.getByLabel('Value')).toHaveValue('Denver');
    await third.getByRole('button', { name: 'Move Options 3 up' }).click();
    await properties.getByRole('button', { name: 'Remove Options 1' }).click();
    await expect(offered.filter({ hasText: /Denver|Austin|Boston/ })).toHaveText(['Denver', 'Austin']);
  },
);
