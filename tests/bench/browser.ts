import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../browser/chromium.ts';

/** The browser that pages are measured in: the machine's own where it has one. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  return await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}
