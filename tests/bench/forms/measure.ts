import type { Browser, Locator, Page } from '@playwright/test';
import type { PageSize } from './pages/size.ts';
import { keysToPaint, watchPaints } from './paints.ts';
import { addressOf, type BuiltPage, serve } from './serve.ts';
import { memoryOf, type Spent, spentOn } from './spent.ts';

/** What one page took in one round. */
export interface Taken {
  load: Spent;
  key: Spent;
  cellKey: Spent;
  /** A key in the field that every script reads. */
  readKey: Spent;
  addRow: Spent;
  /** Milliseconds from each key to the frame that shows it. */
  paints: number[];
  memory: number;
}

const keys = 30;
const addedRows = 20;

/** Opens a page anew and does everything once that is measured. */
export async function measure(browser: Browser, files: BuiltPage, size: PageSize): Promise<Taken> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    await serve(page, files);
    const type = (field: Locator) => async () => {
      await field.focus();
      await settle(page);
      return spentOn(session, keys, () => typeKeys(page));
    };
    const load = await spentOn(session, 1, async () => {
      await page.goto(addressOf(size));
      await page.getByLabel('Field 5', { exact: true }).waitFor();
      await settle(page);
    });
    const cell = page.locator('tbody tr').nth(4).getByRole('textbox').nth(1);
    const key = await type(page.getByLabel('Field 5', { exact: true }))();
    const readKey = await type(page.getByLabel('Field 0', { exact: true }))();
    const cellKey = await type(cell)();
    await page.getByLabel('Field 5', { exact: true }).focus();
    await watchPaints(page);
    await typeKeys(page);
    const paints = await keysToPaint(page);
    const addRow = await addRows(page, (work) => spentOn(session, addedRows, work));
    return { load, key, cellKey, readKey, addRow, paints, memory: await memoryOf(session) };
  } finally {
    await page.close();
  }
}

/** As fast typing goes: each key has frames of its own. */
async function typeKeys(page: Page): Promise<void> {
  await page.keyboard.type('x'.repeat(keys), { delay: 40 });
  await settle(page);
}

async function addRows(page: Page, spent: (work: () => Promise<void>) => Promise<Spent>): Promise<Spent> {
  const button = page.getByRole('button', { name: 'Add Row' });
  await button.scrollIntoViewIfNeeded();
  await settle(page);
  return spent(async () => {
    await button.evaluate(async (element, times) => {
      for (let row = 0; row < times; row += 1) {
        if (element instanceof HTMLElement) element.click();
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }
    }, addedRows);
    await settle(page);
  });
}

/** Waits until the page has painted and has nothing left to do. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(() => setTimeout(resolve, 50)))),
  );
}
