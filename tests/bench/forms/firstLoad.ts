import type { Browser, Page } from '@playwright/test';
import { recordDownloads, rulesLanguageChunk } from '../../browser/download-size.ts';
import { openNewOrder, startOrder } from '../../browser/start-order.ts';
import { openMailbox, signInLink } from '../../product/mail.ts';
import type { Product } from '../../product/product.ts';
import { withDemo } from './demo.ts';

/**
 * First load: what an empty-cache browser downloads from the sign-in page until an order form is interactive, in KB
 * gzip.
 */
export interface FirstLoad {
  journey: string;
  script: number;
  style: number;
}

const seller = 'agency.user@example.com';

/** Both ways to an order form of the product (which is built first): an order's address, and starting an order. */
export function firstLoads(browser: Browser): Promise<FirstLoad[]> {
  return withDemo(async (product) => {
    const started = await loadedBy(browser, product, async (page) => {
      await signIn(page, product, '/');
      await openNewOrder(page);
    });
    let address = '/';
    await loadedBy(browser, product, async (page) => {
      await signIn(page, product, '/');
      // This visit is not measured, and startOrder waits for the whole page.
      await page.unroute(rulesLanguageChunk);
      address = await startOrder(page);
    });
    const opened = await loadedBy(browser, product, (page) => signIn(page, product, address));
    return [
      { journey: 'to an order’s address', ...opened },
      { journey: 'home, channel, new order', ...started },
    ];
  });
}

async function loadedBy(browser: Browser, { url }: Product, go: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ baseURL: url });
  try {
    const page = await context.newPage();
    const { kilobytes } = recordDownloads(page);
    // Block the rules language: the form is interactive without it.
    await page.route(rulesLanguageChunk, () => undefined);
    await go(page);
    await page.getByLabel('Name of the site').fill('Oyster');
    return { script: await kilobytes('.js'), style: await kilobytes('.css') };
  } finally {
    await context.close();
  }
}

/** Requests a magic link for a page and follows it. */
async function signIn(page: Page, { dataDir }: Product, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Portal Login' }).click();
  await page.getByLabel('E-mail').fill(seller);
  const mailbox = await openMailbox(dataDir, seller);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.goto(signInLink(await mailbox.next()));
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}
