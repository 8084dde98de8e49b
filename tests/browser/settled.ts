import type { Page, Request } from '@playwright/test';
import { expect } from './fixtures.ts';

/** From now on counts what a page has asked and not been answered; the answer waits until that is nothing, and the page stands. */
export function watchUnderWay(page: Page): () => Promise<void> {
  // A set, because what was asked before may end only now.
  const underWay = new Set<Request>();
  page.on('request', (request) => {
    underWay.add(request);
  });
  const end = (request: Request) => {
    underWay.delete(request);
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    // What has just come may ask for more: the page is let go on until it has nothing to do.
    await expect(async () => {
      expect([...underWay].map((request) => request.url())).toEqual([]);
      await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 500 })));
      expect([...underWay].map((request) => request.url())).toEqual([]);
    }).toPass({ timeout: 10_000 });
  };
}
