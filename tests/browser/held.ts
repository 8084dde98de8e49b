import type { Page, Request } from '@playwright/test';

/** Holds back what a page asks by addresses like this one, all of it or what `isMeant`, until `release` is called. */
export async function holdBack(
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
    // To whatever else answers for this address.
    await route.fallback();
  });
  return { release: () => void release() };
}
