import type { Page } from '@playwright/test';
import { isChange } from '#schemas/orders/is-change.ts';
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
  const dialog = page.getByRole('dialog', { name: 'This order was changed meanwhile' });
  // The other window was the same administrator's.
  await expect(dialog.getByText('You changed these fields in the other window, too.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('You changed this order in another window meanwhile.')).toBeVisible();

  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  for (const way of [page.getByRole('link', { name: 'Guilds' }), page.getByRole('button', { name: /^Log out/ })]) {
    await way.click();
    await question.getByRole('button', { name: 'Stay here' }).click();
    await expect(name).toHaveValue('Mine');
  }

  // A save that waits for the choice puts it before the person.
  await summaryOf(page).getByRole('button', { name: 'Approve' }).click();
  await expect(dialog).toBeVisible();
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

test('a complete order is changed as a whole, the moderator sees what differs and why, and refusing it leaves it as it was', async ({
  page,
  other,
  expectAccessible,
}) => {
  const { id, channelId, refCode } = await pendingWebsite(other, 3);
  const path = `/api/orders/${id}`;
  const read = async () => Object((await other({ path })).body);
  expect((await other({ method: 'PATCH', path, body: { status: 'COMPLETE' } })).status).toBe(200);
  const complete = await read();

  await page.goto(`/c/${channelId}/orders/${id}`);
  const name = page.getByLabel('Name of the site');
  await expect(name).not.toBeEditable();
  await summaryOf(page).getByRole('button', { name: 'Change' }).click();
  await name.fill('A better name');
  await expect(summaryOf(page)).toContainText('Unsaved changes');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay here' }).click();
  await summaryOf(page).getByRole('button', { name: 'Send the change for approval' }).click();
  const question = page.getByRole('dialog', { name: 'Send this change for approval?' });
  await question.getByLabel('Change notes').fill('They were renamed');
  await question.getByRole('button', { name: 'Send the change' }).click();
  await expect(page.getByText('A change of a complete order waits for approval.')).toBeVisible();
  await expect(page.getByText('“They were renamed”').first()).toBeVisible();
  const differences = page.getByRole('table', { name: 'What the change makes another' });
  await expect(differences.getByRole('row', { name: /Name of the site .* A better name/ })).toBeVisible();
  await expectAccessible(page);

  await page.goto('/admin/orders/pending');
  await expect(page.getByRole('row', { name: new RegExp(refCode) })).toContainText('Change of a complete order', {
    timeout: 30_000,
  });
  await page.goto(`/admin/orders/${id}`);
  await expect(differences).toBeVisible();
  await summaryOf(page).getByRole('button', { name: 'Refuse the change' }).click();
  const refusal = page.getByRole('dialog', { name: 'Refuse this change?' });
  await expect(refusal.getByText('as it was before the change')).toBeVisible();
  await refusal.getByLabel('Reason').fill('The sign is painted already.');
  await refusal.getByRole('button', { name: 'Refuse the change' }).click();
  await expect(page.getByText(/^Change refused: the order is as it was/)).toBeVisible();
  const { revision, updatedAt, sentBackReason, versions, ...refused } = await read();
  expect(complete).toMatchObject(refused);

  await page.goto(`/c/${channelId}/orders/${id}`);
  await expect(page.getByText('The change was refused: the order is as it was.')).toBeVisible();
  await expect(page.getByText('The sign is painted already.').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'History' }).getByText(/refused the change$/)).toBeVisible();
  await page.goto(`/c/${channelId}/orders?search=${refCode}`);
  await expect(page.getByText('Change refused: The sign is painted already.')).toBeVisible();
});

test('an order is found by its client and by its user, no stranger’s is, and Home counts what its lists show', async ({
  page,
  other,
  expectAccessible,
}) => {
  const [one, stranger] = await strangers(other);
  await page.goto(`/c/${one.channelId}/orders`);
  const search = page.getByRole('searchbox', { name: 'Search by reference, client or user' });
  const row = ({ refCode }: Named) => page.getByRole('row').filter({ hasText: refCode });
  for (const text of [one.client.name, one.user.name, `${one.client.name} ${one.user.name}`, one.refCode]) {
    // The beginnings of words are enough, in any case.
    await search.fill(text.toLowerCase().slice(0, -1));
    await search.press('Enter');
    await expect(row(stranger)).toHaveCount(0);
    await expect(row(one)).toBeVisible();
  }
  await expectAccessible(page);

  await page.goto('/');
  const asked = `/api/orders?channelId=${one.channelId}&sort=-updatedAt&limit=8`;
  const { body } = await other({ path: asked });
  const latest = page.getByRole('table', { name: /^Recent orders of / });
  for (const { refCode } of Object(body).results) await expect(latest.getByText(refCode)).toBeVisible();
  for (const title of ['Drafts', 'Pending']) {
    const link = page.getByRole('main').getByRole('link', { name: new RegExp(`${title} `) });
    await expect(link).toContainText(/[1-9]/);
    const counted = (await link.textContent())?.match(/[0-9]+/)?.[0] ?? 'none';
    await link.click();
    await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`of ${counted}`);
    await page.goBack();
  }
});

type Other = (call: Call) => Promise<Answer>;
type Named = { refCode: string; channelId: string; client: { name: string }; user: { name: string } };

/** The latest order of the websites' channel, and another that has nothing in common with it. */
async function strangers(other: Other): Promise<[Named, Named]> {
  const { channelId } = await pendingWebsite(other, 0);
  const query = `channelId=${channelId}&sort=-updatedAt&limit=100&populate=client,user`;
  const { body } = await other({ path: `/api/orders?${query}` });
  const all: Named[] = Object(body).results;
  const one = all.find(({ client }) => client !== null);
  const stranger = all.find(
    ({ client, user }) => client && one && client.name !== one.client.name && user.name !== one.user.name,
  );
  if (!one || !stranger) throw new Error('The demo has one client or one user in this channel');
  return [one, stranger];
}

type Known = { id: string; channelId: string; refCode: string };

/** One of the demo's new website orders that wait, by its number among them, so that no two tests take the same. */
async function pendingWebsite(other: Other, number: number): Promise<Known> {
  const { body: channels } = await other({ path: '/api/channels/list' });
  expect(channels).toEqual(expect.arrayContaining([expect.objectContaining({ slug: 'websites' })]));
  const channel = [...Object(channels)].find(({ slug }) => slug === 'websites');
  const { body } = await other({ path: `/api/orders?status=PENDING&channelId=${channel.id}&sort=createdAt&limit=50` });
  const waiting = [...Object(body).results].filter((order) => !isChange(order));
  expect(waiting.length, JSON.stringify(body)).toBeGreaterThan(number);
  return waiting[number];
}

async function formDataOf(other: Other, path: string): Promise<object> {
  const { body } = await other({ path });
  expect(body).toMatchObject({ formData: expect.any(Object) });
  return Object(body).formData;
}
