import type { Page } from '@playwright/test';

/**
 * Makes each page whose URL ends so crash while rendering, until the returned function is called. With `code`, the
 * beginning of a script's name, only that script crashes: menus format numbers, too.
 */
export async function crashPage(page: Page, path: string, code = ''): Promise<() => Promise<void>> {
  await page.evaluate(
    ([ending, script]) => {
      const original = Number.prototype.toLocaleString;
      const { format } = Object.getOwnPropertyDescriptors(Intl.DateTimeFormat.prototype);
      const fail = () => {
        const error = new Error('Broken for a test');
        if (location.pathname.endsWith(ending) && error.stack?.includes(script)) throw error;
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
    },
    [path, code] as const,
  );
  return () => page.evaluate(() => void dispatchEvent(new Event('mend')));
}
