import { backOfficeTest, expect } from './back-office-fixtures.ts';

const fields = {
  businessOwner: 'Mia Merge',
  businessName: 'Merge Mill',
  businessAddress: { street: '1 Main Street', city: 'Salem', state: 'OR', zip: '97301' },
  phoneNumber: '503-555-0100',
  website: 'https://mill.example',
  industry: 'Food',
};

backOfficeTest(
  'an administrator merges a client with another one, value by value, and undoes it from its history',
  async ({ page, createRecord, callElsewhere, expectAccessible }) => {
    const client = await createRecord('clients', { ...fields, name: 'Merge Mill' });
    const other = await createRecord('clients', {
      ...{ ...fields, name: 'Merge Mill Inc.', industry: 'Flour' },
      email: 'mill@mill.example',
    });
    await page.goto(`/admin/clients/${client.id}`);
    await page.getByRole('link', { name: 'Merge with another client' }).click();
    const duplicates = page.getByRole('region', { name: 'Likely duplicates' });
    await expect(
      duplicates.getByRole('button', { name: 'Merge Mill Inc., 1 Main Street, Salem, no orders' }),
    ).toBeVisible();
    await expectAccessible(page);
    const picker = page.getByRole('combobox', { name: 'Client to merge into this one' });
    await picker.pressSequentially('merge mill inc');
    await page.getByRole('option', { name: 'Merge Mill Inc., Salem' }).click();
    const values = (label: string) => page.getByRole('radiogroup', { name: label });
    // The first client has no e-mail, so it takes that of the other one.
    await expect(values('E-mail').getByRole('radio', { name: 'mill@mill.example' })).toBeChecked();
    await expect(values('Client Name').getByRole('radio', { name: 'Merge Mill', exact: true })).toBeChecked();
    await values('Industry').getByRole('radio', { name: 'Flour' }).check();
    await expect(page.getByText('Nothing belongs to Merge Mill Inc. that has to move.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Merge Merge Mill Inc. into Merge Mill' }).click();
    await expect(page.getByText('Merge Mill Inc. merged into Merge Mill')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/admin/clients/${client.id}$`));
    await expect(page.getByLabel('Industry')).toHaveValue('Flour');
    const merged = page.getByRole('region', { name: 'Merged clients' });
    await expect(merged.getByText('Can be undone until')).toBeVisible();
    await expectAccessible(page);
    await page.goto(`/admin/clients/${other.id}`);
    await expect(page).toHaveURL(new RegExp(`/admin/clients/${client.id}$`));

    await merged.getByRole('button', { name: 'Undo the merge of Merge Mill Inc.' }).click();
    await expect(page.getByText('Merge Mill Inc. is a client of its own again.')).toBeVisible();
    await expect(merged.getByText('Undone')).toBeVisible();
    await expect(page.getByLabel('Industry')).toHaveValue('Food');
    expect(await callElsewhere({ path: `/api/clients/${other.id}` })).toMatchObject({
      body: { name: 'Merge Mill Inc.', industry: 'Flour' },
    });
  },
);

backOfficeTest(
  'an administrator opens the likely duplicates from the list of clients, and merges two of them',
  async ({ page, createRecord, expectAccessible }) => {
    const shared = { ...fields, phoneNumber: '503-555-0777', website: 'https://corn.example' };
    await createRecord('clients', { ...shared, name: 'Corn Chandlers', businessName: 'Corn Chandlers' });
    await createRecord('clients', { ...shared, name: 'Wheat and Rye', businessName: 'Wheat and Rye' });
    await page.goto('/admin/clients');
    await page.getByRole('link', { name: 'Duplicates' }).click();
    await expect(page.getByRole('heading', { name: 'Likely duplicates' })).toBeFocused();
    const group = page.getByRole('region', { name: 'Corn Chandlers' });
    await expect(group.getByRole('listitem')).toHaveCount(2);
    await expect(group.getByText('Same phone number and website')).toHaveCount(2);
    await expectAccessible(page);
    // They can be dismissed, which is undone from the notification or the list of dismissed groups.
    const dismiss = group.getByRole('button', { name: 'Not duplicates: Corn Chandlers and Wheat and Rye' });
    await dismiss.click();
    await expect(group).toHaveCount(0);
    await expect(page.getByText('Corn Chandlers and Wheat and Rye marked as no duplicates')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await dismiss.click();
    await expect(group).toHaveCount(0);
    const shown = page.getByRole('switch', { name: 'Show dismissed groups' });
    await shown.click();
    await expect(shown).toBeChecked();
    await expect(group.getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page);
    await group.getByRole('button', { name: 'Restore: Corn Chandlers and Wheat and Rye' }).click();
    await expect(group).toHaveCount(0);
    await shown.click();
    await group.getByRole('link', { name: 'Merge Wheat and Rye into Corn Chandlers' }).click();
    await expect(page.getByRole('button', { name: 'Merge Wheat and Rye into Corn Chandlers' })).toBeVisible();
    const names = page.getByRole('radiogroup', { name: 'Client Name' });
    await expect(names.getByRole('radio', { name: 'Corn Chandlers' })).toBeChecked();
  },
);
