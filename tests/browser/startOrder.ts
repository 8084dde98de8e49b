import { expect, type Page } from '@playwright/test';

/** Starts an order of one of the demo's channels as whoever is signed in; answers its address, with the whole page there. */
export async function startOrder(page: Page, channel?: string): Promise<string> {
  const address = await beginOrder(page, channel);
  // With what comes beside the form comes what keeps it on the device: without a network neither would.
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
  return address;
}

/** The same, with as much of the page as comes first. */
export async function beginOrder(page: Page, channel = 'Harborlight Websites'): Promise<string> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Choose a channel' }).click();
  // Home's rows name their channel, too.
  await expect(page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: channel }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New Order' }).click();
  await page.getByRole('button', { name: 'Start order' }).click();
  await expect(page.getByRole('heading', { name: /^Order [0-9A-Z]{8}$/ })).toBeVisible();
  return page.url();
}
