import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    /** The accessibility checker, once it was injected. */
    axe?: typeof axe;
  }
}

/** WCAG 2.2 A and AA. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Checks the accessibility of a page and its frames with axe. Returns the violations as texts, each with the HTML of the
 * element. Without preloading, which takes up to a third of the time and only the rule about audio needs.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => window.axe !== undefined))) await frame.evaluate(await source);
  return await page.evaluate(async (values) => {
    const options: axe.RunOptions = {
      runOnly: { type: 'tag', values },
      resultTypes: ['violations'],
      preload: false,
    };
    const { violations = [] } = (await window.axe?.run(document, options)) ?? {};
    return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
  }, tags);
}
