import { extname } from 'node:path';
import type { Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

/** A host that does not exist: requests to it are intercepted and answered here. */
const origin = 'http://forms.test';
const kinds: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const policy = "default-src 'self'; script-src 'self'; style-src 'self'";

let built: Promise<Map<string, string>> | undefined;

/** Opens the harness page, built like the portal and under the portal's content security policy (design 5). */
export async function openHarness(page: Page): Promise<void> {
  built ??= buildHarness();
  const files = await built;
  await page.route(`${origin}/**`, (route) => {
    const path = new URL(route.request().url()).pathname.slice(1) || 'index.html';
    const body = files.get(path);
    const headers = { 'content-type': kinds[extname(path)] ?? 'text/plain', 'content-security-policy': policy };
    return body === undefined ? route.fulfill({ status: 404 }) : route.fulfill({ body, headers });
  });
  await page.goto(origin);
  await page.waitForFunction(() => 'openForm' in window);
}

async function buildHarness(): Promise<Map<string, string>> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    plugins: [react()],
    build: { write: false, modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  });
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []));
  return new Map(outputs.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]));
}
