import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/** The rules language: it comes beside an order's data, and its form can be typed in before it is there. */
export const rulesLanguage = '**/assets/{read-form,grammar}-*.js';

/** From now on adds up what a page loads; `kilobytes` answers what of it had this ending, each file once, as gzip. */
export function watchLoaded(page: Page): { kilobytes: (ending: string) => Promise<number> } {
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    const size = response.body().then((body) => gzipSync(body).length / 1024);
    sizes.set(response.url(), size);
    // An answer without a body, as a redirect is, counts for nothing unless it is asked for.
    size.catch(() => undefined);
  });
  return {
    kilobytes: async (ending) => {
      const found = [...sizes].filter(([url]) => url.endsWith(ending)).map(([, size]) => size);
      return (await Promise.all(found)).reduce((sum, size) => sum + size, 0);
    },
  };
}
