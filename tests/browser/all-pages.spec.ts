import type { Locator, Page } from '@playwright/test';
import { isNightly, sweepSample } from '#tests/runner/sweep.ts';
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

/**
 * In the nightly run each role visits every page of its menus. In `npm test` the roles share one test: each visits the
 * pages that no role before it had, beginning with another role for each SEED, and half of them at each width.
 */
const first = Number(process.env.SEED ?? 0) % people.length;
const groups = isNightly()
  ? people.map((person) => ({ role: person.role, members: [person] }))
  : [{ role: 'some role', members: [...people.slice(first), ...people.slice(0, first)] }];

for (const width of [1280, 390])
  for (const { role, members } of groups)
    test(`${role} can visit every page at a width of ${width} without errors, external requests or horizontal overflow`, async ({
      page,
      product,
      signInAs,
      expectAccessible,
    }) => {
      test.setTimeout(300_000);
      await page.setViewportSize({ width, height: 800 });
      const faults = watchFaults(page, product.url);
      const settled = trackPendingRequests(page);
      const isNarrow = width < 1000;
      const sampled = (places: string[]) => sweepSample(places, 2, isNarrow ? 0 : 1);
      const shared = { page, settled, expectAccessible, sampled, visited: new Set<string>() };
      for (const { address, hasBackOffice = false } of members) {
        await page.context().clearCookies();
        await signInAs(address);
        await page.goto('/');
        await walk({
          ...shared,
          menu: isNarrow
            ? page.getByRole('navigation', { name: 'All pages' })
            : page.getByRole('navigation', { name: 'Main' }),
          open: isNarrow ? () => page.getByRole('button', { name: 'More' }).click() : undefined,
        });
        // Full-width lists have their own test (back-office-lists).
        if (!hasBackOffice || !isNarrow) continue;
        await page.goto('/admin');
        await walk({
          ...shared,
          menu: page.getByRole('navigation', { name: 'Back-office' }),
          open: () => page.getByRole('button', { name: 'Menu', exact: true }).click(),
        });
      }
      expect(faults).toEqual([]);
    });

test('the check of names reports elements without a name, with a doubled name, and with texts that run together', () => {
  const tree = [
    ...['- button', '- link "Drafts5":', '- button "Save Save"', '- textbox: typed'],
    ...['- button "Save"', '- link "Drafts, 5":', '- heading "Orders" [level=1]', '- text: Drafts5'],
  ];
  expect(faultyNames(tree.join('\n'))).toEqual(tree.slice(0, 4));
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

/** Clicks a sample of the menu items that were not seen before, and checks its page once it is idle. */
async function walk({
  page,
  settled,
  menu,
  open,
  expectAccessible,
  sampled,
  visited,
}: {
  page: Page;
  settled: () => Promise<void>;
  menu: Locator;
  open?: (() => Promise<void>) | undefined;
  expectAccessible: (page: Page) => Promise<void>;
  sampled: (places: string[]) => string[];
  visited: Set<string>;
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
  const unseen = places.filter((place) => !visited.has(place));
  for (const place of unseen) visited.add(place);
  for (const place of sampled(unseen)) {
    if (!(await links.first().isVisible())) await open?.();
    const link = menu.locator(`a[href="${place}"]`).first();
    // The menu has the items of the channel that was opened last, in place of some others.
    await ((await link.count()) > 0 ? link.click() : page.goto(place));
    await settled();
    const leansOver = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(leansOver, `${page.url()} at its right edge`).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    // A value that a page expects under another name is written as "undefined".
    expect(await page.locator('body').innerText(), page.url()).not.toMatch(/\b(undefined|NaN)\b|\[object Object\]/);
    await expectNames(page);
    // The pages of records have their own tests, so `npm test` visits only the lists.
    const record = page.getByRole('main').getByRole('table').getByRole('link').first();
    if (!isNightly() || !(await record.isVisible())) continue;
    await record.click();
    await settled();
    await expectNames(page);
    await page.goBack();
    await settled();
  }
}

async function expectNames(page: Page): Promise<void> {
  expect(faultyNames(await page.locator('body').ariaSnapshot()), page.url()).toEqual([]);
}

/** Roles that need a name of their own. */
const named = /^(button|link|textbox|searchbox|combobox|checkbox|radio|tab|menuitem|spinbutton|switch|dialog|img)$/;

/**
 * Returns the nodes of an accessibility tree that have no name, repeat it ("Save Save"), or whose name is made of texts
 * that run together ("Drafts5").
 */
function faultyNames(tree: string): string[] {
  return tree.split('\n').filter((line) => {
    const [, role = '', name] = /^ *- ([a-z]+)(?: "((?:[^"\\]|\\.)*)")?/.exec(line) ?? [];
    if (!named.test(role)) return false;
    return name === undefined || /^(.{2,}?)[ ,]*\1$/.test(name) || /^[A-Z][a-z]+( [A-Z][a-z]+)*\d+$/.test(name);
  });
}
