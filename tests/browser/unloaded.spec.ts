import { expect, test } from './fixtures.ts';
import { startOrder } from './startOrder.ts';

// The browser says so of each file that it could not fetch.
test.use({ expectedErrors: [/TransitionDialog/] });

test('a part of the page that can not be fetched takes nothing else with it', async ({ page, signInAs }) => {
  await signInAs('agency.user@example.com');
  await startOrder(page);
  const name = page.getByLabel('Name of the site');
  await name.fill('Oyster');
  await page.route('**/assets/TransitionDialog-*.js', (route) => route.abort());
  await page.getByRole('button', { name: 'Delete draft' }).click();
  await expect(page.getByText('This part of the page could not be loaded')).toBeVisible();
  await expect(name).toHaveValue('Oyster');
});
