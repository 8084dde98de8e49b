import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

export type PageName = 'product' | 'hand' | 'rjsf';

/** A built page: its files by path. */
export type BuiltPage = ReadonlyMap<string, string>;

/** A host that does not exist: requests to it are intercepted and answered here. */
const origin = 'http://bench.test';
const kinds: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Builds one of the pages as the portal is built. */
export async function buildPage(name: PageName): Promise<BuiltPage> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, 'pages', name),
    plugins: [react()],
    build: { write: false, modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  });
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []));
  return new Map(outputs.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]));
}

/** Intercepts the browser page's requests, and opens an empty page of the same host as the starting point. */
export async function serve(page: Page, files: BuiltPage): Promise<void> {
  await page.route(`${origin}/**`, (route) => {
    const path = new URL(route.request().url()).pathname.slice(1) || 'index.html';
    const body = path === 'empty.html' ? '<!doctype html><title>Empty</title>' : files.get(path);
    const contentType = kinds[extname(path)] ?? 'text/plain';
    return body === undefined ? route.fulfill({ status: 404 }) : route.fulfill({ body, contentType });
  });
  await page.goto(`${origin}/empty.html`);
}

/** The address of the page at a size. */
export const addressOf = ({ fields, rows }: { fields: number; rows: number }) =>
  `${origin}/?fields=${fields}&rows=${rows}`;
