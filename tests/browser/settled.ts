import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** From now on counts what a page has asked and not been answered; the answer waits until that is nothing, and the page stands. */
export function watchUnderWay(page: Page): () => Promise<void> {
  let underWay = 0;
  page.on('request', () => {
    underWay += 1;
  });
  const end = () => {
    underWay -= 1;
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect.poll(() => underWay).toBe(0);
  };
}
