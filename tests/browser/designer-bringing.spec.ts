import type { Page } from '@playwright/test';
import { expect, test } from './desk.ts';

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
  await page.getByRole('button', { name: 'Open the designer' }).click();
  const designer = page.getByRole('dialog', { name: 'Form designer' });
  await expect(designer.getByRole('tab', { name: 'Design' })).toBeVisible();
  return designer;
}

/** A file that a person chooses. */
const file = (name: string, content: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
});

test('a form is changed as JSON, handed out as a file and brought in again; what is no form leaves it untouched', async ({
  page,
  made,
  expectAccessible,
}) => {
  const { id } = await made('forms', {
    name: 'Brought',
    formSchema: formOf(widget('text_input', 'headline', 'Headline')),
  });
  const designer = await openDesigner(page, id);
  const tree = designer.getByRole('tree', { name: 'Widgets of the form' });
  await designer.getByRole('tab', { name: 'JSON' }).click();
  const editor = designer.getByRole('textbox', { name: 'The form as JSON' });
  const designed = designer.getByRole('tab', { name: 'Design' });

  // Typed: one step, whichever way it came about.
  await editor.fill(
    JSON.stringify(formOf(widget('text_input', 'claim', 'Claim'), widget('checkbox', 'agreed', 'Agreed'))),
  );
  await expect(designer.getByRole('status').first()).toHaveText('Change the JSON');
  await designed.click();
  await expect(tree.getByRole('treeitem')).toHaveText([/The whole form/, /Claim/, /Agreed/]);
  await designer.getByRole('button', { name: 'Undo' }).click();
  await expect(tree.getByRole('treeitem')).toHaveText([/The whole form/, /Headline/]);
  await designer.getByRole('button', { name: 'Redo' }).click();

  // No form: said at its line, and nothing happens to the canvas.
  await designer.getByRole('tab', { name: 'JSON' }).click();
  await editor.fill(JSON.stringify(formOf(widget('sound', 'claim', 'Claim')), null, 2));
  await expect(designer.getByText('The form on the canvas is as it was')).toBeVisible();
  await expect(designer.getByRole('list', { name: 'What is wrong' })).toContainText(
    /Line \d+.*Unknown widget type "sound"/,
  );
  await expectAccessible(page);
  await designed.click();
  await expect(tree.getByRole('treeitem')).toHaveText([/The whole form/, /Claim/, /Agreed/]);

  // Out as a file, and in again.
  await designer.getByRole('tab', { name: 'JSON' }).click();
  const download = page.waitForEvent('download');
  await designer.getByRole('button', { name: 'Export as a file' }).click();
  const handed = await download;
  expect(handed.suggestedFilename()).toBe('Brought.json');
  await designer
    .getByLabel('Import a file')
    .setInputFiles(
      file('doubled.json', formOf(widget('text_input', 'a', 'A'), { ...widget('text_input', 'a', 'B'), id: 'b' })),
    );
  const dialog = page.getByRole('dialog', { name: 'Import doubled.json' });
  await expect(dialog.getByRole('list', { name: 'What refuses it' })).toContainText('The key a is already used at');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await designer.getByRole('button', { name: 'Undo' }).click();
  await designer.getByLabel('Import a file').setInputFiles(await handed.path());
  const taken = page.getByRole('dialog', { name: /^Import / });
  await expect(taken.getByRole('status')).toHaveText('2 widgets come over.');
  await taken.getByRole('button', { name: 'Import' }).click();
  await designed.click();
  await expect(tree.getByRole('treeitem')).toHaveText([/The whole form/, /Claim/, /Agreed/]);
  await designer.getByRole('button', { name: 'Undo' }).click();
  await expect(tree.getByRole('treeitem')).toHaveText([/The whole form/, /Headline/]);
});
