import { backOfficeTest, expect } from './back-office-fixtures.ts';
import { openDesigner } from './open-designer.ts';

backOfficeTest(
  'a new field in the designer is unanswered until filled in, and says how to change that',
  async ({ page, createRecord, callElsewhere, expectAccessible }) => {
    const { id } = await createRecord('forms', {
      name: 'Questions',
      formSchema: { version: 1, root: { type: 'container' } },
    });
    const { designer, properties, line, added, form } = await openDesigner(page, id);
    await added('Number').click();
    const empty = properties.getByRole('checkbox', { name: 'Empty until answered' });
    await expect(empty).toBeChecked();
    await expect(properties.getByText('If on, an unanswered field has no value', { exact: false })).toBeVisible();
    await properties.getByRole('checkbox', { name: 'Ask again' }).check();
    await added('Yes/no question').click();
    await expect(properties.getByLabel('Presentation')).toHaveText('Yes no');
    const question = form.getByRole('radiogroup', { name: 'Yes/no question' });
    await expect(question.getByRole('radio')).toHaveCount(2);
    await expect(question.getByRole('radio', { checked: true })).toHaveCount(0);
    await added('Banner').click();
    await expect(properties.getByRole('checkbox', { name: 'Empty until answered' })).toHaveCount(0);
    await line(/^Yes\/no question/).click();
    await expectAccessible(page);
    await designer.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    const { body } = await callElsewhere({ path: `/api/forms/${id}` });
    const rows = Object(body).formSchema.root.config.layout;
    const configs = rows.map(
      ({ columns: [column] }: { columns: { widget: { config?: object } }[] }) => column?.widget.config,
    );
    expect(configs).toEqual([
      { emptyUntilAnswered: true, askAgain: true },
      { emptyUntilAnswered: true, presentation: 'yes_no' },
      undefined,
    ]);
  },
);
