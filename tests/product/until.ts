import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again every 20 ms until `ask` answers something other than undefined, and gives that back. Throws after
 * `seconds` with what was waited for. For what vitest's and Playwright's own expect.poll cannot reach.
 */
export async function until<T>(
  { what, seconds }: { what: string; seconds: number },
  ask: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await pause(20);
  }
  throw new Error(`waited ${seconds} s in vain for ${what}`);
}
