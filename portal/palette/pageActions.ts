import type { Command } from './commands.ts';

/** What has the page's own actions: its head, and what stands beside it. */
const places =
  '#content :is(header, aside) :is(a[href], button):not(:disabled, [aria-disabled="true"], [aria-expanded])';

/** What can be done on the page that is open, as its own buttons and links say it; each does what a press on it does. */
export function pageActions(): Command[] {
  const named = new Map<string, HTMLElement>();
  for (const element of document.querySelectorAll<HTMLElement>(places)) {
    const title = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
    if (title !== '' && !named.has(title) && element.checkVisibility()) named.set(title, element);
  }
  return [...named].map(([title, element]): Command => {
    return { key: `page ${title}`, group: 'On this page', title, press: () => element.click() };
  });
}
