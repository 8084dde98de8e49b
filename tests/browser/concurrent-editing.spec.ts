import type { Page } from '@playwright/test';
import { backOfficeTest, expect } from './back-office-fixtures.ts';

/** Simulates returning to the window. */
const refocus = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));

backOfficeTest(
  'two users change one client: different fields merge, and the same field asks which to keep',
  async ({ page, callElsewhere, createRecord, expectAccessible }) => {
    const { id } = await createRecord('clients', client);
    const path = `/api/clients/${id}`;
    await page.goto(`/clients/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Industry').fill('Mine');
    await callElsewhere({ method: 'PATCH', path, body: { website: 'https://theirs.example' } });
    await page.getByRole('button', { name: 'Save client' }).click();
    await expect(page.getByText('There are no conflicts')).toBeVisible();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Website')).toHaveValue('https://theirs.example');

    await page.getByLabel('Industry').fill('Mine again');
    await page.getByLabel('City').fill('Lenoir');
    await page.getByLabel('Phone number').fill('555-0111');
    const address = { ...client.businessAddress, city: 'Asheville', zip: '28801' };
    await callElsewhere({ method: 'PATCH', path, body: { industry: 'Theirs', businessAddress: address } });
    await page.getByRole('button', { name: 'Save client' }).click();
    await expect(page.getByText('Someone else changed this client.')).toBeVisible();
    await page.getByRole('button', { name: 'Compare' }).click();
    const dialog = page.getByRole('dialog', { name: 'This client has changed' });
    await expect(dialog.getByRole('group')).toHaveCount(2);
    await expectAccessible(page);
    await dialog
      .getByRole('group', { name: 'Industry' })
      .getByRole('radio', { name: /Mine again/ })
      .check();
    await dialog
      .getByRole('group', { name: 'City' })
      .getByRole('radio', { name: /Asheville/ })
      .check();
    await dialog.getByRole('button', { name: 'Use these values' }).click();
    await expect(page.getByLabel('City')).toHaveValue('Asheville');
    await page.getByRole('button', { name: 'Save client' }).click();
    // The message of the first save may still be visible.
    await expect
      .poll(async () => (await callElsewhere({ path })).body)
      .toMatchObject({
        industry: 'Mine again',
        phoneNumber: '555-0111',
        businessAddress: { city: 'Asheville', zip: '28801' },
      });
  },
);

backOfficeTest(
  'a client deleted by another user is reported when the window gets focus, and unsaved text stays',
  async ({ page, callElsewhere, createRecord }) => {
    const { id } = await createRecord('clients', { ...client, name: 'Soon Gone' });
    await page.clock.install();
    await page.goto(`/clients/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Industry').fill('Typed');
    await callElsewhere({ method: 'DELETE', path: `/api/clients/${id}` });
    await page.clock.fastForward(10_000);
    await refocus(page);
    await expect(page.getByText('This client is no longer available.')).toBeVisible();
    await expect(page.getByLabel('Industry')).toHaveValue('Typed');
    await expect(page.getByRole('button', { name: 'Save client' })).toHaveCount(0);
  },
);

backOfficeTest(
  'a guild user renamed by two managers at once asks which name to keep, and leaving the page asks for confirmation',
  async ({ page, callElsewhere, createRecord, signInAs }) => {
    const { body } = await callElsewhere({ path: '/api/users?search=guild.manager@example.com' });
    const manager = expectFirst(body);
    const { id } = await createRecord('users', {
      name: 'Renamed Twice',
      email: 'renamed.twice@example.com',
      guild: manager.guild,
    });
    await signInAs('guild.manager@example.com');
    await page.goto(`/g/users/${id}`);
    await page.getByLabel('Name').fill('My Name');
    await callElsewhere({ method: 'PATCH', path: `/api/users/${id}`, body: { name: 'Their Name' } });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Someone else changed this user.')).toBeVisible();
    await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Home' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'This user has changed' });
    await dialog.getByRole('radio', { name: /My Name/ }).check();
    await dialog.getByRole('button', { name: 'Use these values' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'My Name' })).toBeVisible();
  },
);

const client = {
  name: 'Portal Pottery',
  businessOwner: 'Ann Base',
  businessName: 'Two Hands',
  businessAddress: { street: '1 Kiln Road', city: 'Boone', state: 'NC', zip: '28607' },
  phoneNumber: '555-0100',
  website: 'https://base.example',
  industry: 'Crafts',
};

function expectFirst(body: unknown): { guild: string } {
  expect(body).toMatchObject({ results: [{ guild: expect.any(String) }] });
  const { results } = Object(body);
  return results[0];
}
