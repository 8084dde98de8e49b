import type { Browser } from '@playwright/test';
import { addressOf, type BuiltPage, serve } from './serve.ts';

/** The tasks of the main thread while a page is scrolled from its top to its bottom. */
export interface ScrollFigures {
  /** CPU time of the longest task, in milliseconds. */
  longest: number;
  /** How many tasks took more than 50 ms of CPU time. */
  long: number;
}

export const scrolledRows = 500;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Thread time in microseconds. */
  tdur?: number;
  args?: { name?: string };
}

/** Scrolls a table of 500 rows by the mouse wheel: the page, or the table's own scroll area if it has one. */
export async function measureScrolling(browser: Browser, files: BuiltPage): Promise<ScrollFigures> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    await serve(page, files);
    await page.goto(addressOf({ fields: 10, rows: scrolledRows }));
    await page.locator('button').first().waitFor();
    const scroller = await page.evaluateHandle(() => {
      let element = document.querySelector('tbody')?.parentElement;
      while (element && getComputedStyle(element).overflowY !== 'auto') element = element.parentElement;
      element?.scrollIntoView({ block: 'end' });
      return element ?? document.scrollingElement;
    });
    const position = () => scroller.evaluate((element) => element?.scrollTop ?? 0);
    await page.mouse.move(640, 500);
    await page.waitForTimeout(500);
    await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
    const start = await position();
    let before = -1;
    for (let top = start; top > before; top = await position()) {
      before = top;
      // Ten notches of a wheel between two looks at the position, which is not yet up to date after one.
      for (let notch = 0; notch < 10; notch += 1) {
        await page.mouse.wheel(0, 120);
        await page.waitForTimeout(16);
      }
      await page.waitForTimeout(50);
    }
    if (before - start < scrolledRows * 20) throw new Error(`Scrolled by ${before - start} pixels only`);
    const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
    return figuresOf(trace.traceEvents);
  } finally {
    await page.close();
  }
}

function figuresOf(events: TraceEvent[]): ScrollFigures {
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const isMain = ({ pid, tid }: TraceEvent) => threads.some((each) => each.pid === pid && each.tid === tid);
  const times = events
    .filter((event) => event.ph === 'X' && event.name.endsWith('RunTask') && isMain(event))
    .map(({ tdur = 0 }) => tdur / 1_000);
  if (times.length === 0) throw new Error('The trace has no tasks of the main thread');
  return { longest: Math.max(...times), long: times.filter((time) => time > 50).length };
}
