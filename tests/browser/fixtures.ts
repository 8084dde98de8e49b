import { test as base, expect, type Page } from '@playwright/test';
import { callerOf } from '#tests/product/call.ts';
import { type Message, openMailbox } from '#tests/product/mail.ts';
import { signIn } from '#tests/product/sign-in.ts';
import { axeViolations } from './axe.ts';
import { translatePages } from './translate.ts';

export { expect };

type Fixtures = {
  /** The running product: its address and its mail folder. */
  product: { url: string; dataDir: string };
  /** Signs the page's browser in as the user of an address, without the sign-in screens. */
  signInAs: (address: string) => Promise<void>;
  /** Runs `act` and returns the resulting message to the address; with a subject where several arrive. */
  mailAfter: (address: string, act: () => Promise<unknown>, subject?: RegExp) => Promise<Message>;
  /** Fails with the axe violations (WCAG 2.2 A and AA) of the page in its current state. */
  expectAccessible: (page: Page) => Promise<void>;
  /** Patterns of console errors that are expected; any other console error fails the test. */
  expectedErrors: RegExp[];
  noPageErrors: undefined;
  /** Simulates browser translation; TRANSLATED=1 does so for all tests. */
  isTranslated: boolean;
};

export const test = base.extend<Fixtures>({
  isTranslated: [process.env.TRANSLATED === '1', { option: true }],
  context: async ({ context, isTranslated }, use) => {
    if (isTranslated) await translatePages(context);
    await use(context);
  },
  baseURL: async ({ product }, use) => use(product.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern.
  product: async ({}, use) => use({ url: fromStart('PRODUCT_URL'), dataDir: fromStart('PRODUCT_DATA_DIR') }),
  signInAs: async ({ product, context }, use) =>
    use(async (address) => {
      const cookies = await signIn({ call: callerOf(product.url), dataDir: product.dataDir }, address);
      await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: product.url })));
    }),
  mailAfter: async ({ product }, use) =>
    use(async (address, act, subject) => {
      const mailbox = await openMailbox(product.dataDir, address);
      await act();
      return mailbox.next(subject);
    }),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern.
  expectAccessible: async ({}, use) =>
    use(async (page) => {
      await page.waitForFunction(isStill);
      expect(await axeViolations(page)).toEqual([]);
    }),
  expectedErrors: [[], { option: true }],
  noPageErrors: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await use(undefined);
      // The browser logs each rejected request; the tests themselves check which rejections are right.
      const expectedPatterns = [/^Failed to load resource/, ...expectedErrors];
      expect(errors.filter((error) => !expectedPatterns.some((pattern) => pattern.test(error)))).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Runs in the page: no CSS transition is running, which would change the measured colors. Endless animations do not
 * count.
 */
const isStill = () =>
  document
    .getAnimations()
    .every(
      ({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().activeDuration === Infinity,
    );

function fromStart(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: start.ts does that, so run with tests/browser/playwright.config.ts`);
  return value;
}
