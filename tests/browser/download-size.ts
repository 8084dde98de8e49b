import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/**
 * The code of the rules language: it loads in parallel with an order's data, and the form is interactive before it
 * arrives.
 */
export const rulesLanguageChunk = '**/assets/{read-form,grammar}-*.js';

/**
 * Starts recording the files a page loads; `kilobytes` returns the gzip size of those with the given ending, each file
 * once.
 */
export function recordDownloads(page: Page): { kilobytes: (ending: string) => Promise<number> } {
  const urls = new Set<string>();
  page.on('response', (response) => {
    urls.add(response.url());
  });
  // Fetched again, because the browser discards response bodies when the page navigates.
  const sizeOf = async (url: string) => gzipSync(await (await page.request.get(url)).body()).length / 1024;
  return {
    kilobytes: async (ending) => {
      const sizes = await Promise.all([...urls].filter((url) => url.endsWith(ending)).map(sizeOf));
      return sizes.reduce((sum, size) => sum + size, 0);
    },
  };
}
