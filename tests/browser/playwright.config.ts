import { defineConfig } from '@playwright/test';
import { findChromium } from './chromium.ts';

const executablePath = findChromium();

/**
 * Configuration of the browser tests, which run against one built product (started by start.ts). Specs take `test` and
 * `expect` from fixtures.ts.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  globalSetup: './global-setup.ts',
  forbidOnly: true,
  retries: 0,
  // Two stories use 60 % of two cores: the rest is waiting for the product, for debounces and for the time to undo.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    actionTimeout: 15_000,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
    // Animations cost time and test nothing; the test of the page transition turns them on.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
});
