import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';
import type { PageFacts } from './page-facts.ts';

/** Timeout in milliseconds: a large page takes a second, a malicious one could take hours. */
const defaultTimeout = 10_000;

type Threads = Piscina<string, PageFacts>;

const state: { threads: Promise<Threads> | undefined } = { threads: undefined };

/**
 * Parses a page in a worker thread, so that it does not block the event loop. Returns null when it cannot be parsed
 * within the timeout.
 */
export async function parsePageInThread(html: string, limit = defaultTimeout): Promise<PageFacts | null> {
  state.threads ??= openThreads();
  const threads = await state.threads;
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
export async function stopPageThreads(): Promise<void> {
  const { threads } = state;
  state.threads = undefined;
  await (await threads)?.destroy();
}

/** One worker thread, which parses one page at a time and exits when idle. */
async function openThreads(): Promise<Threads> {
  const { Piscina } = await import('piscina');
  // From TypeScript sources the thread needs the tsx loader. In a build, the worker is an entry point of its own.
  const extension = extname(import.meta.url);
  return new Piscina({
    filename: fileURLToPath(new URL(`./page-worker${extension}`, import.meta.url)),
    name: 'readPageInWorker',
    execArgv: extension === '.ts' ? ['--import', import.meta.resolve('tsx')] : [],
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 15_000,
    niceIncrement: 10,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
}
