import type { Page, Request } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Starts counting pending requests; the returned function resolves when there are none and the page is idle. */
export function trackPendingRequests(page: Page): () => Promise<void> {
  // A set: requests from before the start may end only now.
  const pendingRequests = new Set<Request>();
  page.on('request', (request) => {
    // A page that is left signs its author off by a request that outlives it: the browser does not report its end.
    if (request.method() === 'DELETE' && request.url().endsWith('/presence')) return;
    pendingRequests.add(request);
  });
  const end = (request: Request) => {
    pendingRequests.delete(request);
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    // A response may cause further requests: wait until the page is idle.
    await expect(async () => {
      expect([...pendingRequests].map((request) => request.url())).toEqual([]);
      await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 500 })));
      expect([...pendingRequests].map((request) => request.url())).toEqual([]);
    }).toPass({ timeout: 10_000 });
  };
}
