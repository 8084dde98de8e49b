import { crashPage } from './crash-page.ts';
import { delayRequests } from './delay-requests.ts';
import { expect, test } from './fixtures.ts';
import { startOrder } from './start-order.ts';

// The browser logs each failed download.
test.use({ expectedErrors: [/TransitionDialog|dynamically imported|Broken for a test/] });

test('a part of the page that fails to load breaks nothing else, and loads on retry', async ({ page, signInAs }) => {
  await signInAs('agency.user@example.com');
  await startOrder(page);
  const name = page.getByLabel('Name of the site');
  await name.fill('Oyster');
  const dialogs = '**/assets/TransitionDialog-*.js';
  await page.route(dialogs, (route) => route.abort());
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText("This part of the page couldn't be loaded")).toBeVisible();
  await expect(name).toHaveValue('Oyster');
  await page.unroute(dialogs);
  // Going online does not retry: a dialog would open and receive the keys meant for a field.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await name.fill('Oyster & Ash');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a page whose code or data failed to load retries when the network is back, and a slow one shows a notice', async ({
  page,
  context,
  signInAs,
  expectAccessible,
}) => {
  await signInAs('agency.user@example.com');
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'E-mail addresses' })).toBeVisible();
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true });

  await context.setOffline(true);
  await navigation.getByRole('link', { name: 'Prospect Audit' }).click();
  await expect(page.getByText("This page couldn't be loaded")).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Prospect Audit' })).toBeVisible();
  await navigation.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'Recent orders' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Recent orders' })).toBeVisible();

  await navigation.getByRole('link', { name: 'Settings' }).click();
  await page.route('**/api/orders?*', (route) => route.abort());
  await navigation.getByRole('link', { name: 'Channels' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Harborlight Radio' }).click();
  await expect(page.getByText('No response from the server.')).toBeVisible();
  await page.unroute('**/api/orders?*');
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByText('No response from the server.')).toHaveCount(0);

  const { release } = await delayRequests(page, '**/api/reports?*');
  await navigation.getByRole('link', { name: 'Reports' }).click();
  const slowNotice = page.getByText('This is taking longer than usual');
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect(slowNotice).toBeHidden();
  await page.evaluate(() => {
    for (const each of document.getAnimations()) if (each.effect?.getTiming().delay === 8_000) each.finish();
  });
  await expect(slowNotice).toBeVisible();
  release();
  await expect(page.getByRole('link', { name: 'Agency revenue' })).toBeVisible();
  await expect(slowNotice).toHaveCount(0);
});

test('after a deployment, a page or a part of it suggests a reload', async ({ page, signInAs, expectAccessible }) => {
  await signInAs('agency.user@example.com');
  await startOrder(page);
  await page.getByLabel('Name of the site').pressSequentially('Oyster');
  const files = '**/assets/**';
  await page.route(files, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText('A new version of this page is available')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('A new version of the portal is available')).toBeVisible();
  await expectAccessible(page);
  await page.unroute(files);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'E-mail addresses' })).toBeVisible();
});

test('a page that crashes renders again on the next visit, and other pages work meanwhile', async ({
  page,
  signInAs,
}) => {
  await signInAs('agency.user@example.com');
  await page.goto('/reports');
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true });
  const broken = page.getByText("This page couldn't be displayed");
  const addresses = page.getByRole('heading', { name: 'E-mail addresses' });
  const mend = await crashPage(page, '/settings');
  await navigation.getByRole('link', { name: 'Settings' }).click();
  await expect(broken).toBeVisible();
  await navigation.getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('link', { name: 'Agency revenue' })).toBeVisible();
  await navigation.getByRole('link', { name: 'Settings' }).click();
  await expect(broken).toBeVisible();
  await mend();
  // Clicking the link of the same page again counts as another visit.
  await navigation.getByRole('link', { name: 'Settings' }).click();
  await expect(addresses).toBeVisible();
});
