import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import type { Product } from '../../product/product.ts';
import { withVisitors } from './demo.ts';

/** Milliseconds from a click on an order in the list until a field of its form has the focus, in one round. */
export interface OpeningTimes {
  product: { first: number; second: number };
  reference: { first: number; second: number };
}

/** Latency of the API in milliseconds. */
const answered = 50;
/** A field of the demo's radio form. */
const field = 'Campaign name';
const query = '?status=DRAFT&limit=20&sort=-updatedAt';

/** Makes the function that measures a round: each side opens two orders in a browser with an empty cache. */
export async function measureOpening(browser: Browser, product: Product): Promise<() => Promise<OpeningTimes>> {
  const visit = await withVisitors(browser, product, 'agency.user@example.com');
  const channel = await visit(async ({ request }) => {
    const all: { id: string; slug: string }[] = await (await request.get('/api/channels/list')).json();
    return all.find(({ slug }) => slug === 'radio')?.id;
  });
  const both = async (address: string, prepare: (page: Page) => Promise<void>) =>
    await visit(async (context) => {
      const page = await context.newPage();
      await page.route('**/api/**', async (route) => {
        await setTimeout(answered);
        await route.continue();
      });
      await prepare(page);
      await page.goto(address);
      const first = await openedBy(page, 0);
      await page.goto(address);
      return { first, second: await openedBy(page, 1) };
    });
  return async () => ({
    product: await both('/c/radio/orders?status=draft&user=me', async () => undefined),
    reference: await both(`/bench/${query}&channelId=${channel}`, serveReference),
  });
}

/** The reference page is served from the product's own origin, to use its cookie. */
async function serveReference(page: Page): Promise<void> {
  const folder = join(import.meta.dirname, 'pages', 'opening');
  await page.route('**/bench/**', async (route) => {
    const isScript = new URL(route.request().url()).pathname.endsWith('.js');
    const body = await readFile(join(folder, isScript ? 'page.js' : 'index.html'), 'utf8');
    await route.fulfill({ body, contentType: isScript ? 'text/javascript' : 'text/html' });
  });
}

/** Clicks the order at this index of the list once the page is idle, without hovering first. */
async function openedBy(page: Page, place: number): Promise<number> {
  const link = page
    .getByRole('main')
    .getByRole('link', { name: /[0-9A-Z]{8}$/ })
    .nth(place);
  await link.waitFor();
  await page.waitForTimeout(1_500);
  const timeToFocus = page.evaluate(fieldAfterClick, field);
  await link.click();
  return await timeToFocus;
}

/** Runs in the page: milliseconds from the next click until the order's field with this label gets the focus. */
async function fieldAfterClick(label: string): Promise<number> {
  const times = { click: 0 };
  addEventListener('click', ({ timeStamp }) => Object.assign(times, { click: timeStamp }), { capture: true });
  for (;;) {
    await new Promise(requestAnimationFrame);
    const isThere = times.click > 0 && /Order [0-9A-Z]{8}$/.test(document.querySelector('h1')?.textContent ?? '');
    const labels = isThere ? [...document.querySelectorAll('label')] : [];
    const field = labels.find(({ textContent }) => textContent.startsWith(label))?.control;
    field?.focus();
    if (field && document.activeElement === field) return performance.now() - times.click;
  }
}
