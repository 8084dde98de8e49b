import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../browser/chromium.ts';

/** The browser for measuring pages: the system's own where there is one. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  return await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}
