import type { Locator, Page } from '@playwright/test';
import { callerOf } from '#tests/product/call.ts';
import { signIn } from '#tests/product/sign-in.ts';
import { backOfficeTest, expect } from './back-office-fixtures.ts';
import { trackPendingRequests } from './wait-until-idle.ts';

const widget = (type: string, key: string, label: string) => ({ type, id: key, meta: { key, label } });
const formOf = (...widgets: object[]) => ({
  version: 1,
  root: {
    type: 'container',
    id: 'root',
    config: { layout: widgets.map((each) => ({ columns: [{ ratio: 1, widget: each }] })) },
  },
});

async function openDesigner(page: Page, id: string) {
  await page.goto(`/admin/forms/${id}`);
  await page.getByRole('button', { name: 'Open designer' }).click();
  const designer = page.getByRole('dialog', { name: 'Form designer' });
  await expect(designer.getByRole('tab', { name: 'Design' })).toBeVisible();
  return designer;
}

/** Replaces the whole text of an editor, which renders only the visible part of a long text. */
async function write(editor: Locator, value: unknown) {
  await editor.press('ControlOrMeta+a');
  await editor.page().keyboard.insertText(JSON.stringify(value));
}

/** A file chosen in a file input. */
const file = (name: string, content: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
});

backOfficeTest(
  'a form is edited as JSON, exported as a file and imported again; an invalid form changes nothing',
  async ({ page, createRecord, expectAccessible }) => {
    const { id } = await createRecord('forms', {
      name: 'Exported',
      formSchema: formOf(widget('text_input', 'headline', 'Headline')),
    });
    const designer = await openDesigner(page, id);
    const tree = designer.getByRole('tree', { name: 'Widgets of the form' });
    await designer.getByRole('tab', { name: 'JSON' }).click();
    const editor = designer.getByRole('textbox', { name: 'Form as JSON' });
    const designed = designer.getByRole('tab', { name: 'Design' });

    // Typing is one undo step, whichever keys were used.
    await write(editor, formOf(widget('text_input', 'claim', 'Claim'), widget('checkbox', 'agreed', 'Agreed')));
    await expect(designer.getByRole('status').first()).toHaveText('Change JSON');
    await designed.click();
    await expect(tree.getByRole('treeitem')).toHaveText([/The whole form/, /Claim/, /Agreed/]);
    await designer.getByRole('button', { name: 'Undo' }).click();
    await expect(tree.getByRole('treeitem')).toHaveText([/The whole form/, /Headline/]);
    await designer.getByRole('button', { name: 'Redo' }).click();

    // An invalid form is reported at its line, and the canvas is unchanged.
    await designer.getByRole('tab', { name: 'JSON' }).click();
    await write(editor, formOf(widget('sound', 'claim', 'Claim')));
    await expect(designer.getByText("The form on the canvas hasn't changed")).toBeVisible();
    await expect(designer.getByRole('list', { name: 'Problems' })).toContainText(
      /Line \d+.*Unknown widget type "sound"/,
    );
    await expectAccessible(page);
    await designed.click();
    await expect(tree.getByRole('treeitem')).toHaveText([/The whole form/, /Claim/, /Agreed/]);

    // Export to file, and import it.
    await designer.getByRole('tab', { name: 'JSON' }).click();
    const download = page.waitForEvent('download');
    await designer.getByRole('button', { name: 'Export to file' }).click();
    const handed = await download;
    expect(handed.suggestedFilename()).toBe('Exported.json');
    await designer
      .getByLabel('Import file')
      .setInputFiles(
        file('doubled.json', formOf(widget('text_input', 'a', 'A'), { ...widget('text_input', 'a', 'B'), id: 'b' })),
      );
    const dialog = page.getByRole('dialog', { name: 'Import doubled.json' });
    await expect(dialog.getByRole('list', { name: 'Errors in the file' })).toContainText(
      'The key a is already used at',
    );
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await designer.getByRole('button', { name: 'Undo' }).click();
    await designer.getByLabel('Import file').setInputFiles(await handed.path());
    const importDialog = page.getByRole('dialog', { name: /^Import / });
    await expect(importDialog.getByRole('status')).toHaveText('2 widgets will be imported.');
    await importDialog.getByRole('button', { name: 'Import' }).click();
    await designed.click();
    await expect(tree.getByRole('treeitem')).toHaveText([/The whole form/, /Claim/, /Agreed/]);
    await designer.getByRole('button', { name: 'Undo' }).click();
    await expect(tree.getByRole('treeitem')).toHaveText([/The whole form/, /Headline/]);

    // What differs from an imported file leads to its widget on the canvas.
    await designer.getByRole('tab', { name: 'JSON' }).click();
    const company = { type: 'string', title: 'Company', format: 'hostname', examples: ['Acme'] };
    const properties = { company, count: { type: 'number' } };
    await designer.getByLabel('Import file').setInputFiles(file('schema.json', { type: 'object', properties }));
    const schema = page.getByRole('dialog', { name: 'Import schema.json' });
    await expect(schema.getByRole('list', { name: 'Skipped parts' })).toHaveText(
      /^Company \(properties.company.format\): /,
    );
    await expect(schema.getByText('not imported: examples')).toBeVisible();
    await schema.getByRole('button', { name: 'Import' }).click();
    const differences = designer.getByRole('list', { name: 'Differences from the imported file' });
    await differences.getByRole('button', { name: /^Company: The format hostname/ }).click();
    await expect(tree.getByRole('treeitem', { name: 'Company' })).toHaveAttribute('aria-selected', 'true');
    await expectAccessible(page);
    await designer.getByRole('button', { name: 'Undo' }).click();
    await expect(differences).toBeHidden();

    // Other known formats are named and rejected.
    await designer.getByRole('tab', { name: 'JSON' }).click();
    const camunda = { components: [{ type: 'textfield', key: 'a' }], type: 'default', schemaVersion: 9 };
    await designer.getByLabel('Import file').setInputFiles(file('camunda.json', camunda));
    await expect(page.getByRole('list', { name: 'Errors in the file' })).toHaveText(/a form of form-js/);
    await page.getByRole('button', { name: 'Close' }).last().click();
    await designer.getByRole('tab', { name: 'Design' }).click();
    await expect(tree.getByRole('treeitem')).toHaveText([/The whole form/, /Headline/]);
  },
);

backOfficeTest(
  'the designer button of a new form stays in place while the rest of the page loads',
  async ({ page }) => {
    // Record the position in the same task in which the button is rendered.
    await page.addInitScript((name) => {
      const observer = new MutationObserver(() => {
        const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
        if (!button) return;
        document.documentElement.dataset.firstTop = String(button.getBoundingClientRect().top);
        observer.disconnect();
      });
      observer.observe(document, { childList: true, subtree: true });
    }, 'Open designer');
    const settled = trackPendingRequests(page);
    await page.goto('/admin/forms/new');
    const button = page.getByRole('button', { name: 'Open designer' });
    await expect(button).toBeVisible();
    await settled();
    await expect(page.getByRole('group', { name: 'Start from' })).toBeVisible();
    const top = await button.evaluate((element) => String(element.getBoundingClientRect().top));
    await expect(page.locator('html')).toHaveAttribute('data-first-top', top);
  },
);

backOfficeTest(
  'a new form starts as a copy, a template, or an import from SurveyJS with a list of what is not supported',
  async ({ page, createRecord, expectAccessible }) => {
    await createRecord('forms', {
      name: 'Begun before',
      formSchema: formOf(widget('text_input', 'headline', 'Headline')),
    });
    await page.goto('/admin/forms/new');
    const start = page.getByRole('group', { name: 'Start from' });
    const name = page.getByRole('textbox', { name: 'Name', exact: true });

    // A copy with its own name.
    await start.getByRole('button', { name: 'A copy of a form' }).click();
    const copy = page.getByRole('dialog', { name: 'Copy a form' });
    await copy.getByRole('combobox', { name: 'Form' }).fill('Begun be');
    await page.getByRole('option', { name: 'Begun before' }).click();
    await expect(copy.getByLabel('Name of the copy')).toHaveValue('Copy of Begun before');
    await copy.getByLabel('Name of the copy').fill('Begun again');
    await expectAccessible(page);
    await copy.getByRole('button', { name: 'Copy' }).click();
    await expect(name).toHaveValue('Begun again');

    // A template.
    await start.getByRole('button', { name: 'A template' }).click();
    await page.getByRole('menuitem', { name: /Website package/ }).click();
    await expect(name).toHaveValue('Website package');

    // A SurveyJS file with its own script.
    await start.getByLabel('A file').setInputFiles(
      file('survey.json', {
        title: 'Survey',
        triggers: [{ type: 'runexpression', runExpression: 'alert(1)' }],
        elements: [
          { type: 'text', name: 'company', title: 'Company' },
          { type: 'signaturepad', name: 'signature' },
          { type: 'text', name: 'why', title: 'Why', visibleIf: '{company} notempty' },
        ],
      }),
    );
    const report = page.getByRole('dialog', { name: 'Import survey.json' });
    await expect(report.getByRole('status')).toHaveText('2 widgets will be imported, 2 parts will be skipped:');
    await expect(report.getByRole('list', { name: 'Skipped parts' })).toHaveText(/signaturepad.*never run/);
    await expectAccessible(page);
    await report.getByRole('button', { name: 'Import' }).click();
    await expect(name).toHaveValue('Survey');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Form created')).toBeVisible();
    await page.getByRole('button', { name: 'Open designer' }).click();
    const tree = page.getByRole('tree', { name: 'Widgets of the form' });
    await expect(tree.getByRole('treeitem')).toHaveText([/The whole form/, /Company/, /Why/]);
  },
);

backOfficeTest(
  'a new form from a file lists what differs from it, and each entry opens the designer at its widget',
  async ({ page, expectAccessible }) => {
    await page.goto('/admin/forms/new');
    const start = page.getByRole('group', { name: 'Start from' });
    const survey = {
      title: 'Survey',
      elements: [
        { type: 'text', name: 'company', title: 'Company' },
        { type: 'text', name: 'why', title: 'Why', setValueIf: '{company} notempty' },
        { type: 'boolean', name: 'agreed', title: 'Agreed', valueTrue: 'yes' },
      ],
    };
    await start.getByLabel('A file').setInputFiles(file('survey.json', survey));
    await page.getByRole('dialog', { name: 'Import survey.json' }).getByRole('button', { name: 'Import' }).click();
    const differences = page.getByRole('list', { name: 'Differences from the imported file' });
    await expect(differences.getByRole('listitem')).toHaveText([/^Why: Custom scripts/, /^Agreed: Stored as true/]);
    await expectAccessible(page);
    await differences.getByRole('button', { name: /^Agreed/ }).click();
    const designer = page.getByRole('dialog', { name: 'Form designer' });
    const tree = designer.getByRole('tree', { name: 'Widgets of the form' });
    await expect(tree.getByRole('treeitem', { name: 'Agreed' })).toHaveAttribute('aria-selected', 'true');

    // The same list is in the designer; an entry goes with its widget.
    await differences.getByRole('button', { name: /^Why/ }).click();
    await expect(tree.getByRole('treeitem', { name: 'Why' })).toHaveAttribute('aria-selected', 'true');
    await tree.getByRole('treeitem', { name: 'Why' }).press('Delete');
    await expect(differences.getByRole('listitem')).toHaveText([/^Agreed/]);
    await designer.getByRole('button', { name: 'Done' }).click();
    await expect(differences.getByRole('listitem')).toHaveText([/^Agreed/]);

    // A template replaces the file.
    await start.getByRole('button', { name: 'A template' }).click();
    await page.getByRole('menuitem', { name: /Website package/ }).click();
    await expect(differences).toBeHidden();
  },
);

backOfficeTest(
  'the table columns of a form are chosen among its fields and sorted, with a preview of the list',
  async ({ page, createRecord, callElsewhere, expectAccessible }) => {
    const { id } = await createRecord('forms', {
      name: 'Listed',
      formSchema: formOf(widget('text_input', 'headline', 'Headline'), widget('number_input', 'budget', 'Budget')),
      tableColumns: [{ path: 'headline' }, { path: 'gone' }],
    });
    await page.goto(`/admin/forms/${id}`);
    const columns = page.getByRole('group', { name: 'Table columns' });
    await expect(columns.getByRole('listitem')).toHaveText([/Headline/, /doesn't match any field of the form/]);
    await columns.getByRole('button', { name: 'Remove' }).nth(1).click();
    await columns.getByRole('combobox', { name: 'Add column' }).fill('bud');
    await page.getByRole('option', { name: 'Budget (budget)' }).click();
    await columns.getByRole('button', { name: 'Move up' }).nth(1).press('ArrowUp');
    await expect(columns.getByRole('listitem')).toHaveText([/Budget/, /Headline/]);
    await columns.getByRole('button', { name: 'Show sample' }).click();
    await expect(columns.getByText('Sample rows')).toBeVisible();
    await expect(columns.getByRole('columnheader')).toHaveText(['Order', 'Status', 'Budget', 'Headline']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    const { body } = await callElsewhere({ path: `/api/forms/${id}` });
    expect(body).toMatchObject({ tableColumns: [{ path: 'budget' }, { path: 'headline' }] });
  },
);

backOfficeTest(
  'the designer restores work and undo history after a closed tab, shows when it is offline, and when another author saves',
  async ({ page, context, createRecord, product, expectAccessible }) => {
    const formSchema = formOf(widget('text_input', 'headline', 'Headline'));
    const { id } = await createRecord('forms', { name: 'Kept work', formSchema });
    const designer = await openDesigner(page, id);
    await designer.getByRole('button', { name: 'Add Checkbox', exact: true }).click();
    await designer.getByRole('button', { name: 'Add Banner', exact: true }).click();
    await expect
      .poll(() => page.evaluate((form) => Object.keys(localStorage).some((key) => key.endsWith(form)), id))
      .toBe(true);
    await page.close();

    const tab = await context.newPage();
    const again = await openDesigner(tab, id);
    const tree = again.getByRole('tree', { name: 'Widgets of the form' });
    await expect(tree.getByRole('treeitem')).toHaveText([/The whole form/, /Headline/]);
    await expect(again.getByText('with 2 edits to undo')).toBeVisible();
    await expectAccessible(tab);
    await again.getByRole('button', { name: 'Restore' }).click();
    await expect(tree.getByRole('treeitem')).toHaveText([/The whole form/, /Headline/, /Checkbox/, /Banner/]);
    await again.getByRole('button', { name: 'Undo' }).click();
    await expect(tree.getByRole('treeitem')).toHaveText([/The whole form/, /Headline/, /Checkbox/]);

    await context.setOffline(true);
    await expect(again.getByText("You're offline. Your work is stored on this device.")).toBeVisible();
    await context.setOffline(false);
    await expect(again.getByText("You're offline")).toBeHidden();

    // Another author saves a draft: opening the form shows that.
    const colleague = 'form.colleague@example.com';
    await createRecord('users', { name: 'Form Colleague', email: colleague, roles: ['DEVELOPER'] });
    const call = callerOf(product.url);
    const cookies = await signIn({ call, dataDir: product.dataDir }, colleague);
    const draft = { formSchema: formOf(widget('text_input', 'headline', 'Their headline')) };
    expect(await call({ method: 'PUT', path: `/api/forms/${id}/draft`, body: draft, cookies })).toMatchObject({
      status: 200,
    });
    await tab.close();
    // It is also shown while the form is open without changes.
    expect((await call({ method: 'PUT', path: `/api/forms/${id}/presence`, cookies })).status).toBe(200);
    const third = await openDesigner(await context.newPage(), id);
    await expect(third.getByText('Form Colleague has this form open, too.')).toBeVisible();
    await expect(third.getByText(/Form Colleague saved a draft of this form on/)).toBeVisible();

    // Work on a new form is stored locally, too, until it is saved.
    const isStored = (place: Page) =>
      expect.poll(() => place.evaluate(() => Object.keys(localStorage).some((key) => key.endsWith(':new'))));
    const first = await context.newPage();
    await (await openDesigner(first, 'new')).getByRole('button', { name: 'Add Checkbox', exact: true }).click();
    await isStored(first).toBe(true);
    await first.close();
    const second = await context.newPage();
    const fresh = await openDesigner(second, 'new');
    await expect(fresh.getByText('This device has unsaved work on a new form')).toBeVisible();
    await fresh.getByRole('button', { name: 'Restore' }).click();
    await expect(fresh.getByRole('treeitem')).toHaveText([/The whole form/, /Checkbox/]);
    await fresh.getByRole('button', { name: 'Done' }).click();
    await second.getByRole('textbox', { name: 'Name', exact: true }).fill('Begun twice');
    await second.getByRole('button', { name: 'Save', exact: true }).click();
    await isStored(second).toBe(false);
  },
);

backOfficeTest(
  'a copy or an import of a form with a failing example asks for the reason in its dialog',
  async ({ page, createRecord, callElsewhere }) => {
    const formSchema = formOf(widget('text_input', 'headline', 'Headline'));
    const expected = [{ kind: 'refused', path: '/headline' }];
    const examples = [
      { id: 'noheadline000000', name: 'No headline', at: '2026-01-01T00:00:00.000Z', formData: {}, expected },
    ];
    await createRecord('forms', { name: 'Failing form', formSchema, examples, redReason: 'Known' });
    const start = page.getByRole('group', { name: 'Start from' });
    const reason = (dialog: Locator) => dialog.getByLabel('Reason for publishing anyway');

    await page.goto('/admin/forms/new');
    await start.getByRole('button', { name: 'A copy of a form' }).click();
    const copy = page.getByRole('dialog', { name: 'Copy a form' });
    await copy.getByRole('combobox', { name: 'Form' }).fill('Failing');
    await page.getByRole('option', { name: 'Failing form' }).click();
    await copy.getByRole('button', { name: 'Copy' }).click();
    await expect(copy).toContainText('No headline: Headline should be rejected, but passes');
    await expect(copy.getByRole('button', { name: 'Copy' })).toBeDisabled();
    await reason(copy).fill('Copied as it is');
    await copy.getByRole('button', { name: 'Copy' }).click();
    // The reason can still be changed before the first save.
    const failing = page.getByRole('group', { name: 'Failing examples' });
    await expect(failing.getByLabel('Reason for publishing anyway')).toHaveValue('Copied as it is');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page).toHaveURL(/forms\/(?!new)/);

    await page.goto('/admin/forms/new');
    const exported = { format: 'order-portal-form/1', name: 'Imported form', examples, formSchema };
    await start.getByLabel('A file').setInputFiles(file('form.json', exported));
    const importing = page.getByRole('dialog', { name: 'Import form.json' });
    await expect(importing.getByRole('button', { name: 'Import' })).toBeDisabled();
    await reason(importing).fill('Imported as it is');
    await importing.getByRole('button', { name: 'Import' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page).toHaveURL(/forms\/(?!new)/);
    const { pathname } = new URL(page.url());
    const { body } = await callElsewhere({ path: `/api${pathname.replace('/admin', '')}/versions` });
    expect(JSON.stringify(body)).toContain('"redReason":"Imported as it is"');
  },
);
