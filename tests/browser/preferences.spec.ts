import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const look = (page: Page) => page.evaluate(() => ({ ...document.documentElement.dataset }));
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('_v3prefs'));

test('a theme chosen in one tab applies in another, which shows it as chosen', async ({ page, context, signInAs }) => {
  await signInAs('agency.user@example.com');
  await page.goto('/settings');
  const other = await context.newPage();
  await other.goto('/settings');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.getByRole('radio', { name: 'Small' }).check();
  await expect.poll(() => look(other)).toMatchObject({ theme: 'dark', textSize: 'small' });
  await expect(other.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await other.getByRole('radio', { name: 'Cozy' }).check();
  await expect.poll(() => look(page)).toMatchObject({ theme: 'dark', density: 'cozy' });
});

for (const broken of ['{"themePreset":', '["dark"]', '{"themePreset":{"is":"dark"},"textSize":7,"channelSlug":[]}'])
  test(`invalid stored preferences are ignored, and other keys stay: ${broken}`, async ({ page, signInAs }) => {
    await signInAs('agency.user@example.com');
    await page.goto('/');
    await page.evaluate((text) => {
      localStorage.setItem('_v3prefs', text);
      localStorage.setItem('of-another-app', 'kept');
    }, broken);
    await page.goto('/settings');
    await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
    expect(await look(page)).toMatchObject({ theme: 'light', textSize: 'normal' });
    await page.getByRole('radio', { name: 'Dark' }).check();
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
    expect(JSON.parse((await stored(page)) ?? '')).toMatchObject({ themePreset: 'dark', layoutDensity: 'auto' });
    expect(await page.evaluate(() => localStorage.getItem('of-another-app'))).toBe('kept');
  });
