import type { Page } from '@playwright/test';
import { backOfficeTest, expect } from './back-office-fixtures.ts';

const fields = {
  'Client Name': 'Placed Pottery',
  Industry: 'Retail',
  'Business name': 'Placed Pottery LLC',
  'Business owner': 'Pat Place',
  'Street address': '1 Main Street',
  City: 'Austin',
  State: 'TX',
  'ZIP code': '78701',
  'Phone number': '512-555-0100',
  Website: 'https://pottery.example',
};

async function fill(page: Page, name: string): Promise<void> {
  for (const [label, value] of Object.entries({ ...fields, 'Client Name': name })) {
    await page.getByRole('textbox', { name: label }).fill(value);
  }
}

backOfficeTest.describe('in the portal', () => {
  backOfficeTest(
    'a user of several organizations chooses one before creating a client, and sees the client’s organization',
    async ({ page, signInAs, expectAccessible }) => {
      await signInAs('two.agencies@example.com');
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/clients')) sent.push(request.url());
      });
      await page.goto('/clients/new');
      const organization = page.getByLabel('Organization');
      await expect(organization).toHaveValue('');
      await expect(page.getByLabel('External ID')).toHaveCount(0);
      await fill(page, 'Portal Pottery');
      await page.getByRole('button', { name: 'Add client' }).click();
      await expect(page.getByText('Missing required field: Organization')).toBeVisible();
      await expect(organization).toBeFocused();
      await expectAccessible(page);
      expect(sent).toEqual([]);
      const [name = ''] = (await organization.locator('option').allInnerTexts()).slice(1);
      await organization.selectOption({ index: 1 });
      await page.getByRole('button', { name: 'Add client' }).click();
      await expect(page.getByRole('heading', { name: 'Portal Pottery' })).toBeVisible();
      await expect(page.getByRole('definition').last()).toContainText(name.trim());
      expect(sent).toHaveLength(1);
      await page.getByRole('button', { name: 'What can I do here?' }).click();
      const rights = page.getByRole('dialog', { name: 'What you can do here, and why' });
      await expect(rights.getByText('May change')).toBeVisible();
      await expect(rights.getByText(new RegExp(`member of ${name.trim()}`)).first()).toBeVisible();
      await expect(rights.getByText('May not delete')).toBeVisible();
      await expect(rights.getByText('Requires ADMIN')).toBeVisible();
      await expectAccessible(page);
      await rights.getByRole('button', { name: 'Close' }).click();
      await page.goto('/clients?search=Portal+Pottery');
      await expect(page.getByRole('columnheader', { name: 'Organization' })).toBeVisible();
      await expect(page.getByRole('cell', { name: name.trim(), exact: true })).toBeVisible();
    },
  );

  backOfficeTest(
    'a user of one organization is not asked for it, also within an order, and is warned of a possible duplicate name',
    async ({ page, signInAs, expectAccessible }) => {
      await signInAs('aiko.sato@example.com');
      await page.goto('/c');
      await page.getByRole('link', { name: 'New Order' }).first().click();
      await page.getByRole('link', { name: 'New Client' }).click();
      await fill(page, 'Denver Pottery');
      await expect(page.getByLabel('Organization')).toHaveCount(0);
      await page.getByRole('button', { name: 'Add client' }).click();
      await expect(page.getByRole('combobox', { name: 'Client' })).toHaveValue('Denver Pottery');

      await page.goto('/clients/new');
      const name = page.getByLabel('Client Name');
      await name.fill('Denvre Potery');
      const duplicateWarning = page.getByRole('status').filter({ hasText: 'This business may already be a client' });
      await expect(duplicateWarning).toContainText('Denver Pottery, 1 Main Street, Austin');
      await expect(name).toBeFocused();
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(duplicateWarning.getByRole('link')).toBeInViewport();
      await expectAccessible(page);
      await name.fill('Denver Plumbing');
      await expect(duplicateWarning).toHaveCount(0);
    },
  );

  backOfficeTest(
    'text typed for a client without choosing one stays with a message, and offers to create the client by that name',
    async ({ page, signInAs, expectAccessible }) => {
      await signInAs('aiko.sato@example.com');
      await page.goto('/c');
      await page.getByRole('link', { name: 'New Order' }).first().click();
      const client = page.getByRole('combobox', { name: 'Client' });
      await client.fill('Larkspur Bakery');
      await client.press('Tab');
      await page.getByRole('button', { name: 'Start order' }).click();
      await expect(client).toBeFocused();
      await expect(client).toHaveValue('Larkspur Bakery');
      await expect(client).toHaveAccessibleDescription(/No client selected. Choose a result for “Larkspur Bakery”/);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Discard “Larkspur Bakery”' }).click();
      await expect(client).toHaveValue('');
      await page.getByRole('button', { name: 'Start order' }).click();
      await page.waitForURL('**/orders/draft');

      // Within an order the link leads to the new client and back.
      await client.fill('Larkspur Bakery');
      await page.getByRole('button', { name: 'Send for approval' }).click();
      await expect(client).toBeFocused();
      await client.press('ArrowDown');
      await expect(page.getByText('No results')).toBeVisible();
      await expectAccessible(page);
      await expect(page.getByRole('option', { name: 'Add “Larkspur Bakery” as a new client' })).toBeVisible();
      await client.press('Enter');
      await expect(page.getByLabel('Client Name')).toHaveValue('Larkspur Bakery');
      await fill(page, 'Larkspur Bakery');
      await page.getByRole('button', { name: 'Add client' }).click();
      await expect(page.getByRole('heading', { name: /Order [0-9A-Z]{8}$/ })).toBeVisible();
      await expect(client).toHaveValue('Larkspur Bakery');
      await expect(page).toHaveURL(/orders\/[0-9a-f]{24}$/);
      await page.reload();
      await expect(client).toHaveValue('Larkspur Bakery');
      // Typing without choosing keeps the chosen client and says so.
      await client.fill('Bolt');
      await client.press('Tab');
      await expect(client).toHaveAccessibleDescription(/Larkspur Bakery is still selected. Choose a result for “Bolt”/);
      await client.press('Escape');
      await expect(client).toHaveValue('Larkspur Bakery');
    },
  );
});

backOfficeTest(
  'an administrator assigns a new client to an entity, or creates it unassigned and assigns it later',
  async ({ page, callElsewhere, createRecord, expectAccessible }) => {
    // An order whose client is not found links there.
    const { body } = await callElsewhere({ path: '/api/channels' });
    const [channel] = Object(body).results;
    const order = await createRecord('orders', { channelId: channel.id, form: channel.orderFormId });
    await page.goto(`/admin/orders/${order.id}`);
    await page.getByRole('combobox', { name: 'Client' }).fill('Outer Pottery');
    await page.getByRole('option', { name: 'Add “Outer Pottery” as a new client' }).click();
    await expect(page).toHaveURL(/\/admin\/clients\/new/);
    await expect(page.getByLabel('Client Name')).toHaveValue('Outer Pottery');
    await fill(page, 'Outer Pottery');
    const organization = page.getByRole('combobox', { name: 'Organization' });
    await organization.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Missing required field: Organization').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel(/^No organization/).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('No organization')).toBeVisible();
    await page.getByRole('button', { name: 'Add to organization' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to organization' });
    await dialog.getByRole('combobox', { name: 'Organization' }).fill('Copperfield Austin');
    await page.getByRole('option', { name: / \/ Copperfield Austin$/ }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Copperfield Austin' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add to organization' })).toHaveCount(0);

    await page.goto('/admin/clients/new');
    await fill(page, 'Inner Pottery');
    await page.getByRole('combobox', { name: 'Organization' }).fill('Bluestem Denver');
    await page.getByRole('option', { name: / \/ Bluestem Denver$/ }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('link', { name: 'Bluestem Denver' })).toBeVisible();
  },
);

backOfficeTest(
  'an invalid phone number or website shows a warning at its field in both apps, and is saved',
  async ({ page, callElsewhere, expectAccessible }) => {
    const phone = page.getByText('This does not look like a phone number');
    const website = page.getByText('This does not look like a website');
    await page.goto('/clients/new');
    await fill(page, 'Doubtful Pottery');
    await page.getByLabel('Organization').selectOption({ index: 1 });
    await page.getByRole('textbox', { name: 'Phone number' }).fill('ask Pat');
    await expect(phone).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Website' }).fill('none');
    await expect(phone).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Phone number' })).toHaveAccessibleDescription(/does not look like/);
    await page.getByRole('button', { name: 'Add client' }).click();
    await expect(page.getByRole('heading', { name: 'Doubtful Pottery' })).toBeVisible();
    await expectAccessible(page);

    const { body } = await callElsewhere({ path: '/api/clients?search=Doubtful' });
    const [client] = Object(body).results;
    expect(client).toMatchObject({ phoneNumber: 'ask Pat', website: 'none' });
    await page.goto(`/admin/clients/${client.id}`);
    await expect(phone).toBeVisible();
    await expect(website).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Website' }).fill('pottery.example');
    await expect(website).toHaveCount(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  },
);

backOfficeTest('the collapsed menu on a phone marks only the current page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/clients');
  const menu = page.getByRole('navigation', { name: 'Main, compact' });
  await expect(menu.getByRole('link', { name: 'Clients' })).toHaveAttribute('aria-current', 'page');
  await expect(menu.getByRole('link', { name: 'Orders' })).not.toHaveAttribute('aria-current');
});
