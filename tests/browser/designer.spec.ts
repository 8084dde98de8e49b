import { backOfficeTest, expect } from './back-office-fixtures.ts';

backOfficeTest(
  'an author designs a form by mouse and keyboard, previews, undoes and publishes it',
  async ({ page, createRecord, callElsewhere, expectAccessible }) => {
    const { id } = await createRecord('forms', {
      name: 'Designed',
      formSchema: { version: 1, root: { type: 'container', config: { layout: [] } } },
    });
    await page.goto(`/admin/forms/${id}`);
    await page.getByRole('button', { name: 'Open designer' }).click();
    const designer = page.getByRole('dialog', { name: 'Form designer' });
    const form = designer.getByRole('region', { name: 'Form', exact: true });
    const tree = designer.getByRole('tree', { name: 'Widgets of the form' });
    const properties = designer.getByRole('region', { name: 'Properties' });
    await expect(form.getByText('Add or drop a widget here')).toBeVisible();

    // At a width of 1,280 pixels no name in the palette is cut.
    const cut = await designer
      .getByRole('region', { name: 'Palette' })
      .getByRole('button', { name: /^Add / })
      .evaluateAll((items) =>
        items.filter((item) => item.scrollWidth > item.clientWidth).map(({ textContent }) => textContent),
      );
    expect(cut).toEqual([]);

    // A form that is back at the published version is not changed.
    const publish = designer.getByRole('button', { name: 'Publish…' });
    await designer.getByRole('button', { name: 'Add Text', exact: true }).click();
    await expect(publish).toBeEnabled();
    await designer.getByRole('button', { name: 'Undo' }).click();
    await expect(publish).toBeDisabled();

    // A click adds a widget; then its label is typed.
    await designer.getByRole('button', { name: 'Add Text', exact: true }).click();
    await expect(designer.getByRole('status')).toHaveText('Add Text');
    // The key of a new widget follows its label; what authors set most comes first.
    await properties.getByLabel('Label').fill('Headline');
    await expect(properties.getByLabel('Key')).toHaveValue('headline');
    const required = await properties.getByRole('checkbox', { name: 'Required' }).boundingBox();
    expect(required?.y).toBeLessThan(600);
    await properties.getByRole('checkbox', { name: 'Required' }).check();
    await expect(form.getByLabel('Headline (required)')).toBeVisible();
    await designer.getByRole('button', { name: 'Add Number', exact: true }).click();
    await properties.getByLabel('Label').fill('Budget');
    await expect(properties.getByLabel('Key')).toHaveValue('budget');
    await properties.getByRole('button', { name: 'Scripts' }).click();
    await properties
      .getByLabel('Validation script')
      .fill('if this < 500 and $headline { reject because "At least $500" }');
    await expect(tree.getByRole('treeitem')).toHaveCount(3);

    // The form can be tested in the preview.
    await form.getByLabel('Headline (required)').fill('Bread');
    await form.getByRole('spinbutton', { name: 'Budget' }).fill('100');
    await form.getByLabel('Headline (required)').focus();
    await expect(form.getByText('At least $500')).toBeVisible();
    await expectAccessible(page);

    // Renaming a key shows the scripts that read it, and rewrites them.
    await tree.getByRole('treeitem', { name: /Headline/ }).click();
    await properties.getByLabel('Key').fill('claim');
    await expect(properties.getByRole('group', { name: 'Uses of headline' })).toContainText('$claim');
    await properties.getByRole('button', { name: 'Rename', exact: true }).click();
    await expect(designer.getByRole('status')).toHaveText('Rename headline to claim');

    // By keyboard: move the budget up, duplicate it, and undo that.
    await tree.getByRole('treeitem', { name: /Budget/ }).click();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(tree.getByRole('treeitem').nth(1)).toHaveText(/Budget/);
    await expect(tree.getByRole('treeitem', { name: /Budget/ })).toBeFocused();
    await page.keyboard.press('Control+d');
    await expect(tree.getByRole('treeitem')).toHaveCount(4);
    await page.keyboard.press('Control+z');
    await expect(tree.getByRole('treeitem')).toHaveCount(3);
    await expect(designer.getByRole('status')).toHaveText('Undone: Duplicate Budget');

    // By drag: a banner from the palette to the top, and the headline beside the budget.
    await designer
      .getByRole('button', { name: 'Add Banner' })
      .dragTo(form.getByRole('spinbutton', { name: 'Budget' }), { targetPosition: { x: 60, y: 2 } });
    await expect(tree.getByRole('treeitem').nth(1)).toHaveText(/Banner/);
    await designer.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    const { body } = await callElsewhere({ path: `/api/forms/${id}` });
    const { layout } = Object(body).formSchema.root.config;
    const metas = layout.map(({ columns }: { columns: { widget: { meta: object } }[] }) =>
      columns.map(({ widget }) => widget.meta),
    );
    expect(metas).toMatchObject([
      [{ label: 'Banner' }],
      [{ key: 'budget', validationScript: 'if this < 500 and $claim { reject because "At least $500" }' }],
      [{ key: 'claim', label: 'Headline' }],
    ]);
  },
);

backOfficeTest(
  'an added widget scrolls into view, focus and selection move on after a delete, and columns share the width',
  async ({ page, createRecord, expectAccessible }) => {
    const field = (key: string, type = 'text_input') => ({ type, meta: { key, label: key }, config: {} });
    const rowOf = (...widgets: object[]) => ({ columns: widgets.map((widget) => ({ ratio: 1, widget })) });
    const many = Array.from({ length: 30 }, (_, number) => rowOf(field(`field${number}`)));
    const layout = [rowOf(field('left'), field('right')), rowOf(field('agreed', 'checkbox')), ...many];
    const { id } = await createRecord('forms', {
      name: 'Long',
      formSchema: { version: 1, root: { type: 'container', config: { layout } } },
    });
    await page.goto(`/admin/forms/${id}`);
    await page.getByRole('button', { name: 'Open designer' }).click();
    const designer = page.getByRole('dialog', { name: 'Form designer' });
    const form = designer.getByRole('region', { name: 'Form', exact: true });
    const tree = designer.getByRole('tree', { name: 'Widgets of the form' });
    const properties = designer.getByRole('region', { name: 'Properties' });
    const status = designer.getByRole('status');
    const line = (name: string | RegExp) => tree.getByRole('treeitem', { name });

    await designer.getByRole('button', { name: 'Add Banner', exact: true }).click();
    await expect(line(/^Banner/)).toBeInViewport();
    await expect(form.getByText('Banner', { exact: true })).toBeInViewport();

    // Delete a range with one key: the next widget gets the focus.
    await line(/^left/).click();
    await line(/^field3/).click();
    await page.keyboard.press('Shift+ArrowDown');
    await line(/^field6/).click({ modifiers: ['Shift'] });
    await expect(tree.locator('[aria-selected=true]')).toHaveText([/field3/, /field4/, /field5/, /field6/]);
    await page.keyboard.press('Delete');
    await expect(status).toHaveText('Delete 4 widgets');
    await expect(line(/^field7/)).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(tree.locator('[aria-selected=true]')).toHaveCount(4);

    // Escape in a field changes nothing; a checkbox starts checked.
    await line(/^agreed/).click();
    const initial = properties.getByRole('group', { name: 'Initial value' });
    await initial.getByRole('checkbox', { name: 'Static' }).check();
    await initial.getByRole('checkbox', { name: 'Value' }).check();
    await properties.getByLabel('Label').focus();
    await page.keyboard.press('Escape');
    await expect(properties.getByLabel('Label')).toBeFocused();

    // Resize two columns, by key and by mouse.
    await line(/^left/).click();
    const border = form.getByRole('separator', { name: 'Resize the columns on either side' });
    await expect(border).toHaveAttribute('aria-valuenow', '50');
    await border.focus();
    await page.keyboard.press('ArrowRight');
    await expect(status).toHaveText('Resize left and right');
    await expect(border).toHaveAttribute('aria-valuenow', '59');
    const box = await border.boundingBox();
    if (!box) throw new Error('The border is not there');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x - 150, box.y + box.height / 2, { steps: 3 });
    await page.mouse.up();
    await expect.poll(async () => Number(await border.getAttribute('aria-valuenow'))).toBeLessThan(45);

    // Dropping the first widget of a row on the top edge of a row makes a new row; Delete moves the focus to the outline.
    await form
      .getByLabel('field0')
      .dragTo(form.getByLabel('right', { exact: true }), { targetPosition: { x: 100, y: 2 } });
    await properties.getByRole('button', { name: 'Delete' }).click();
    await expect(line(/^left/)).toBeFocused();

    // Drag actions are in a menu, too, and the move is announced. The history leads back to any step.
    await line(/^field1 ?Text$/).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    const moving = page.getByRole('dialog', { name: 'Move field1' });
    await moving.getByLabel('Target').selectOption({ label: '\u00a0\u00a0agreed' });
    await moving.getByLabel('Position').selectOption('Right');
    await expectAccessible(page);
    await moving.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(status).toHaveText('Move field1: row 2 of the form, column 2');
    await designer.getByRole('button', { name: 'History' }).click();
    await page.getByRole('menuitem', { name: 'Resize left and right' }).first().click();
    await expect(status).toHaveText(/^Undone: \d edits up to /);
    await expect(line(/^field0/)).toBeVisible();

    // A selection is saved as a block, and dragged in from the palette.
    await line(/^field7/).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+b');
    const naming = page.getByRole('dialog', { name: 'Save as block' });
    await naming.getByLabel('Name').fill('Two fields');
    await expectAccessible(page);
    await naming.getByLabel('Name').press('Enter');
    const block = designer.getByRole('group', { name: 'Blocks' }).getByRole('button', { name: 'Add Two fields' });
    await block.dragTo(form.getByLabel('left', { exact: true }), { targetPosition: { x: 100, y: 2 } });
    await expect(status).toHaveText('Add Two fields');
    await expect(tree.getByRole('treeitem').nth(1)).toHaveText(/^field7/);

    // Copied widgets are pasted into another form in another tab.
    await line(/^field7/)
      .first()
      .click();
    await page.keyboard.press('Control+c');
    const second = await page.context().newPage();
    const empty = await createRecord('forms', {
      name: 'Other',
      formSchema: { version: 1, root: { type: 'container' } },
    });
    await second.goto(`/admin/forms/${empty.id}`);
    await second.getByRole('button', { name: 'Open designer' }).click();
    const lines = second.getByRole('tree', { name: 'Widgets of the form' }).getByRole('treeitem');
    await lines.first().click();
    await second.keyboard.press('Control+v');
    await expect(lines).toHaveText([/The whole form/, /field7/]);

    // So is a block, found by name and added with a click. It is renamed, and deleted after a confirmation.
    await second.getByRole('searchbox', { name: 'Find' }).fill('two');
    await expect(second.getByRole('button', { name: 'Add Text', exact: true })).toBeHidden();
    await second.getByRole('button', { name: 'Add Two fields' }).click();
    await expect(lines).toHaveText([/The whole form/, /field7/, /field7/, /field8/]);
    await second.getByRole('button', { name: 'Block Two fields: rename or delete' }).click();
    await second.getByRole('menuitem', { name: 'Rename…' }).click();
    await second.getByLabel('Name', { exact: true }).fill('Two texts');
    await second.getByRole('button', { name: 'Rename', exact: true }).click();
    await second.getByRole('button', { name: 'Block Two texts: rename or delete' }).click();
    await second.getByRole('menuitem', { name: 'Delete…' }).click();
    await second
      .getByRole('dialog', { name: 'Delete block Two texts?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(second.getByText('No matches.')).toBeVisible();

    // The content of a modal is on the canvas and accepts drops.
    await second.getByRole('searchbox', { name: 'Find' }).fill('');
    await lines.first().click();
    await second.getByRole('button', { name: 'Add Modal' }).click();
    const canvas = second.getByRole('region', { name: 'Form', exact: true });
    const inside = canvas.getByRole('region', { name: 'Modal' });
    await second
      .getByRole('button', { name: 'Add Number', exact: true })
      .dragTo(inside.getByText('Add or drop a widget here'));
    await expect(lines.last()).toHaveText(/^Number/);
    await expect(lines.last()).toHaveAttribute('aria-level', '3');
    await lines.first().click();
    await inside.getByRole('spinbutton', { name: 'Number' }).click();
    await expect(lines.last()).toHaveAttribute('aria-selected', 'true');
  },
);

backOfficeTest(
  'a form is filled in beside the designer, by hand or from a real order, and the data survive edits of the form',
  async ({ page, callElsewhere, expectAccessible }) => {
    const { body } = await callElsewhere({ path: '/api/forms/list' });
    const radio = Array.isArray(body) ? body.find(({ name }) => name === 'Radio campaign') : undefined;
    await page.goto(`/admin/forms/${radio?.id}`);
    await page.getByRole('button', { name: 'Open designer' }).click();
    const designer = page.getByRole('dialog', { name: 'Form designer' });
    await designer.getByRole('button', { name: 'Both', exact: true }).click();
    const preview = designer.getByRole('region', { name: 'Preview', exact: true });
    const name = preview.getByLabel('Campaign name');
    const rejected = preview.getByRole('region', { name: 'Problems' });

    // By hand: problems are listed, and link to their fields.
    await preview.getByRole('button', { name: 'Try submitting' }).click();
    await rejected.getByRole('button', { name: 'Missing required field: Campaign name' }).click();
    await expect(name).toBeFocused();

    // From an order that the user may read.
    const picker = preview.getByRole('combobox', { name: 'Fill in from an order' });
    await picker.click();
    await page.getByRole('listbox').getByRole('option').first().click();
    await expect(name).not.toHaveValue('');
    await name.fill('Typed over it');
    await preview.getByText('Data', { exact: true }).click();
    await expect(preview.getByRole('region', { name: 'Form data' })).toContainText('"campaign_name": "Typed over it"');

    // It follows the design and keeps the data.
    await designer.getByRole('treeitem', { name: /^Campaign name/ }).click();
    await designer.getByRole('region', { name: 'Properties' }).getByLabel('Label').fill('Title');
    await expect(preview.getByLabel('Title')).toHaveValue('Typed over it');
    await expect(preview.getByText('Hidden by scripts')).toBeVisible();
    await preview.getByRole('button', { name: 'Dark', exact: true }).click();
    // At actual size: targets of a scaled form are smaller.
    await expectAccessible(page);
    await preview.getByRole('button', { name: 'Tablet', exact: true }).click();
    await expect(preview.getByText(/^Shown at \d+% of actual size/)).toBeVisible();
    await preview.getByRole('button', { name: 'Start over' }).click();
    await expect(preview.getByLabel('Title')).toHaveValue('');

    // A phone is too small for the designer, which shows a message.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(designer.getByText('On a phone, you can preview and try out the form.')).toBeVisible();
    await expect(designer.getByLabel('Title')).toBeVisible();
    await expect(designer.getByRole('tree')).toBeHidden();
    await expect(designer.getByRole('group', { name: 'Width' })).toBeHidden();
    await expectAccessible(page);
  },
);
