import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { FillRequest, FillResult } from '#schemas/forms/fill.ts';
import type { FormContext } from '#schemas/forms/form.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import type { OrderTest, TestedOrder } from '#schemas/publishing/backtest.ts';
import type { ExampleOutcome, FormExample } from '#schemas/publishing/examples.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { createThreadPool } from '../../platform/process/thread-pool.ts';
import { hashSecret } from '../../platform/secrets/secrets.ts';
import type { ParsedFormVersion } from './read-forms.ts';

/** The form that a worker thread processes. */
interface OnForm {
  key: string;
  source: string;
}

/** Identifies a formSchema that is not a stored version, such as one being tested, by its hash. */
export function formTaskOf(formSchema: JsonMap): OnForm {
  const source = JSON.stringify(formSchema);
  return { key: hashSecret(source), source };
}

/** Input of every fill task. */
export interface FormTask extends OnForm {
  /** Script context as JSON. */
  context: string;
}

export interface ExamplesTask extends OnForm {
  /** Examples as JSON. */
  examples: string;
}

export interface BacktestTask extends FormTask {
  /** The version that the order is filled on; `key` and `source` identify the formSchema under test. */
  from: OnForm;
  /** A `TestedOrder` as JSON. */
  input: string;
}

export interface FillTask extends FormTask {
  /** A `FillRequest` as JSON. */
  input: string;
}

export interface CheckTask extends FormTask {
  /** The body of the check request. */
  text: string;
}

/** Worker functions by name. */
interface Errands {
  fillInThread: FillTask;
  checkInThread: CheckTask;
  examplesInThread: ExamplesTask;
  testInThread: BacktestTask;
}

const pool = createThreadPool<Errands[keyof Errands], string | Uint8Array | undefined>({
  // In a build, the worker is an entry point of its own.
  worker: new URL(`./fill-worker${extname(import.meta.url)}`, import.meta.url),
  // Each task names its own function.
  name: 'fillInThread',
  maxThreads: Math.max(1, availableParallelism() - 1),
  resourceLimits: { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 256 },
  // `npm start` tunes the young generation for the main thread. A worker that fills long forms allocates 30 MiB per
  // form, nearly all of it garbage: with 4 MiB it was measured to use a third more CPU time.
  beforeStart: () => setFlagsFromString('--max-semi-space-size=0'),
});

/** Queue limit of the thread pool; further tasks are rejected. A form takes at most half a second. */
const maxQueue = 40;

/**
 * Fills a form in a worker thread (thread pool), so that it does not block the event loop. Throws APPLICATION_ERROR
 * (503) if the queue is full.
 */
export async function fillInPool(
  form: ParsedFormVersion,
  input: FillRequest,
  context: FormContext,
): Promise<FillResult> {
  const errand = { ...errandOf(form, context), input: JSON.stringify(input) };
  return JSON.parse(String(await runTask('fillInThread', errand)));
}

/**
 * Runs a data check in a worker thread, from the raw request body to the serialized response, so that the main thread
 * parses neither. Returns undefined if the body is invalid. Throws like `fillInPool`.
 */
export async function checkInPool(
  form: ParsedFormVersion,
  text: string,
  context: FormContext,
): Promise<Uint8Array | undefined> {
  const answer = await runTask('checkInThread', { ...errandOf(form, context), text });
  return answer instanceof Uint8Array ? answer : undefined;
}

/** Runs a form's examples in a worker thread. Throws like `fillInPool`. */
export async function runExamplesInPool(
  { key, source }: OnForm,
  examples: readonly FormExample[],
): Promise<ExampleOutcome[]> {
  const errand = { key, source, examples: JSON.stringify(examples) };
  return JSON.parse(String(await runTask('examplesInThread', errand)));
}

/** Tests an order against another formSchema in a worker thread. Throws like `fillInPool`. */
export async function testInPool(
  { from, to }: { from: OnForm; to: OnForm },
  input: TestedOrder,
  context: FormContext,
): Promise<OrderTest> {
  const errand = {
    ...errandOf(to, context),
    from: { key: from.key, source: from.source },
    input: JSON.stringify(input),
  };
  return JSON.parse(String(await runTask('testInThread', errand)));
}

const errandOf = ({ key, source }: OnForm, context: FormContext): FormTask => ({
  ...{ key, source },
  context: JSON.stringify(context),
});

/** Runs a worker function and returns its result. */
async function runTask<Name extends keyof Errands>(name: Name, errand: Errands[Name]) {
  const threads = await pool.threads();
  if (threads.queueSize >= maxQueue)
    throw new ApiError('APPLICATION_ERROR', { reason: 'The server is busy; try again', retryAfter: 10, status: 503 });
  return await threads.run(errand, { name });
}

/** Closes the thread pool; the next task opens it again. */
export const closeFillPool = pool.close;
