import type { Page, Request } from '@playwright/test';

/**
 * Intercepts and delays the page's requests to matching URLs, or those for which `isMeant` is true, until `release` is
 * called.
 */
export async function delayRequests(
  page: Page,
  address: string,
  isMeant: (request: Request) => boolean = () => true,
): Promise<{ release: () => void }> {
  let release = () => undefined as unknown;
  const released = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  await page.route(address, async (route) => {
    if (isMeant(route.request())) await released;
    // Fall through to other handlers of this URL.
    await route.fallback();
  });
  return { release: () => void release() };
}
