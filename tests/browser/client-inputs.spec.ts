import type { Page } from '@playwright/test';
import { backOfficeTest, expect } from './back-office-fixtures.ts';

/** Hints for on-screen keyboards and autofill on a client's fields. */
async function expectInputs(page: Page, labels: Record<string, string>): Promise<void> {
  for (const [label, mode] of Object.entries(labels)) {
    const input = page.getByLabel(label);
    await expect(input, label).toHaveAttribute('inputmode', mode);
    await expect(input, label).toHaveAttribute('autocomplete', 'off');
  }
}

const modes = { 'E-mail': 'email', Website: 'url', 'Phone number': 'tel', City: 'text', 'Business owner': 'text' };

backOfficeTest(
  'the inputs of a client set the on-screen keyboard and disable autofill of the user’s own details',
  async ({ page }) => {
    await page.goto('/clients/new');
    await expectInputs(page, modes);
    await page.goto('/admin/clients/new');
    await expectInputs(page, modes);
  },
);

backOfficeTest(
  'clearing the external id and the e-mail of a client removes them, in both apps',
  async ({ page, createRecord, callElsewhere }) => {
    const { id } = await createRecord('clients', {
      ...{ name: 'Emptied Client', businessOwner: 'Ada Stone', businessName: 'Emptied', industry: 'Cars' },
      ...{ businessAddress: { street: '1 Main Street', city: 'Salem', state: 'OR', zip: '97301' } },
      ...{ phoneNumber: '503-555-0100', website: 'https://tires.example' },
      ...{ externalId: `E-${Date.now()}`, email: 'ada@tires.example' },
    });
    const saved = async () => Object((await callElsewhere({ path: `/api/clients/${id}` })).body);
    await page.goto(`/clients/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('E-mail').clear();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(saved).not.toHaveProperty('email');
    await page.goto(`/admin/clients/${id}`);
    await page.getByLabel('External ID').clear();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(saved).not.toHaveProperty('externalId');
    expect(await saved()).toMatchObject({ name: 'Emptied Client' });
  },
);
