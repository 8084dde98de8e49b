import type { Page } from '@playwright/test';

/** Has each page whose address ends so fail while it is rendered, as a fault in it would, until the answer is called. */
export async function breakPage(page: Page, path: string): Promise<() => Promise<void>> {
  await page.evaluate((ending) => {
    const original = Number.prototype.toLocaleString;
    const { format } = Object.getOwnPropertyDescriptors(Intl.DateTimeFormat.prototype);
    const fail = () => {
      if (location.pathname.endsWith(ending)) throw new Error('Broken for a test');
    };
    Number.prototype.toLocaleString = function (...options) {
      fail();
      return original.apply(this, options);
    };
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      configurable: true,
      get() {
        fail();
        return format?.get?.call(this);
      },
    });
    addEventListener(
      'mend',
      () => {
        Number.prototype.toLocaleString = original;
        if (format) Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', format);
      },
      { once: true },
    );
  }, path);
  return () => page.evaluate(() => void dispatchEvent(new Event('mend')));
}
