import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/** The rules language: it comes beside an order's data, and its form can be typed in before it is there. */
export const rulesLanguage = '**/assets/{read-form,grammar}-*.js';

/** From now on notes what a page loads; `kilobytes` answers what of it had this ending, each file once, as gzip. */
export function watchLoaded(page: Page): { kilobytes: (ending: string) => Promise<number> } {
  const urls = new Set<string>();
  page.on('response', (response) => {
    urls.add(response.url());
  });
  // Fetched again, since the browser forgets what it has loaded when the page is left.
  const sizeOf = async (url: string) => gzipSync(await (await page.request.get(url)).body()).length / 1024;
  return {
    kilobytes: async (ending) => {
      const sizes = await Promise.all([...urls].filter((url) => url.endsWith(ending)).map(sizeOf));
      return sizes.reduce((sum, size) => sum + size, 0);
    },
  };
}
