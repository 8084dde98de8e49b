import { expect, test } from './fixtures.ts';

test('an administrator impersonates a user, sees a notice in both apps, and ends it', async ({
  page,
  signInAs,
  expectAccessible,
}) => {
  await signInAs('admin@example.com');
  await page.goto('/admin/users?filter=%7B%22q%22%3A%22nina.petrov%40example.com%22%7D');
  await page.getByRole('link', { name: 'Nina Petrov' }).first().click();
  await page.getByRole('button', { name: 'Sign in as' }).click();
  const bar = page.getByRole('status').filter({ hasText: 'You are signed in as Nina Petrov.' });
  await expect(bar).toContainText('an hour at most');
  await expect(page).toHaveURL('/');
  await expectAccessible(page);
  await page.goto('/admin/clients');
  await expect(bar).toBeVisible();
  await bar.getByRole('button', { name: 'End' }).click();
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Log out/ })).toContainText('Admin');
  await page.goto('/admin/audit_log');
  await page.getByRole('cell', { name: 'Ended session as' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ended session as someone else');
});
