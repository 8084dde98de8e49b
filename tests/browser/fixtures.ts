import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { callerOf } from '#tests/product/call.ts';
import { type Message, openMailbox } from '#tests/product/mail.ts';
import { signIn } from '#tests/product/sign-in.ts';
import { translatePages } from './translate.ts';

export { expect };

type Fixtures = {
  /** The running product: its address, and where it keeps mail. */
  product: { url: string; dataDir: string };
  /** Signs the page's browser in as the user of an address, without going through the screens. */
  signInAs: (address: string) => Promise<void>;
  /** Runs `act` and answers the message to the address that comes of it; of a subject, where others may come meanwhile. */
  mailAfter: (address: string, act: () => Promise<unknown>, subject?: RegExp) => Promise<Message>;
  /** Fails with what axe finds against WCAG 2.2 A and AA on the page as it is now. */
  expectAccessible: (page: Page) => Promise<void>;
  /** Errors that a page may print: patterns; everything else that it prints as an error fails the test. */
  expectedErrors: RegExp[];
  noPageErrors: undefined;
  /** Whether the browser translates the pages; TRANSLATED=1 does so for all tests. */
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
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze();
      const found = violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
      expect(found).toEqual([]);
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
      // The browser prints each refused request; whether a refusal is right is what the tests themselves say.
      const known = [/^Failed to load resource/, ...expectedErrors];
      expect(errors.filter((error) => !known.some((pattern) => pattern.test(error)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** In the page: nothing fades in or out any more, whose colours are others meanwhile. What goes round for ever does not count. */
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
