import type { Page } from '@playwright/test';
import type { Order } from '#schemas/generated/types.ts';
import { expect, test } from './fixtures.ts';

const seller = 'agency.user@example.com';
const slug = 'radio';

/** Creates a draft with the content of a complete order, or without content. Returns its reference. */
async function makeDraft(page: Page, { url, isComplete }: { url: string; isComplete: boolean }): Promise<string> {
  const listed = await page.request.get(`/api/orders?status=COMPLETE&limit=50&channelId=${await channelId(page)}`);
  const { results }: { results: Pick<Order, 'id' | 'createdAt'>[] } = await listed.json();
  // An order of the demo: other stories create orders, too.
  const dayAgo = new Date(Date.now() - 86_400_000).toISOString();
  const demoOrder = results.find(({ createdAt }) => createdAt < dayAgo);
  const source: Order = await (await page.request.get(`/api/orders/${demoOrder?.id}`)).json();
  const { channelId: channel, form, client, formData, products } = source;
  const content = isComplete
    ? { client, formData, products: products.map(({ product, data }) => ({ product, data })) }
    : {};
  const made = await page.request.post('/api/orders', {
    headers: { Origin: url },
    data: { channelId: channel, form, ...content },
  });
  expect(made.status()).toBe(201);
  return (await made.json()).refCode;
}

async function channelId(page: Page): Promise<string> {
  const channels: { id: string; slug: string }[] = await (await page.request.get('/api/channels/list')).json();
  return channels.find((each) => each.slug === slug)?.id ?? '';
}

test('selected orders are submitted after a preview, and the result list links each and retries the rest', async ({
  page,
  product,
  signInAs,
  expectAccessible,
}) => {
  await signInAs(seller);
  const incomplete = await makeDraft(page, { url: product.url, isComplete: false });
  const complete = [
    await makeDraft(page, { url: product.url, isComplete: true }),
    await makeDraft(page, { url: product.url, isComplete: true }),
  ];
  await page.goto(`/c/${slug}/orders?status=draft&user=me`);
  const boxOf = (refCode: string | undefined) => page.getByRole('checkbox', { name: `Select ${refCode}` });
  const bar = page.getByRole('region', { name: 'Selected orders' });

  // The newest are first: the two complete drafts, then the incomplete one.
  await boxOf(complete[1]).check();
  await expect(bar.getByText('1 selected')).toBeVisible();
  await boxOf(incomplete).click({ modifiers: ['Shift'] });
  await expect(bar.getByText('3 selected')).toBeVisible();
  await page.keyboard.press('x');
  await expect(bar.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('x');
  await expect(bar.getByText('3 selected')).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expectAccessible(page);

  await bar.getByRole('button', { name: 'Send for approval' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send 3 orders for approval' });
  await expect(dialog.getByRole('status')).toHaveText('2 of 3 can be sent for approval.');
  await expect(dialog.getByText("1 can't:")).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText(/^1: /);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send 2 orders for approval' }).click();

  await expect(page.getByRole('status').filter({ hasText: 'Done: 2 sent for approval and 1 skipped.' })).toBeVisible();
  const results = page.getByRole('list', { name: 'Orders' }).locator('> li');
  await expect(results).toHaveText([/Sent for approval/, /Sent for approval/, /Skipped/]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Retry the other 1' }).click();
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText("It can't be sent for approval.");
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await results.last().getByRole('link').click();
  await expect(page.getByText(incomplete).first()).toBeVisible();
});
