import { backOfficeTest, expect } from './back-office-fixtures.ts';

backOfficeTest(
  'an administrator moves entities in their tree by keyboard and by drag, undoes a move, and deletes one after a preview',
  async ({ page, callElsewhere, createRecord, expectAccessible }) => {
    const top = await createRecord('entities', { name: 'Room Top' });
    const [east, west] = [
      await createRecord('entities', { name: 'Room East', parent: top.id }),
      await createRecord('entities', { name: 'Room West', parent: top.id }),
    ];
    const leaf = await createRecord('entities', { name: 'Room Leaf', parent: east.id });
    const parentOf = async ({ id }: { id: string }) =>
      Object((await callElsewhere({ path: `/api/entities/${id}` })).body).parent;
    await page.goto('/admin/entities');
    await page.getByRole('link', { name: 'Tree view', exact: true }).click();
    const tree = page.getByRole('tree', { name: 'Entities' });
    const line = (name: string) => tree.getByRole('treeitem', { name, exact: true });
    const lines = (...names: string[]) => expect(tree.getByRole('treeitem')).toHaveText(names);
    await page.getByLabel('Find').fill('Room T');
    await lines('All entities', 'Room Top');
    await page.getByLabel('Find').fill('');
    await line('Room Leaf').click();
    await page.keyboard.press('Control+x');
    await expect(page.getByRole('status')).toContainText('Room Leaf is cut');
    await page.keyboard.press('ArrowDown');
    await expect(line('Room West')).toBeFocused();
    await expect(page.getByRole('status')).toContainText('Press Ctrl+V to move Room Leaf here');
    await expectAccessible(page);
    await page.keyboard.press('Control+v');
    await expect(page.getByText('Room Leaf moved below Room West')).toBeVisible();
    await expect.poll(() => parentOf(leaf)).toBe(west.id);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Room Leaf moved back')).toBeVisible();
    expect(await parentOf(leaf)).toBe(east.id);
    // Its line is back as well: a line that moves during the drag would cancel it.
    await expect(line('Room East').locator('xpath=following::*[@role="treeitem"][1]')).toHaveText(/^\W*Room Leaf/);
    await line('Room Leaf').dragTo(line('Room West'));
    await expect(page.getByText('Room Leaf moved below Room West')).toBeVisible();
    expect(await parentOf(leaf)).toBe(west.id);

    await page.goto(`/admin/entities/${west.id}`);
    await page.getByRole('link', { name: 'Delete' }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/entities/${west.id}/delete$`));
    await expect(page.getByRole('heading', { name: 'Delete Room West?' })).toBeVisible();
    await expect(page.getByRole('link', { name: '1', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Move everything and delete' }).click();
    await expect(page.getByText('Missing required field: Move everything to').first()).toBeVisible();
    await page.getByRole('combobox', { name: 'Move everything to' }).fill('Room East');
    await page.getByRole('option', { name: 'Room Top / Room East' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Move everything and delete' }).click();
    await expect(page).toHaveURL(/\/admin\/entities$/);
    expect(await parentOf(leaf)).toBe(east.id);
    expect(await callElsewhere({ path: `/api/entities/${west.id}` })).toMatchObject({ status: 404 });

    await page.goto(`/admin/entities/${leaf.id}/delete`);
    await expect(page.getByText('Nothing depends on this entity.')).toBeVisible();
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(page).toHaveURL(/\/admin\/entities$/);
    expect(await callElsewhere({ path: `/api/entities/${leaf.id}` })).toMatchObject({ status: 404 });
  },
);
