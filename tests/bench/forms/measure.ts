import type { Browser, CDPSession, Page } from '@playwright/test';
import type { PageSize } from './pages/size.ts';
import { keysToPaint, watchPaints } from './paints.ts';
import { addressOf, type BuiltPage, serve } from './serve.ts';
import { countOn, memoryOf, type Spent, spentOn } from './spent.ts';

/** Time to open a page and to type into one of its fields. */
export interface Typed {
  load: Spent;
  key: Spent;
}

/** The figures of one page in one round. */
export interface Taken extends Typed {
  cellKey: Spent;
  /** A key in the field that every script reads. */
  readKey: Spent;
  addRow: Spent;
  /** Milliseconds from each key to its frame. */
  paints: number[];
  memory: number;
}

const keys = 60;
const addedRows = 20;

/** Reloads a page and measures everything once. */
export function measure(browser: Browser, files: BuiltPage, size: PageSize): Promise<Taken> {
  return onPage(browser, files, async (page, session) => {
    const typed = await loadAndType(page, session, size);
    const readKey = await typeInto(page, session, 'Field 0');
    await page.locator('tbody tr').nth(4).getByRole('textbox').nth(1).focus();
    const cellKey = await type(page, session);
    await page.getByLabel('Field 5', { exact: true }).focus();
    await watchPaints(page);
    await typeKeys(page);
    const paints = await keysToPaint(page);
    const addRow = await addRows(page, (work) => spentOn(session, addedRows, work));
    return { ...typed, readKey, cellKey, addRow, paints, memory: await memoryOf(session) };
  });
}

/** Reloads a page and types into one field. */
export function measureKeys(browser: Browser, files: BuiltPage, size: PageSize): Promise<Typed> {
  return onPage(browser, files, (page, session) => loadAndType(page, session, size));
}

async function onPage<T>(
  browser: Browser,
  files: BuiltPage,
  work: (page: Page, session: CDPSession) => Promise<T>,
): Promise<T> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    const session = await page.context().newCDPSession(page);
    await countOn(session);
    await serve(page, files);
    return await work(page, session);
  } finally {
    await page.close();
  }
}

async function loadAndType(page: Page, session: CDPSession, size: PageSize): Promise<Typed> {
  const load = await spentOn(session, 1, async () => {
    await page.goto(addressOf(size));
    // The button under the table renders last. Searching for a label would cost the page more than rendering.
    await page.waitForFunction(() => document.querySelector('button') !== null);
    await settle(page);
  });
  return { load, key: await typeInto(page, session, 'Field 5') };
}

async function typeInto(page: Page, session: CDPSession, label: string): Promise<Spent> {
  await page.getByLabel(label, { exact: true }).focus();
  return type(page, session);
}

/** Latency of a key in the focused field. */
async function type(page: Page, session: CDPSession): Promise<Spent> {
  await settle(page);
  return spentOn(session, keys, () => typeKeys(page));
}

/** The pace of fast typing: each key gets its own frames. */
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

/** Waits until the page has painted and is idle. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(() => setTimeout(resolve, 50)))),
  );
}
