import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectNoBadRequests, recordRequests } from './record-requests.ts';

/** The scripts and styles requested before the page's first script ran, and those requested later. */
async function assets(page: Page): Promise<{ before: string[]; after: string[] }> {
  return await page.evaluate(() => {
    const [painted] = performance.getEntriesByName('first-paint');
    const files = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/assets/'))
      .map(({ name, startTime }) => ({ name: name.replace(/.*\/|-[\w-]{7,8}\.\w+$/g, ''), startTime }));
    const isEarly = ({ startTime }: { startTime: number }) => startTime < (painted?.startTime ?? 0);
    const names = (some: { name: string }[]) => some.map(({ name }) => name);
    return { before: names(files.filter(isEarly)), after: names(files.filter((each) => !isEarly(each))) };
  });
}

/** Counts the elements that have shown the introduction of the demo's radio form, in an attribute of the page. */
function countIntroductions(): void {
  const elements = new Set<Element>();
  new MutationObserver(() => {
    for (const each of document.querySelectorAll('p'))
      if (each.textContent.startsWith('Tell us what should be on air')) elements.add(each);
    if (elements.size > 0) document.documentElement.dataset.introductions = String(elements.size);
  }).observe(document, { childList: true, subtree: true });
}

test('an order’s HTML contains its data and preloads its code before any script runs', async ({ page, signInAs }) => {
  await signInAs('agency.admin@example.com');
  const channels: { id: string; slug: string }[] = await (await page.request.get('/api/channels/list')).json();
  const channel = channels.find(({ slug }) => slug === 'radio');
  const { results } = await (await page.request.get(`/api/orders?limit=1&channelId=${channel?.id}`)).json();
  const { take } = recordRequests(page);
  await page.addInitScript(countIntroductions);
  await page.goto(`/c/radio/orders/${results[0].id}`);
  await expect(page.getByRole('heading', { level: 1, name: /Order [0-9A-Z]{8}$/ })).toBeVisible();
  await expect(page.locator('aside').first()).toBeVisible();
  // One in the placeholder, one in the editor: the browser would paint each further one again.
  expect(await page.evaluate(() => document.documentElement.dataset.introductions)).toBe('2');
  const calls = (await take()).map(({ call }) => call);
  expect(
    calls.filter((call) => /auth\/|channels\/list|reports\?|guild_res|status=DRAFT|populate=client|\/form$/.test(call)),
  ).toEqual([]);
  const { before, after } = await assets(page);
  expect(before).toEqual(expect.arrayContaining(['order', 'read-form', 'afterInputs']));
  expect(after).not.toContain('ReadOnlyField');
});

for (const { place, code } of [
  { place: '/c/radio/orders', code: 'list' },
  { place: '/knowledge_base', code: 'KnowledgeBasePage' },
  { place: '/settings', code: 'SettingsPage' },
])
  test(`${place} contains the common initial responses and preloads its code`, async ({ page, signInAs }) => {
    await signInAs('agency.admin@example.com');
    const { take } = recordRequests(page);
    await page.goto(place);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const requests = await take();
    expectNoBadRequests(requests, place);
    const early = /auth\/|channels\/list|reports\?limit=1|place=kb&limit|status=DRAFT|saved_views|\/api\/orders\?/;
    expect(requests.map(({ call }) => call).filter((call) => early.test(call))).toEqual([]);
    expect((await assets(page)).before).toContain(code);
  });

test('data embedded in the page are not reused after a change, or for another user', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs('agency.user@example.com');
  await page.goto('/c/radio/orders/new');
  const blocks = () => page.locator('script[data-answer]').count();
  await expect(page.getByRole('heading', { level: 1, name: 'New Order' })).toBeVisible();
  // The page keeps nothing of a user for the next one.
  expect(await blocks()).toBe(0);
  await page.getByRole('button', { name: /^Log out/ }).click();
  await context.clearCookies();
  await signInAs('agency.admin@example.com');
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Log out Admin|^Log out/ })).toBeVisible();
  const { name } = (await (await page.request.get('/api/auth/self')).json()).user;
  await expect(page.getByRole('heading', { level: 1, name: `Hello, ${name}` })).toBeVisible();
});
