import { expect, type Page } from '@playwright/test';

/** Creates an order on a channel of the demo as the signed-in user; returns its URL once the page is fully loaded. */
export async function startOrder(page: Page, channel?: string): Promise<string> {
  const address = await startOrderWithoutExtras(page, channel);
  // Local storage of changes loads with the form's extras: going offline before that would lose both.
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
  return address;
}

/** The same, without waiting for the page's extras. */
export async function startOrderWithoutExtras(page: Page, channel = 'Harborlight Websites'): Promise<string> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Choose a channel' }).click();
  // exact: rows on Home name their channel, too.
  await expect(page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: channel }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New Order' }).click();
  await page.getByRole('button', { name: 'Start order' }).click();
  await expect(page.getByRole('heading', { name: /Order [0-9A-Z]{8}$/ })).toBeVisible();
  return page.url();
}
