import type { Browser, CDPSession, Page } from '@playwright/test';
import { keysToPaint, watchPaints } from './key-latency.ts';
import { heapSizeOf, type MainThreadTime, mainThreadTimeOf, startCounting } from './main-thread.ts';
import type { PageSize } from './pages/size.ts';
import { addressOf, type BuiltPage, serve } from './serve.ts';

/** Time to open a page and to type into one of its fields. */
export interface KeyFigures {
  load: MainThreadTime;
  key: MainThreadTime;
}

/** The figures of one page in one round. */
export interface PageFigures extends KeyFigures {
  cellKey: MainThreadTime;
  /** A key in the field that every script reads. */
  readKey: MainThreadTime;
  addRow: MainThreadTime;
  /** Milliseconds from each key to its frame. */
  paints: number[];
  memory: number;
}

const keys = 60;
const addedRows = 20;

/** Reloads a page and measures everything once. */
export function measurePage(browser: Browser, files: BuiltPage, size: PageSize): Promise<PageFigures> {
  return onPage(browser, files, async (page, session) => {
    const typed = await loadAndType(page, session, size);
    const readKey = await typeInto(page, session, 'Field 0');
    await page.locator('tbody tr').nth(4).getByRole('textbox').nth(1).focus();
    const cellKey = await type(page, session);
    await page.getByLabel('Field 5', { exact: true }).focus();
    await watchPaints(page);
    await typeKeys(page);
    const paints = await keysToPaint(page);
    const addRow = await addRows(page, (work) => mainThreadTimeOf(session, addedRows, work));
    return { ...typed, readKey, cellKey, addRow, paints, memory: await heapSizeOf(session) };
  });
}

/** Reloads a page and types into one field. */
export function measureKeys(browser: Browser, files: BuiltPage, size: PageSize): Promise<KeyFigures> {
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
    await startCounting(session);
    await serve(page, files);
    return await work(page, session);
  } finally {
    await page.close();
  }
}

async function loadAndType(page: Page, session: CDPSession, size: PageSize): Promise<KeyFigures> {
  const load = await mainThreadTimeOf(session, 1, async () => {
    await page.goto(addressOf(size));
    // The button under the table renders last. Searching for a label would cost the page more than rendering.
    await page.waitForFunction(() => document.querySelector('button') !== null);
    await settle(page);
  });
  return { load, key: await typeInto(page, session, 'Field 5') };
}

async function typeInto(page: Page, session: CDPSession, label: string): Promise<MainThreadTime> {
  await page.getByLabel(label, { exact: true }).focus();
  return type(page, session);
}

/** Latency of a key in the focused field. */
async function type(page: Page, session: CDPSession): Promise<MainThreadTime> {
  await settle(page);
  return mainThreadTimeOf(session, keys, () => typeKeys(page));
}

/** The pace of fast typing: each key gets its own frames. */
async function typeKeys(page: Page): Promise<void> {
  await page.keyboard.type('x'.repeat(keys), { delay: 40 });
  await settle(page);
}

async function addRows(
  page: Page,
  spent: (work: () => Promise<void>) => Promise<MainThreadTime>,
): Promise<MainThreadTime> {
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
