import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';
import type { PageFacts } from './page-facts.ts';

/** Milliseconds: a large page takes a second, one that is built to hurt would take hours. */
const longest = 10_000;

type Threads = Piscina<string, PageFacts>;

const state: { threads: Promise<Threads> | undefined } = { threads: undefined };

/** Reads a page in a thread of its own, so that nobody else waits for it. Null for one that can not be read in time or at all. */
export async function readElsewhere(html: string, limit = longest): Promise<PageFacts | null> {
  state.threads ??= openThreads();
  const threads = await state.threads;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limit);
  try {
    return await threads.run(html, { signal: late.signal });
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Ends the thread; a page that comes later opens one again. */
export async function closePageThreads(): Promise<void> {
  const { threads } = state;
  state.threads = undefined;
  await (await threads)?.destroy();
}

/** One page after the other, by a thread that ends when there is none for a while. */
async function openThreads(): Promise<Threads> {
  const { Piscina } = await import('piscina');
  // From the sources the thread needs what runs TypeScript; in a build it is an entry of its own.
  const ending = extname(import.meta.url);
  return new Piscina({
    filename: fileURLToPath(new URL(`./page-worker${ending}`, import.meta.url)),
    name: 'readPage',
    execArgv: ending === '.ts' ? ['--import', import.meta.resolve('tsx')] : [],
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 15_000,
    niceIncrement: 10,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
}
