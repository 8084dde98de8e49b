import { expect, test } from './fixtures.ts';

const seller = 'agency.user@example.com';

test('a seller audits a business without a website, compares, shares the report with its owner, and creates a client and an order', async ({
  page,
  browser,
  signInAs,
  expectAccessible,
}) => {
  test.slow();
  await signInAs(seller);
  await page.goto('/');
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true });
  await navigation.getByRole('link', { name: 'Prospect Audit' }).click();
  const form = page.getByRole('form', { name: 'New audit' });
  const audit = async () => {
    await form.getByLabel('Business name').fill('Lighthouse Books');
    await form.getByLabel('Address search').fill('7 Harbor Road, Portville, MI 49007');
    await form.getByLabel('Phone number').fill('(555) 010-7788');
    await expect(form.getByLabel('City')).toHaveValue('Portville');
    await form.getByRole('button', { name: 'Start audit' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lighthouse Books');
    await expect(page.getByRole('article', { name: 'Report on Lighthouse Books' })).toBeVisible();
  };
  await form.getByRole('button', { name: 'Start audit' }).click();
  await expect(form.getByText('Missing required field: Business name')).toBeVisible();
  await expectAccessible(page);
  await audit();
  await page.getByRole('link', { name: 'All audits' }).click();
  await audit();
  await expect(page.getByText('people who look for you here find nothing', { exact: false })).toBeVisible();
  await page.getByLabel('Compare with').selectOption({ index: 1 });
  await expect(page.getByRole('row', { name: 'Can people open it?' })).toContainText('0');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.getByLabel('Expires after').selectOption('7 days');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = await dialog.getByLabel('Link', { exact: true }).inputValue();
  await expectAccessible(page);
  const stranger = await browser.newContext();
  const owner = await stranger.newPage();
  await owner.goto(url);
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Lighthouse Books');
  await expect(owner.getByText(/^Shared by /)).toBeVisible();
  await expectAccessible(owner);
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog.getByRole('list', { name: 'Links' })).toBeHidden();
  await owner.reload();
  await expect(owner.getByText("This link doesn't work")).toBeVisible();
  await stranger.close();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Create client and order' }).click();
  // Other tests create channels as well.
  await page.getByRole('combobox', { name: 'Channel' }).selectOption('Harborlight Websites');
  await page.getByLabel('Business owner').fill('Ida Noon');
  await page.getByLabel('Industry').fill('Retail');
  await page.getByLabel('Website').fill('https://lighthouse.example');
  await expectAccessible(page);
  await page
    .getByRole('region', { name: 'Create client and order' })
    .getByRole('button', { name: 'Create client and order' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Order ');
  await expect(page.getByRole('complementary', { name: 'Order summary' })).toContainText('Lighthouse Books');
});
