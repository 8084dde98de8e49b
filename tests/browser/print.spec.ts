import { expect, test } from './fixtures.ts';
import { startOrder } from './startOrder.ts';

test('an order on paper is its facts and its values, without navigation or anything to press', async ({
  page,
  signInAs,
}) => {
  await signInAs('agency.user@example.com');
  await startOrder(page);
  await page.getByLabel('Name of the site').fill('Oyster');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /^Order [0-9A-Z]{8}$/ })).toBeVisible();
  await expect(page.getByLabel('Name of the site')).toHaveValue('Oyster');
  const [summary, form] = [page.getByLabel('Order summary'), page.getByLabel('Name of the site')];
  await expect(summary.getByText('Not chosen yet')).toBeVisible();
  const [above, below] = [await summary.boundingBox(), await form.boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
});
