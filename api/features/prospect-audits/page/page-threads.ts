import { extname } from 'node:path';
import { createThreadPool } from '../../../platform/process/thread-pool.ts';
import type { PageFacts } from './page-facts.ts';

/** Timeout in milliseconds: a large page takes a second, a malicious one could take hours. */
const defaultTimeout = 10_000;

/** One worker thread, which parses one page at a time. */
const pool = createThreadPool<string, PageFacts>({
  // In a build, the worker is an entry point of its own.
  worker: new URL(`./page-worker${extname(import.meta.url)}`, import.meta.url),
  name: 'readPageInWorker',
  maxThreads: 1,
  resourceLimits: { maxOldGenerationSizeMb: 512 },
});

/**
 * Parses a page in a worker thread, so that it does not block the event loop. Returns null when it cannot be parsed
 * within the timeout.
 */
export async function parsePageInThread(html: string, limit = defaultTimeout): Promise<PageFacts | null> {
  const threads = await pool.threads();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), limit);
  try {
    return await threads.run(html, { signal: timeout.signal });
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Terminates the worker thread; the next page starts a new one. */
export const stopPageThreads = pool.close;
