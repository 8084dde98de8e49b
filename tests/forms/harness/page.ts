import type { Page } from '@playwright/test';

/** Shows a form on the harness page. */
export function open(
  page: Page,
  formSchema: unknown,
  options?: { values?: Record<string, unknown>; isReadOnly?: boolean },
): Promise<void> {
  return page.evaluate(([form, how]) => void window.openForm(form, how), [formSchema, options] as const);
}

/** The values of the form on the page, as they are now. */
export function values(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(() => window.store.values());
}
