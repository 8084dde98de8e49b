import type { Page } from '@playwright/test';

/** Renders a form on the harness page. */
export function openForm(
  page: Page,
  formSchema: unknown,
  options?: { values?: Record<string, unknown>; isReadOnly?: boolean },
): Promise<void> {
  return page.evaluate(([form, how]) => void window.openForm(form, how), [formSchema, options] as const);
}

/** Pastes a text into the focused element, as from a spreadsheet. */
export function pasteText(page: Page, text: string): Promise<void> {
  return page.evaluate((given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', given);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

/** The current values of the form on the page. */
export function formValues(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(() => window.store.values());
}
