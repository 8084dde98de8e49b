import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Opens the form designer as its author. */
export async function openDesigner(page: Page, id: string) {
  await page.goto(`/admin/forms/${id}`);
  await page.getByRole('button', { name: 'Open designer' }).click();
  const parts = designerParts(page);
  await expect(parts.tree).toBeVisible();
  return parts;
}

/** The parts of the open form designer. */
export function designerParts(page: Page) {
  const designer = page.getByRole('dialog', { name: 'Form designer' });
  const properties = designer.getByRole('region', { name: 'Properties' });
  const tree = designer.getByRole('tree', { name: 'Widgets of the form' });
  return {
    ...{ designer, properties, tree, status: designer.getByRole('status').first() },
    form: designer.getByRole('region', { name: 'Form', exact: true }),
    line: (name: RegExp) => tree.getByRole('treeitem', { name }),
    // exact: a table on the canvas has a button with a similar name.
    added: (type: string) =>
      designer.getByRole('region', { name: 'Palette' }).getByRole('button', { name: `Add ${type}`, exact: true }),
  };
}

/** Chooses an option of a back-office select. */
export async function choose(within: Locator, name: string, option: string): Promise<void> {
  await within.getByRole('combobox', { name: new RegExp(`^${name}`) }).click();
  await within.page().getByRole('option', { name: option, exact: true }).click();
}

/** A row of a form's layout. */
export const layoutRow = (...widgets: object[]) => ({ columns: widgets.map((widget) => ({ ratio: 1, widget })) });

/** Creates a draft on a form, for a client, on its own channel. */
export async function createDraftOn(
  made: (path: string, body: object) => Promise<{ id: string }>,
  { form, slug, formData }: { form: string; slug: string; formData: object },
): Promise<{ id: string }> {
  const entity = await made('entities', { name: slug, subType: 'abstract' });
  const channel = await made('channels', { name: slug, slug, orderFormId: form, entityId: entity.id });
  const client = await made(`entities/${entity.id}/clients`, {
    ...{ name: 'Spring Tires', businessOwner: 'Ada Stone', businessName: 'Spring Tires', industry: 'Cars' },
    ...{ businessAddress: { street: '1 Main Street', city: 'Salem', state: 'OR', zip: '97301' } },
    ...{ phoneNumber: '503-555-0100', website: 'https://tires.example' },
  });
  return made('orders', { channelId: channel.id, form, client: client.id, formData });
}
