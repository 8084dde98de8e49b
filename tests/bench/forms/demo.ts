import type { Browser, BrowserContext } from '@playwright/test';
import { callerOf } from '../../product/call.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '../../product/product.ts';
import { signIn } from '../../product/sign-in.ts';

/** Runs `work` with a new product with the demo's data. */
export async function withDemo<T>(work: (product: Product) => Promise<T>): Promise<T> {
  const dataDir = await newDataDir();
  try {
    const environment = { DEMO: 'on', LINK_LIMIT_ADDRESS: '1000' };
    const product = await startProduct({ dataDir, seconds: 300, environment });
    try {
      return await work(product);
    } finally {
      await product.stop();
    }
  } finally {
    await removeDataDir(dataDir);
  }
}

/** Runs `work` with a new browser with an empty cache. */
export type OpenVisitor = <T>(work: (context: BrowserContext) => Promise<T>) => Promise<T>;

/** Opens such browsers, signed in as a user of the demo, or signed out. */
export async function withVisitors(
  browser: Browser,
  { url, dataDir }: Product,
  address?: string,
): Promise<OpenVisitor> {
  const cookies = address ? await signIn({ call: callerOf(url), dataDir }, address) : [];
  return async (work) => {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } });
    try {
      await context.addCookies(cookies.map((cookie) => ({ ...cookie, url })));
      return await work(context);
    } finally {
      await context.close();
    }
  };
}
