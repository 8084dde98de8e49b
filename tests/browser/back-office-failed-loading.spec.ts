import { backOfficeTest, expect } from './back-office-fixtures.ts';
import { crashPage } from './crash-page.ts';

// The browser logs each failed download, and React each page that crashes.
backOfficeTest.use({ expectedErrors: [/Status-|dynamically imported|Broken for a test/] });

const menu = 'Back-office';

backOfficeTest('a page whose code fails to load breaks no other page and loads on the next visit', async ({ page }) => {
  await page.goto('/admin/users');
  const navigation = page.getByRole('navigation', { name: menu });
  const link = (name: string) => navigation.getByRole('link', { name, exact: true });
  const code = '**/admin/assets/Status-*.js';
  await page.route(code, (route) => route.abort());
  await link('Status').click();
  await expect(page.getByText("This part of the page couldn't be loaded")).toBeVisible();
  await page.unroute(code);

  await link('Clients').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  await expect(page.getByText("couldn't be loaded")).toHaveCount(0);
  await link('Status').click();
  await expect(page.getByRole('region', { name: 'Database' })).toBeVisible();
});

backOfficeTest(
  'a page whose code was removed by a deployment suggests a reload',
  async ({ page, expectAccessible }) => {
    await page.goto('/admin/users');
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
    const files = '**/admin/assets/**';
    await page.route(files, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('navigation', { name: menu }).getByRole('link', { name: 'Status', exact: true }).click();
    await expect(page.getByText('A new version is available')).toBeVisible();
    await expectAccessible(page);
    await page.unroute(files);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('region', { name: 'Database' })).toBeVisible();
  },
);

backOfficeTest(
  'a page that crashes renders again on the next visit, and other pages work meanwhile',
  async ({ page }) => {
    await page.goto('/admin/users');
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
    const navigation = page.getByRole('navigation', { name: menu });
    const link = (name: string) => navigation.getByRole('link', { name, exact: true });
    const broken = page.getByText("This page couldn't be displayed");
    const mend = await crashPage(page, '/status', '/Status-');
    await link('Status').click();
    await expect(broken).toBeVisible();
    await link('Clients').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
    await expect(broken).toHaveCount(0);
    await link('Status').click();
    await expect(broken).toBeVisible();
    await mend();
    // Clicking the link of the same page again counts as another visit.
    await link('Status').click();
    await expect(page.getByRole('region', { name: 'Database' })).toBeVisible();
  },
);
