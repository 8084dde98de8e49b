import type { Page } from '@playwright/test';

declare global {
  interface Window {
    paints?: number[];
  }
}

/** Starts recording the time from each key press until the frame that shows it is painted. */
export async function watchPaints(page: Page): Promise<void> {
  await page.evaluate(() => {
    const paints: number[] = [];
    window.paints = paints;
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          // A task that is posted inside a frame callback runs after that frame is painted.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => paints.push(performance.now() - timeStamp);
          port2.postMessage(null);
        }),
      { capture: true },
    );
  });
}

export function keysToPaint(page: Page): Promise<number[]> {
  return page.evaluate(() => window.paints ?? []);
}
