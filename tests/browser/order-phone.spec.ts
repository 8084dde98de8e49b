import type { Page } from '@playwright/test';
import { schemaOf, widget } from '#tests/forms/form-builders.ts';
import { backOfficeTest, expect } from './back-office-fixtures.ts';

const schema = schemaOf(
  widget('text_input', 'name', { required: true }, 'Name of the site'),
  widget('text_input', 'domain', { required: true }, 'Domain'),
);

const bar = (page: Page) => page.getByRole('complementary', { name: 'Order summary' });

/** Checks that status, its text, the menu and the next action are in one row. */
async function expectOneLine(page: Page, { status, next }: { status: string; next: string }): Promise<void> {
  const parts = [
    bar(page).getByText(status, { exact: true }),
    bar(page).getByRole('button', { name: 'More about this order' }),
    bar(page).getByRole('button', { name: next, exact: true }),
  ];
  for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 });
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  const middles = boxes.map((box) => (box ? box.y + box.height / 2 : 0));
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(3);
  expect((await bar(page).boundingBox())?.height).toBeLessThan(70);
}

backOfficeTest(
  'on a phone the action bar of an order is one line in both themes in every state',
  async ({ page, callElsewhere, createRecord, expectAccessible }) => {
    const form = await createRecord('forms', { name: 'On a phone', formSchema: schema });
    const [channel] = Object((await callElsewhere({ path: '/api/channels?slug=websites' })).body).results;
    const [client] = Object((await callElsewhere({ path: `/api/clients?channel=${channel.id}&limit=1` })).body).results;
    const { id } = await createRecord('orders', { channelId: channel.id, form: form.id, client: client.id });
    const path = `/api/orders/${id}`;
    const change = async (body: object) =>
      expect((await callElsewhere({ method: 'PATCH', path, body })).status).toBe(200);
    const name = page.getByLabel('Name of the site');
    /** Checks the bar on each phone size and theme. */
    const look = async (as: { status: string; next: string }) => {
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [390, 360]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 800 });
          await expectOneLine(page, as);
        }
      await expectAccessible(page);
    };
    await page.addInitScript(() => localStorage.setItem('_v3prefs', JSON.stringify({ themePreset: 'auto' })));
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`/c/${channel.id}/orders/${id}`);

    await expect(bar(page).getByText('· 2 to complete')).toBeAttached();
    await look({ status: 'Draft', next: 'Send for approval' });
    await change({ formData: { name: 'Oyster', domain: 'oyster.example' } });
    await change({ status: 'PENDING' });
    await page.reload();
    await look({ status: 'Pending', next: 'Approve' });
    await name.fill('Oyster & Ash');
    // A pending order does not autosave, so Save comes first.
    await look({ status: 'Pending', next: 'Save changes' });
    await bar(page).getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await change({ status: 'COMPLETE' });
    await page.reload();
    await look({ status: 'Complete', next: 'Change' });
    await bar(page).getByRole('button', { name: 'Change' }).click();
    await name.fill('Another');
    await look({ status: 'Complete', next: 'Send change for approval' });
  },
);
