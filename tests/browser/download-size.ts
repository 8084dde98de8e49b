import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/**
 * The code of the rules language: it loads in parallel with an order's data, and the form is interactive before it
 * arrives.
 */
export const rulesLanguageChunk = '**/assets/{read-form,grammar}-*.js';

/**
 * Starts recording the built files a page loads; `kilobytes` returns the gzip size of those with the given ending, each
 * file once.
 */
export function recordDownloads(page: Page): { kilobytes: (ending: string) => number } {
  const urls = new Set<string>();
  page.on('response', (response) => {
    urls.add(response.url());
  });
  const sizeOf = (url: string) => {
    const { pathname } = new URL(url);
    return (
      gzipSync(readFileSync(join('dist', pathname.startsWith('/admin/') ? pathname : `portal${pathname}`))).length /
      1024
    );
  };
  return {
    kilobytes: (ending) => {
      const sizes = [...urls].filter((url) => url.endsWith(ending)).map(sizeOf);
      return sizes.reduce((sum, size) => sum + size, 0);
    },
  };
}
