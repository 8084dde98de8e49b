import { backOfficeTest, expect } from './back-office-fixtures.ts';
import { layoutRow, openDesigner } from './open-designer.ts';

backOfficeTest.use({ hasTouch: true, viewport: { width: 900, height: 1100 } });

backOfficeTest(
  'a large form is designed by touch on a tablet, and the canvas renders only the visible widgets',
  async ({ page, createRecord }) => {
    const fields = Array.from({ length: 220 }, (_, number) => `field${number}`);
    const layout = fields.map((key) => layoutRow({ type: 'text_input', meta: { key, label: key } }));
    const formSchema = { version: 1, root: { type: 'container', config: { layout } } };
    const { id } = await createRecord('forms', { name: 'Large', formSchema });
    const { properties, form, line, added, status } = await openDesigner(page, id);
    const field = (key: string) => form.getByLabel(key, { exact: true });

    // Every drag action has an alternative without dragging.
    await line(/^field3 ?Text/).tap();
    await properties.getByRole('button', { name: 'Move or copy' }).tap();
    await page.getByRole('menuitem', { name: 'Move down' }).tap();
    await expect(status).toHaveText('Move field3: row 5 of the form');
    await added('Text').tap();
    await expect(status).toHaveText('Add Text');
    await field('field0').tap();
    await expect(line(/^field0 /)).toHaveAttribute('aria-selected', 'true');

    // The selected widget scrolls into view, and widgets out of view are removed.
    await expect(field('field200')).toHaveCount(0);
    await line(/^field200/).tap();
    await expect(field('field200')).toBeInViewport();
    await expect(field('field0')).toHaveCount(0);

    // The property panel stays open for the next widget, without the undo history of this one's script.
    await properties.getByRole('button', { name: /^Scripts/ }).tap();
    const script = properties.getByRole('textbox', { name: 'Conditional script' });
    await script.tap();
    await page.keyboard.type('$field1 == "a"');
    await line(/^field201/).tap();
    await expect(script).toHaveText('');
    await script.tap();
    await page.keyboard.press('Control+z');
    await expect(script).toHaveText('');
    await line(/^field200/).tap();
    await expect(script).toHaveText('$field1 == "a"');
  },
);
