import { setTimeout as pause } from 'node:timers/promises';

/**
 * Calls `poll` every 20 ms until it returns something other than undefined, and returns that. Throws after `seconds`
 * with the description. For places where expect.poll of vitest and Playwright is not available.
 */
export async function pollUntil<T>(
  { label, seconds }: { label: string; seconds: number },
  poll: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const answer = await poll();
    if (answer !== undefined) return answer;
    await pause(20);
  }
  throw new Error(`timed out after ${seconds} s waiting for ${label}`);
}
