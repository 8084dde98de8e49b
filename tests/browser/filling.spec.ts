import type { Page } from '@playwright/test';
import { type Message, signInLink } from '#tests/product/mail.ts';
import { delayRequests } from './delay-requests.ts';
import { recordDownloads, rulesLanguageChunk } from './download-size.ts';
import { expect, test } from './fixtures.ts';
import { openNewOrder, startOrder } from './start-order.ts';

// No other test reads this address' mail.
const seller = 'nina.petrov@example.com';

test('an order form is interactive after 165 KB of scripts, counted from the sign-in page, before its rules have loaded', async ({
  page,
  context,
  signInAs,
  mailAfter,
}) => {
  await signInAs(seller);
  const address = await startOrder(page);
  await context.clearCookies();
  // Requests that the previous page has not finished do not count.
  await page.goto('about:blank');

  // The first visit, with an empty cache.
  const { kilobytes } = recordDownloads(page);
  const { release } = await delayRequests(page, rulesLanguageChunk);

  await page.goto(address);
  await enter(page, mailAfter);
  const name = page.getByLabel('Name of the site');
  await name.fill('Oyster');
  const script = kilobytes('.js');
  expect(script).toBeGreaterThan(100);
  expect(script).toBeLessThan(165);
  expect(kilobytes('.css')).toBeLessThan(12);

  // Fields with a condition wait for the rules; text and caret stay when the rules arrive.
  await page.getByRole('radio', { name: 'A redesign' }).check();
  const ruled = page.getByLabel('Address of the present site');
  await expect(ruled).toHaveCount(0);
  await name.focus();
  release();
  await expect(ruled).toBeVisible();
  await expect(name).toBeFocused();
  await page.keyboard.type(' & Ash');
  await expect(name).toHaveValue('Oyster & Ash');
});

test('the way over Home, a channel with its orders and a new order loads at most 165 KB of scripts, too', async ({
  page,
  mailAfter,
}) => {
  const { kilobytes } = recordDownloads(page);
  await page.route(rulesLanguageChunk, () => undefined);
  await page.goto('/');
  await enter(page, mailAfter);
  await openNewOrder(page);
  await page.getByLabel('Name of the site').fill('Oyster');
  const script = kilobytes('.js');
  expect(script).toBeGreaterThan(100);
  expect(script).toBeLessThan(165);
  expect(kilobytes('.css')).toBeLessThan(12);
});

type MailAfter = (address: string, act: () => Promise<unknown>) => Promise<Message>;

/** From the sign-in page by a link. */
async function enter(page: Page, mailAfter: MailAfter): Promise<void> {
  await page.getByRole('button', { name: 'Portal Login' }).click();
  await page.getByLabel('E-mail').fill(seller);
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await page.goto(signInLink(await mailAfter(seller, () => send.click())));
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}
