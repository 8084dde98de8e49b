import { expect, type Page } from '@playwright/test';

/** Creates an order on a channel of the demo as the signed-in user, and opens it; returns its URL once the page is fully loaded. */
export async function startOrder(page: Page, channel = 'Harborlight Websites'): Promise<string> {
  await page.goto('/');
  const path = await page.evaluate(async (name) => {
    const { results } = await (await fetch('/api/channels?limit=100')).json();
    const { id, slug, orderFormId } = results.find((each: { name: string }) => each.name === name);
    const body = JSON.stringify({ channelId: id, form: orderFormId });
    const headers = { 'Content-Type': 'application/json' };
    const order = await (await fetch('/api/orders', { method: 'POST', headers, body })).json();
    return `/c/${slug}/orders/${order.id}`;
  }, channel);
  await page.goto(path);
  // Local storage of changes loads with the form's extras: going offline before that would lose both.
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
  return page.url();
}

/** Goes from Home to a new order, which is not created before something is typed. */
export async function openNewOrder(page: Page, channel = 'Harborlight Websites'): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Choose a channel' }).click();
  // exact: rows on Home name their channel, too.
  await expect(page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: channel }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New Order' }).click();
  await page.getByRole('button', { name: 'Start order' }).click();
  await page.waitForURL('**/orders/draft');
}
