import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';
import type { Filled, FillIn } from '#schemas/forms/fill.ts';
import type { FormContext } from '#schemas/forms/form.ts';
import { ApiError } from '../errors/catalogue.ts';
import type { PinnedForm } from './read-forms.ts';

/** What a worker thread is told. */
export interface Errand {
  key: string;
  source: string;
  /** A `FillIn` with its context, as JSON. */
  asked: string;
}

type Threads = Piscina<Errand, string>;

const state: { threads: Promise<Threads> | undefined } = { threads: undefined };

/** So many wait for a thread; who comes then is refused. A form takes half a second at most. */
const mostWaiting = 40;

/**
 * Fills a form in a thread of its own, so that nobody else waits for it. Throws APPLICATION_ERROR with 503 when too many
 * wait already.
 */
export async function fillElsewhere(form: PinnedForm, asked: FillIn, context: FormContext): Promise<Filled> {
  state.threads ??= openThreads();
  const threads = await state.threads;
  if (threads.queueSize >= mostWaiting)
    throw new ApiError('APPLICATION_ERROR', { reason: 'Too busy; try again', retryAfter: 10, status: 503 });
  const { key, source } = form;
  return JSON.parse(await threads.run({ key, source, asked: JSON.stringify({ ...asked, context }) }));
}

/** Ends the threads; a form that comes later opens them again. */
export async function closeThreads(): Promise<void> {
  const { threads } = state;
  state.threads = undefined;
  await (await threads)?.destroy();
}

/** Nothing of it is loaded before a form needs it, and threads that have nothing to do for a minute end. */
async function openThreads(): Promise<Threads> {
  const { Piscina } = await import('piscina');
  // From the sources the thread needs what runs TypeScript; in a build it is an entry of its own.
  const ending = extname(import.meta.url);
  return new Piscina<Errand, string>({
    filename: fileURLToPath(new URL(`./fill-worker${ending}`, import.meta.url)),
    name: 'fillInThread',
    execArgv: ending === '.ts' ? ['--import', import.meta.resolve('tsx')] : [],
    minThreads: 0,
    maxThreads: Math.max(1, availableParallelism() - 1),
    idleTimeout: 60_000,
    // Whoever waits for an answer of the process itself comes first.
    niceIncrement: 5,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
}
