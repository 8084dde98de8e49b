import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { trackPendingRequests } from './wait-until-idle.ts';

/** Users who work in it all day, and the menus that they use. */
const people = [
  { role: 'an agency user', address: 'agency.user@example.com' },
  { role: 'an agency admin', address: 'agency.admin@example.com', hasBackOffice: true },
  { role: 'a guild manager', address: 'guild.manager@example.com' },
  { role: 'a form author', address: 'developer@example.com', hasBackOffice: true },
  { role: 'an administrator', address: 'admin@example.com', hasBackOffice: true },
];

for (const width of [1280, 390])
  for (const { role, address, hasBackOffice = false } of people)
    test(`${role} can visit every page at a width of ${width} without errors, external requests or horizontal overflow`, async ({
      page,
      product,
      signInAs,
      expectAccessible,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      const faults = watchFaults(page, product.url);
      const settled = trackPendingRequests(page);
      await signInAs(address);
      const isNarrow = width < 1000;
      await page.goto('/');
      await walk({
        page,
        settled,
        expectAccessible,
        menu: isNarrow
          ? page.getByRole('navigation', { name: 'All pages' })
          : page.getByRole('navigation', { name: 'Main' }),
        open: isNarrow ? () => page.getByRole('button', { name: 'More' }).click() : undefined,
      });
      // Full-width lists have their own test (back-office-lists).
      if (hasBackOffice && isNarrow) {
        await page.goto('/admin');
        const open = () => page.getByRole('button', { name: 'Menu', exact: true }).click();
        await walk({
          page,
          settled,
          expectAccessible,
          menu: page.getByRole('navigation', { name: 'Back-office' }),
          open,
        });
      }
      expect(faults).toEqual([]);
    });

/** Collects console errors and requests to other servers. */
function watchFaults(page: Page, own: string): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${page.url()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(own)) faults.push(request.url());
  });
  return faults;
}

/** Clicks each menu item in turn and checks the page once it is idle. */
async function walk({
  page,
  settled,
  menu,
  open,
  expectAccessible,
}: {
  page: Page;
  settled: () => Promise<void>;
  menu: Locator;
  open?: (() => Promise<void>) | undefined;
  expectAccessible: (page: Page) => Promise<void>;
}): Promise<void> {
  await settled();
  await open?.();
  const links = menu.getByRole('link');
  await expect(links.first()).toBeVisible();
  const isAdmin = page.url().includes('/admin');
  const places = (await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))).filter(
    // Links to the other app reload the page.
    (place) => place.startsWith('/admin') === isAdmin,
  );
  for (const place of new Set(places)) {
    if (!(await links.first().isVisible())) await open?.();
    await menu.locator(`a[href="${place}"]`).first().click();
    await settled();
    const leansOver = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(leansOver, `${page.url()} at its right edge`).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }
}
