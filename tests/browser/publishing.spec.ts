import { schemaOf, widget } from '#tests/forms/form-builders.ts';
import { backOfficeTest, expect } from './back-office-fixtures.ts';

const asking = (least: number) => {
  const budget = widget('number_input', 'budget', {}, 'Budget');
  const meta = {
    ...Object(budget).meta,
    validationScript: `if this < ${least} { reject because "At least $${least}" }`,
  };
  return schemaOf({ ...budget, id: 'budget', meta });
};

backOfficeTest(
  'an author saves an example, is warned when a change breaks it, and publishes with a note and a reason',
  async ({ page, createRecord, callElsewhere, expectAccessible }) => {
    const form = await createRecord('forms', { name: 'Campaigns', formSchema: asking(50) });
    const entity = await createRecord('entities', { name: 'Backed Air', subType: 'abstract' });
    const channel = await createRecord('channels', {
      ...{ name: 'Backed', slug: 'backed', orderFormId: form.id, entityId: entity.id },
    });
    const order = await createRecord('orders', { channelId: channel.id, form: form.id, formData: { budget: 60 } });
    await page.goto(`/admin/forms/${form.id}`);
    await page.getByRole('button', { name: 'Open designer' }).click();
    const designer = page.getByRole('dialog', { name: 'Form designer' });
    await designer.getByRole('tab', { name: 'Examples' }).click();
    await designer.getByRole('button', { name: 'Add example' }).click();
    await designer.getByLabel('Example name').fill('Sixty is enough');
    await designer.getByRole('spinbutton', { name: 'Budget' }).fill('20');
    await expect(designer.getByRole('region', { name: 'Expected result' })).toContainText(
      'Budget is refused: At least $50',
    );
    await designer.getByRole('spinbutton', { name: 'Budget' }).fill('60');
    await expect(designer.getByRole('region', { name: 'Expected result' })).toContainText('It passes');
    await expectAccessible(page);
    await designer.getByRole('button', { name: 'Save example' }).click();
    await expect(designer.getByText('The example passes.')).toBeVisible();

    // Deleted and restored.
    await designer.getByRole('button', { name: 'Delete Sixty is enough' }).click();
    await designer.getByRole('alert').getByRole('button', { name: 'Undo' }).click();

    // A change of the rules shows the broken example at once.
    await designer.getByRole('tab', { name: 'Design' }).click();
    await designer.getByRole('treeitem', { name: /Budget/ }).click();
    await designer.getByRole('button', { name: /^Scripts/ }).click();
    await designer.getByLabel('Validation script').fill('if this < 100 { reject because "At least $100" }');
    await designer.getByRole('tab', { name: 'Examples' }).click();
    await expect(designer.getByText('It should pass, but is rejected: Budget: At least $100')).toBeVisible();
    await expectAccessible(page);

    // The list of rules shows the effect of each on the form's orders.
    await designer.getByRole('tab', { name: 'Rules' }).click();
    const rules = designer.getByRole('region', { name: 'Rules' });
    await rules.getByRole('button', { name: 'Test on recent orders' }).click();
    await expect(rules.getByRole('listitem').filter({ hasText: 'Budget' })).toContainText('Orders: rejected 1 of 1');
    await expectAccessible(page);

    await designer.getByRole('button', { name: 'Publish…' }).click();
    const publishing = page.getByRole('dialog', { name: 'Publish “Campaigns”' });
    await expect(publishing.getByRole('region', { name: 'Changes since version 1' })).toContainText(
      'Rule of Budget changed',
    );
    await expect(publishing.getByRole('region', { name: 'Examples' })).toContainText('Sixty is enough');
    const publish = publishing.getByRole('button', { name: 'Publish', exact: true });
    await expect(publish).toBeDisabled();
    // An order that is valid now would be rejected.
    await publishing.getByRole('button', { name: 'Test on recent orders' }).click();
    await expect(
      publishing.getByText('Tested 1 order: 1 that passes now would be rejected, and 0 would newly pass.'),
    ).toBeVisible();
    await expect(publishing.getByRole('list', { name: 'Orders with a different result' })).toContainText(
      'would be rejected:Budget: At least $100',
    );
    await publishing.getByText('Coverage of the rule').click();
    await expect(publishing.getByText('Budget, validation script: rejected 1 of 1')).toBeVisible();
    await expectAccessible(page);
    await publishing.getByRole('button', { name: /^View order/ }).click();
    const trialDialog = page.getByRole('dialog', { name: /^Order .* in this form$/ });
    await expect(trialDialog.getByRole('spinbutton', { name: 'Budget' })).toHaveValue('60');
    await expect(trialDialog.getByText('At least $100').first()).toBeVisible();
    expect(await trialDialog.getByRole('link', { name: 'Open order' }).getAttribute('href')).toContain(order.id);
    await trialDialog.getByRole('button', { name: 'Close' }).click();
    await publishing.getByLabel('Reason for publishing anyway').fill('Prices of spring');
    await publishing.getByLabel('Note on this version').fill('Asks for a hundred');
    await publish.click();
    await expect(page.getByText('Published as version 2')).toBeVisible();
    const { body } = await callElsewhere({ path: `/api/forms/${form.id}/versions` });
    expect(Object(body).results[0]).toMatchObject({
      ...{ number: 2, note: 'Asks for a hundred', redReason: 'Prices of spring' },
      ...{ redExamples: ['Sixty is enough'], examples: [{ formData: { budget: 60 } }] },
    });

    // The last trial run is shown when the rules are opened again.
    await designer.getByRole('tab', { name: 'Rules' }).click();
    await expect(rules.getByRole('status')).toContainText('Tested on 1 order on');
    await expect(rules.getByRole('listitem').filter({ hasText: 'Budget' })).toContainText('Orders: rejected 1 of 1');

    // The versions show their differences, and why one was published despite a warning.
    await designer.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Compare version 2' }).click();
    const compared = page.getByRole('dialog', { name: 'Compare version 2' });
    await expect(compared.getByRole('region', { name: 'From version 1 to version 2' })).toContainText(
      'Rule of Budget changed',
    );
    await expect(compared.getByText('failing examples (Sixty is enough). Reason: Prices of spring')).toBeVisible();
    await expectAccessible(page);
  },
);
