import type { Command } from './commands.ts';

/** The elements with a page's actions: its header, and the summary beside it. */
const actionSelector =
  '#content :is(header, aside) :is(a[href], button):not(:disabled, [aria-disabled="true"], [aria-expanded])';

/** Returns the buttons and links of the open page as commands; each clicks its element. */
export function pageActions(): Command[] {
  const elementsByTitle = new Map<string, HTMLElement>();
  for (const element of document.querySelectorAll<HTMLElement>(actionSelector)) {
    const title = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
    if (title !== '' && !elementsByTitle.has(title) && element.checkVisibility()) elementsByTitle.set(title, element);
  }
  return [...elementsByTitle].map(([title, element]): Command => {
    return { key: `page ${title}`, group: 'On this page', title, run: () => element.click() };
  });
}
