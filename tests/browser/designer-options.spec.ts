import { container, schemaOf, widget } from '#tests/forms/form-builders.ts';
import { backOfficeTest, expect } from './back-office-fixtures.ts';
import { recordDownloads } from './download-size.ts';
import { choose, openDesigner } from './open-designer.ts';

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

backOfficeTest(
  'the phone preview shows the rows of a table as cards, and the canvas shows its columns',
  async ({ page, createRecord }) => {
    const columns = ['Station', 'Spots', 'Rate'].map((label) => widget('text_input', label.toLowerCase(), {}, label));
    const table = { type: 'table', meta: { key: 'lines', label: 'Lines' }, config: { elements: container(columns) } };
    const designed = await createRecord('forms', {
      ...{ name: 'Cards, designed', formSchema: { version: 1, root: container([table]) } },
    });
    const { form, designer } = await openDesigner(page, designed.id);
    await designer.getByRole('button', { name: 'Both', exact: true }).click();
    const preview = designer.getByRole('region', { name: 'Preview' });
    await preview.getByRole('button', { name: 'Tablet' }).click();
    await expect(preview.getByRole('columnheader', { name: 'Station' })).toBeVisible();
    await preview.getByRole('button', { name: 'Phone' }).click();
    await expect(preview.getByRole('columnheader', { name: 'Station' })).toHaveCount(0);
    await expect(preview.getByLabel('Station')).toBeVisible();
    await expect(form.getByRole('columnheader', { name: 'Station' })).toBeVisible();
  },
);

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

backOfficeTest(
  'the designer with all its views adds at most 150 KB of scripts to a form’s page',
  async ({ page, createRecord }) => {
    const { kilobytes } = recordDownloads(page);
    const { id } = await createRecord('forms', { name: 'Weighed', formSchema: empty });
    await page.goto(`/admin/forms/${id}`);
    await expect(page.getByRole('textbox', { name: /Form schema/ })).toBeVisible();
    // The list of versions is a part of the page that loads last.
    await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible();
    const before = kilobytes('.js');
    await page.getByRole('button', { name: 'Open designer' }).click();
    const designer = page.getByRole('dialog', { name: 'Form designer' });
    await designer.getByRole('button', { name: 'Both', exact: true }).click();
    await expect(designer.getByRole('button', { name: 'Try submitting' })).toBeVisible();
    for (const view of await designer.getByRole('tab').all()) {
      await view.click();
      await expect(designer.getByRole('tabpanel')).not.toBeEmpty();
      // Parts that are still loading show a skeleton.
      await expect(designer.locator('.MuiSkeleton-root')).toHaveCount(0);
    }
    const more = kilobytes('.js') - before;
    expect(more).toBeGreaterThan(10);
    expect(more).toBeLessThan(150);
  },
);

backOfficeTest(
  'the condition of an option is built by clicks, like that of a field',
  async ({ page, createRecord, expectAccessible }) => {
    const station = widget('text_input', 'station', { emptyUntilAnswered: true }, 'Station');
    const media = widget('radio', 'media', { options: [{ value: 'radio' }, { value: 'tv', label: 'TV' }] }, 'Media');
    const designed = await createRecord('forms', { name: 'Media, designed', formSchema: schemaOf(station, media) });
    const { properties, form, line } = await openDesigner(page, designed.id);
    await line(/Media/).click();
    await expect(properties.getByLabel('Options from')).toHaveText('Own options');
    await properties.getByRole('button', { name: 'Condition of Options 2' }).click();
    const option = properties.getByRole('group', { name: 'Options 2', exact: true });
    await option.getByRole('button', { name: 'Conditions', exact: true }).click();
    await option.getByRole('button', { name: 'Add condition' }).click();
    const row = option.getByRole('group', { name: 'Condition 1' });
    await choose(row, 'Field', 'Station');
    await row.getByLabel('Value', { exact: true }).pressSequentially('kqed');
    await expectAccessible(page);
    await option.getByRole('button', { name: 'Script', exact: true }).click();
    await expect(option.getByRole('textbox', { name: 'Condition' })).toHaveText('$station == "kqed"');
    await expect(form.getByRole('radio', { name: 'TV' })).toHaveCount(0);
    await form.getByLabel('Station').pressSequentially('kqed');
    await expect(form.getByRole('radio', { name: 'TV' })).toBeVisible();
  },
);
