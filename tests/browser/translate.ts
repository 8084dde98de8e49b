import type { BrowserContext } from '@playwright/test';

/**
 * Simulates browser translation on every page: replaces each text node by <font> elements, also those that are added
 * later. The words stay the same.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const untranslated = 'font, script, style, title, textarea, svg, [translate=no], [contenteditable=true]';
    const translate = (text: Text) => {
      const parent = text.parentElement;
      if (!parent || parent.closest(untranslated)) return;
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      inner.append(text.data);
      text.replaceWith(outer);
    };
    const textsIn = (root: Node): Text[] =>
      root instanceof Text ? [root] : [...root.childNodes].flatMap((child) => textsIn(child));
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) for (const text of textsIn(node)) translate(text);
    }).observe(document, { childList: true, subtree: true });
  });
}
