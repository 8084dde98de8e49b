import { backOfficeTest, expect } from './back-office-fixtures.ts';

backOfficeTest(
  'a bulk edit of everything that matches the filter is previewed, run and reported record by record',
  async ({ page, createRecord, expectAccessible }) => {
    for (const name of ['Bulk Alpha', 'Bulk Beta', 'Bulk Gamma']) {
      await createRecord('clients', {
        ...{ name, businessOwner: 'Ada Stone', businessName: 'Stone Bakery', phoneNumber: '503-555-0100' },
        ...{ website: 'https://bakery.example', industry: 'Food' },
        businessAddress: { street: '1 Main Street', city: 'Salem', state: 'OR', zip: '97301' },
      });
    }
    await page.goto('/admin/clients');
    await page.getByPlaceholder('Search').fill('Bulk');
    await expect(page.getByRole('row')).toHaveCount(4);
    const boxOf = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
    await boxOf('Bulk Alpha').check();
    await boxOf('Bulk Gamma').click({ modifiers: ['Shift'] });
    const bar = page.getByRole('toolbar', { name: 'Selected records' });
    await expect(bar.getByText('3 selected')).toBeVisible();
    await bar.getByRole('button', { name: 'Edit' }).click();

    const fields = page.getByRole('dialog', { name: 'Change 3 clients' });
    await fields.getByRole('checkbox', { name: 'Industry' }).check();
    await fields.getByRole('textbox', { name: 'Industry' }).pressSequentially('Retail');
    await expectAccessible(page);
    await fields.getByRole('button', { name: 'Continue' }).click();

    const job = page.getByRole('dialog', { name: 'Change 3 clients' });
    await expect(job.getByRole('status')).toHaveText('All 3 can be changed.');
    await job.getByRole('button', { name: 'Change 3 clients' }).click();
    await expect(job.getByRole('status')).toHaveText('Done: 3 changed.');
    await expect(job.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(3);
    await expectAccessible(page);
    await job.getByRole('link', { name: 'Bulk Beta' }).click();
    await expect(page.getByRole('textbox', { name: 'Industry' })).toHaveValue('Retail');
  },
);

backOfficeTest(
  'orders have the same bulk actions as in the portal, also for everything that matches',
  async ({ page }) => {
    await page.goto(`/admin/orders?perPage=10&filter=${encodeURIComponent('{"status":"CANCELED"}')}`);
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .first()
      .check();
    const bar = page.getByRole('toolbar', { name: 'Selected records' });
    await bar.getByRole('button', { name: /^Select all [\d,]+ that match$/ }).click();
    await expect(bar.getByText(/^All [\d,]+ selected$/)).toBeVisible();
    await bar.getByRole('button', { name: 'Duplicate' }).click();
    const job = page.getByRole('dialog', { name: /^Duplicate [\d,]+ orders$/ });
    await expect(job.getByRole('status')).toHaveText(/can be duplicated\.$/, { timeout: 30_000 });
    await job.getByRole('button', { name: 'Close' }).click();
    await expect(job).toBeHidden();
  },
);
