import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { Piscina } from 'piscina';
import type { Filled, FillIn } from '#schemas/forms/fill.ts';
import type { FormContext } from '#schemas/forms/form.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import type { OrderTest, TestedOrder } from '#schemas/publishing/backtest.ts';
import type { ExampleOutcome, FormExample } from '#schemas/publishing/examples.ts';
import { ApiError } from '../errors/catalogue.ts';
import { hashOf } from '../secrets/secrets.ts';
import type { FormOfVersion } from './read-forms.ts';

/** The form that a worker thread works on. */
interface OnForm {
  key: string;
  source: string;
}

/** A formSchema that is no version, such as one that is tried: its text tells it from every other. */
export function onSchema(formSchema: JsonMap): OnForm {
  const source = JSON.stringify(formSchema);
  return { key: hashOf(source), source };
}

/** What a worker thread is told of every filling. */
export interface Errand extends OnForm {
  /** What its scripts read, as JSON. */
  context: string;
}

export interface ExamplesErrand extends OnForm {
  /** A form's examples as JSON. */
  examples: string;
}

export interface TestErrand extends Errand {
  /** The version that the order is filled on; `key` and `source` are of the one that is tried. */
  from: OnForm;
  /** A `TestedOrder` as JSON. */
  asked: string;
}

export interface FillErrand extends Errand {
  /** A `FillIn` as JSON. */
  asked: string;
}

export interface CheckErrand extends Errand {
  /** The body of the check. */
  text: string;
}

/** What the threads do, by the names of their functions. */
interface Errands {
  fillInThread: FillErrand;
  checkInThread: CheckErrand;
  examplesInThread: ExamplesErrand;
  testInThread: TestErrand;
}

type Threads = Piscina<Errands[keyof Errands], string | Uint8Array | undefined>;

const state: { threads: Promise<Threads> | undefined } = { threads: undefined };

/** So many wait for a thread; who comes then is refused. A form takes half a second at most. */
const mostWaiting = 40;

/**
 * Fills a form in a thread of its own, so that nobody else waits for it. Throws APPLICATION_ERROR with 503 when too many
 * wait already.
 */
export async function fillElsewhere(form: FormOfVersion, asked: FillIn, context: FormContext): Promise<Filled> {
  const errand = { ...errandOf(form, context), asked: JSON.stringify(asked) };
  return JSON.parse(String(await done('fillInThread', errand)));
}

/**
 * The answer to a check, from the text of its body: neither is read or written by who serves everybody. None where the body
 * is to be refused. Throws as `fillElsewhere` does.
 */
export async function checkElsewhere(
  form: FormOfVersion,
  text: string,
  context: FormContext,
): Promise<Uint8Array | undefined> {
  const answer = await done('checkInThread', { ...errandOf(form, context), text });
  return answer instanceof Uint8Array ? answer : undefined;
}

/** What a form makes of its examples now. Throws as `fillElsewhere` does. */
export async function examplesElsewhere(
  { key, source }: OnForm,
  examples: readonly FormExample[],
): Promise<ExampleOutcome[]> {
  const errand = { key, source, examples: JSON.stringify(examples) };
  return JSON.parse(String(await done('examplesInThread', errand)));
}

/** What another formSchema would say of an order. Throws as `fillElsewhere` does. */
export async function testElsewhere(
  { from, to }: { from: OnForm; to: OnForm },
  asked: TestedOrder,
  context: FormContext,
): Promise<OrderTest> {
  const errand = {
    ...errandOf(to, context),
    from: { key: from.key, source: from.source },
    asked: JSON.stringify(asked),
  };
  return JSON.parse(String(await done('testInThread', errand)));
}

const errandOf = ({ key, source }: OnForm, context: FormContext): Errand => ({
  ...{ key, source },
  context: JSON.stringify(context),
});

/** What a thread's function of this name answers. */
async function done<Name extends keyof Errands>(name: Name, errand: Errands[Name]) {
  state.threads ??= openThreads();
  const threads = await state.threads;
  if (threads.queueSize >= mostWaiting)
    throw new ApiError('APPLICATION_ERROR', { reason: 'Too busy; try again', retryAfter: 10, status: 503 });
  return await threads.run(errand, { name });
}

/** Ends the threads; a form that comes later opens them again. */
export async function closeThreads(): Promise<void> {
  const { threads } = state;
  state.threads = undefined;
  await (await threads)?.destroy();
}

/** Nothing of it is loaded before a form needs it, and threads that have nothing to do for a while end. */
async function openThreads(): Promise<Threads> {
  const { Piscina } = await import('piscina');
  // What `npm start` says of the young generation is for the process's own thread. One that fills long forms makes 30 MiB in
  // each, nearly all of which is garbage at its end: with 4 MiB it was measured to spend a third more CPU time.
  setFlagsFromString('--max-semi-space-size=0');
  // From the sources the thread needs what runs TypeScript; in a build it is an entry of its own.
  const ending = extname(import.meta.url);
  return new Piscina({
    filename: fileURLToPath(new URL(`./fill-worker${ending}`, import.meta.url)),
    // What a thread looks for as it begins; each errand names its own.
    name: 'fillInThread',
    execArgv: ending === '.ts' ? ['--import', import.meta.resolve('tsx')] : [],
    minThreads: 0,
    maxThreads: Math.max(1, availableParallelism() - 1),
    idleTimeout: 15_000,
    // Whoever waits for an answer of the process itself comes first.
    niceIncrement: 10,
    resourceLimits: { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 256 },
  });
}
