import { concurrentOrderTest, expect } from './concurrent-order-fixtures.ts';

concurrentOrderTest(
  'no save replaces what is typed: a number in progress stays, and an invalid one stays with an error',
  async ({ page, started, expectAccessible }) => {
    const order = await started('Harborlight Radio');
    const budget = page.getByRole('spinbutton', { name: 'Budget per week' });
    const saved = page.getByText('All changes saved');
    await expect(page.getByText('Order started')).toBeVisible();
    // Slow typing with an autosave in between, which sends one request.
    const requests: string[] = [];
    page.on(
      'request',
      (request) => request.url().includes('/api/') && requests.push(`${request.method()} ${request.url()}`),
    );
    await budget.press('Control+a');
    await budget.pressSequentially('999999');
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    await expect(saved).toBeVisible();
    await expect(budget).toHaveValue('999999');
    await expect(budget).toBeFocused();
    expect(requests).toEqual([expect.stringMatching(/^PATCH /)]);
    await page.keyboard.press('Control+s');
    await expect(budget).toHaveValue('250000');
    await expect(budget).toHaveAccessibleDescription(/\$999,999\.00 is too high. The maximum is \$250,000\.00/);
    await page.getByRole('button', { name: 'Restore $999,999.00' }).click();
    await budget.press('Control+a');
    await budget.pressSequentially('abc');
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    await expect(saved).toBeVisible();
    await expect(budget).toHaveValue('abc');
    expect(await order.formData()).toMatchObject({ weekly_budget: 'abc' });
    await page.reload();
    await expect(budget).toHaveValue('abc');
    await page.getByRole('button', { name: 'Send for approval' }).click();
    await expect(page.getByText('Must be a number').first()).toBeVisible();
    await expectAccessible(page);
    await budget.press('Control+a');
    await budget.pressSequentially('$1,200');
    await budget.press('Tab');
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    await expect(saved).toBeVisible();
    expect(await order.formData()).toMatchObject({ weekly_budget: 1200 });
    await expect(page.getByText('Must be a number')).toHaveCount(0);
  },
);

concurrentOrderTest(
  'submitting with problems leads to the first, problems are listed and counted once, and logging out saves first',
  async ({ page, started }) => {
    const order = await started();
    const summary = page.getByRole('complementary', { name: 'Order summary' });
    await page.getByRole('button', { name: 'Send for approval' }).click();
    // Problems are in page order.
    await expect(page.getByRole('combobox', { name: /^Client/ })).toBeFocused();
    // By section and row; all counts agree.
    const problems = summary.getByRole('list', { name: 'Items to complete' }).getByRole('button');
    await expect(problems.first()).toHaveText('Missing required field: Client');
    const sections = summary.getByRole('navigation', { name: 'Sections of the order' });
    await expect(sections.getByRole('button', { name: 'Client' })).toHaveText('Client1 to complete');
    await expect(problems.filter({ hasText: /^Page 1: Missing required field: Title$/ })).toHaveCount(1);
    await expect(summary.getByText(`${await problems.count()} items to complete`, { exact: true })).toBeVisible();
    await expect(page.getByText('problems to fix')).toHaveCount(0);
    await page.keyboard.press('F8');
    await page.keyboard.press('F8');
    await expect(page.getByLabel('Name of the site')).toBeFocused();
    await page.getByLabel('Name of the site').fill('Typed last');
    await page.getByRole('button', { name: /^Log out/ }).click();
    await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible();
    expect(await order.formData()).toMatchObject({ site_name: 'Typed last' });
  },
);
