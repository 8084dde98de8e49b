import type { Page } from '@playwright/test';
import type { Answer, Call } from '#tests/product/call.ts';
import { expect, test } from './desk.ts';

const summaryOf = (page: Page) => page.getByRole('complementary', { name: 'Order summary' });
const queueCount = async (page: Page) =>
  Number((await page.getByRole('link', { name: /^Pending Approval/ }).textContent())?.replace(/\D/g, ''));

test('a moderator sends an order back from the queue, with a reason that the history keeps in both apps', async ({
  page,
  other,
  expectAccessible,
}) => {
  const { id, channelId, refCode } = await pendingWebsite(other, 0);
  await page.goto(`/admin/orders/${id}`);
  await expect(page.getByRole('heading', { name: `Order ${refCode}` })).toBeVisible();
  await expect(page.getByRole('region', { name: 'History' }).getByText('Order started')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Pending Approval \d/ })).toBeVisible();
  const before = await queueCount(page);
  await expectAccessible(page);

  await summaryOf(page).getByRole('button', { name: 'Send back' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this order back?' });
  await dialog.getByRole('button', { name: 'Send back' }).click();
  await expect(dialog.getByText('Missing required field: Reason')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('The dates do not fit.');
  await dialog.getByRole('button', { name: 'Send back' }).click();
  await expect(page.getByText(`Sent back: order ${refCode}`)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/orders\/pending/);
  await expect.poll(() => queueCount(page)).toBe(before - 1);

  await page.goto(`/c/${channelId}/orders/${id}`);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByText('“The dates do not fit.”')).toBeVisible();
  await expect(history.getByText(/sent the order back$/).first()).toBeVisible();
});

test('the back-office edits an order as the portal does: merged, asked about, and not left unasked', async ({
  page,
  other,
}) => {
  const { id } = await pendingWebsite(other, 1);
  const path = `/api/orders/${id}`;
  await page.goto(`/admin/orders/${id}`);
  const name = page.getByLabel('Name of the site');
  await name.fill('Mine');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await other({
    method: 'PATCH',
    path,
    body: { formData: { ...(await formDataOf(other, path)), site_name: 'Theirs' } },
  });
  await summaryOf(page).getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Somebody else changed this order meanwhile.')).toBeVisible();

  await page.getByRole('link', { name: 'Guilds' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect(name).toHaveValue('Mine');

  await page.getByRole('button', { name: 'Compare' }).click();
  const dialog = page.getByRole('dialog', { name: 'This order was changed meanwhile' });
  await dialog.getByRole('radio', { name: /Mine/ }).check();
  await dialog.getByRole('button', { name: 'Go on with these' }).click();
  await summaryOf(page).getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await formDataOf(other, path)).toMatchObject({ site_name: 'Mine' });

  await page.getByRole('link', { name: 'Guilds' }).click();
  await expect(page).toHaveURL(/\/admin\/guilds/);
});

test('the history of an order shows its newest changes, and earlier ones when asked', async ({ page, other }) => {
  test.slow();
  const { id } = await pendingWebsite(other, 2);
  const path = `/api/orders/${id}`;
  const formData = await formDataOf(other, path);
  for (let turn = 1; turn <= 55; turn += 1) {
    await other({ method: 'PATCH', path, body: { formData: { ...formData, site_name: `Name ${turn}` } } });
  }
  await page.goto(`/admin/orders/${id}`);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem')).toHaveCount(50);
  await expect(history.getByText('“Name of the site” (was Name 54)')).toBeVisible();
  await history.getByRole('button', { name: 'Show earlier changes' }).click();
  await expect(history.getByText('Order started')).toBeVisible();
  await expect(history.getByText('“Name of the site” (was Name 1)', { exact: false }).first()).toBeVisible();
});

type Other = (call: Call) => Promise<Answer>;
type Known = { id: string; channelId: string; refCode: string };

/** One of the demo's website orders that wait, by its number among them, so that no two tests take the same. */
async function pendingWebsite(other: Other, number: number): Promise<Known> {
  const { body: channels } = await other({ path: '/api/channels/list' });
  expect(channels).toEqual(expect.arrayContaining([expect.objectContaining({ slug: 'websites' })]));
  const channel = [...Object(channels)].find(({ slug }) => slug === 'websites');
  const { body } = await other({ path: `/api/orders?status=PENDING&channelId=${channel.id}&sort=createdAt&limit=10` });
  expect(Object(body).results.length, JSON.stringify(body)).toBeGreaterThan(number);
  return Object(body).results[number];
}

async function formDataOf(other: Other, path: string): Promise<object> {
  const { body } = await other({ path });
  expect(body).toMatchObject({ formData: expect.any(Object) });
  return Object(body).formData;
}
