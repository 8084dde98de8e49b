import type { Answer, Call } from '#tests/product/call.ts';
import { callerOf } from '#tests/product/call.ts';
import { signIn } from '#tests/product/sign-in.ts';
import { expect, test } from './desk.ts';
import { pendingWebsite } from './pendingWebsite.ts';

test('an order is found by its client and by its user, no stranger’s is, and Home counts what its lists show', async ({
  page,
  other,
  expectAccessible,
}) => {
  const [one, stranger] = await strangers(other);
  await page.goto(`/c/${one.channelId}/orders`);
  const search = page.getByRole('searchbox', { name: 'Search by reference, client, person or campaign' });
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
  const part = page.getByRole('region', { name: 'Waiting for your decision' });
  // Others decide meanwhile.
  await expect(async () => {
    const counted = Number((await part.getByRole('heading').textContent())?.match(/[0-9]+/)?.[0]);
    await part.getByRole('button', { name: /^Show all/ }).click();
    await expect(part.getByRole('row')).toHaveCount(counted + 1);
    await page.reload();
  }).toPass({ timeout: 15_000 });
});

type Named = { refCode: string; channelId: string; client: { name: string }; user: { name: string } };

/** The latest order of the websites' channel, and another that has nothing in common with it. */
async function strangers(other: (call: Call) => Promise<Answer>): Promise<[Named, Named]> {
  const { body: channels } = await other({ path: '/api/channels/list' });
  const { id } = [...Object(channels)].find(({ slug }) => slug === 'websites');
  const query = `channelId=${id}&sort=-updatedAt&limit=100&populate=client,user`;
  const { body } = await other({ path: `/api/orders?${query}` });
  const all: Named[] = Object(body).results;
  const one = all.find(({ client }) => client !== null);
  const stranger = all.find(
    ({ client, user }) => client && one && client.name !== one.client.name && user.name !== one.user.name,
  );
  if (!one || !stranger) throw new Error('The demo has one client or one user in this channel');
  return [one, stranger];
}

test('what a moderator has sent back is found at home, with the reason, by whose it is', async ({
  page,
  other,
  product,
  context,
  expectAccessible,
}) => {
  const { id, refCode, user } = await pendingWebsite(other, 7);
  const body = { status: 'DRAFT', reason: 'The dates do not fit.' };
  expect((await other({ method: 'PATCH', path: `/api/orders/${id}`, body })).status).toBe(200);
  const { email } = Object((await other({ path: `/api/users/${user}` })).body);
  const cookies = await signIn({ call: callerOf(product.url), dataDir: product.dataDir }, email);
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: product.url })));
  await page.goto('/');
  const back = page.getByRole('region', { name: 'Sent back to you' });
  await expect(back.getByRole('row', { name: refCode })).toContainText(`Sent back: ${body.reason}`);
  await expectAccessible(page);
  await page
    .getByRole('link', { name: /^Order again for / })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Start order' })).toBeVisible();
});
