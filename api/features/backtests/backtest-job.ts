import { setTimeout as after } from 'node:timers/promises';
import type { Form as ReadForm } from '#schemas/forms/form.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import type { Form, FormBacktest, Order } from '#schemas/generated/types.ts';
import type { OrderTest } from '#schemas/publishing/backtest.ts';
import { addRuns, emptyCoverage, type ScriptCoverage } from '#schemas/publishing/coverage.ts';
import { allowedFilter, may, type Viewer, viewerNow } from '../../engine/access/viewer.ts';
import { type JobKind, subjectId, transactionTimeout } from '../../engine/jobs/kind.ts';
import { pinCurrentCacheVersion } from '../../engine/store/record-cache.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { formTaskOf, testInPool } from '../forms/fill-thread-pool.ts';
import { orderForm } from '../orders/lines/order-problems.ts';
import { loadReferences } from '../orders/lines/references.ts';
import { endedBacktest } from './backtests.ts';

/** Number of latest orders to test, and how many to load at once. */
const maxOrders = 500;
const batch = 20;

/** Maximum number of reasons reported per order, and the length of each. */
const maxReasons = 3;
const maxMessageLength = 300;

/**
 * Background job that runs a formSchema against the latest orders of a form, with the current rights of its author:
 * orders that the author may not read are skipped. After a crash it restarts from scratch.
 */
export const backtestJob: JobKind<'formBacktest'> = {
  name: 'formBacktest',
  pollInterval: 1_000,
  lease: 2 * transactionTimeout,
  longestWait: transactionTimeout,
  giveUpAfter: 3_600_000,
  cancelableIn: ['waiting', 'running'],
  async work({ subject }, reportProgress) {
    const id = subjectId(subject);
    const backtest = await storeOf('FormBacktest').findOne(running(id));
    if (!backtest) return;
    const allowed = await allowedTo(backtest);
    if (!allowed) return void (await saveProgress(id, endedBacktest('failed')));
    const orders = await latestOrders(allowed.viewer, backtest.form);
    const tested: TestedSchema = { ...formTaskOf(backtest.formSchema), ...readOf(backtest) };
    let results: Results = { done: 0, total: orders.length, refused: 0, passing: 0, rows: [] };
    let { coverage } = tested;
    for (let at = 0; at < orders.length; at += batch) {
      await reportProgress(at, orders.length);
      for (const order of await reload(backtest, orders.slice(at, at + batch))) {
        const test = await testStoredOrder(order, tested);
        if (!test) continue;
        results = withTest(results, order, test);
        coverage = addRuns(coverage, test.scriptRuns);
      }
      results = { ...results, done: Math.min(at + batch, orders.length) };
      if (!(await saveProgress(id, results))) return;
    }
    await reportProgress(orders.length, orders.length);
    await saveProgress(id, { ...results, coverage, ...endedBacktest('done') });
  },
  async onStatusChange({ subject, status }) {
    if (status === 'canceled' || status === 'failed') await saveProgress(subjectId(subject), endedBacktest(status));
  },
};

type Results = Pick<FormBacktest, 'done' | 'total' | 'refused' | 'passing' | 'rows'>;

const running = (id: string) => ({ _id: id, status: 'running' });

/** Saves progress. Returns false if the backtest is no longer running. */
const saveProgress = async (id: string, changes: Partial<FormBacktest>): Promise<boolean> =>
  (await storeOf('FormBacktest').updateMany(running(id), { $set: changes })) > 0;

const readOf = ({ formSchema }: FormBacktest) => {
  const form = readForm(formSchema);
  return { contextReads: form.contextReads, coverage: emptyCoverage(form) };
};

/** Returns the author's viewer and the form, as long as the author may change the form. */
async function allowedTo({ user, form: id }: FormBacktest): Promise<{ viewer: Viewer; form: Form } | null> {
  const viewer = await viewerNow(user);
  const form = await storeOf('Form').findOne({ _id: id });
  return viewer && form && may(viewer, 'update', 'Form', form) ? { viewer, form } : null;
}

/** Returns the ids of the latest orders of a form that the viewer may read, most recently changed first. */
export async function latestOrders(viewer: Viewer, form: string): Promise<string[]> {
  const filter = readable(viewer, { form });
  const orders = await storeOf('Order').find({ filter, sort: ['-updatedAt'], limit: maxOrders, only: ['refCode'] });
  return orders.map(({ id }) => id);
}

/** Reloads orders in the given order, because rights may have been lost and orders deleted meanwhile. */
async function reload(backtest: FormBacktest, ids: string[]): Promise<Order[]> {
  const allowed = await allowedTo(backtest);
  if (!allowed) return [];
  const filter = readable(allowed.viewer, { form: backtest.form, _id: { $in: ids } });
  const orders = new Map((await storeOf('Order').find({ filter })).map((order) => [order.id, order]));
  return ids.flatMap((id) => orders.get(id) ?? []);
}

const readable = (viewer: Viewer, filter: Filter): Filter => ({
  $and: [allowedFilter(viewer, 'read', 'Order'), filter],
});

/** Adds one order's result: a row if the outcome would change. */
function withTest(results: Results, { id: order, refCode, status }: Order, { before, after }: OrderTest): Results {
  const [isRejected, wasRejected] = [after.length > 0, before.length > 0];
  if (isRejected === wasRejected) return results;
  const problems = isRejected ? after : before;
  const row: FormBacktest['rows'][number] = {
    ...{ order, refCode: refCode ?? '', status, outcome: isRejected ? 'refused' : 'passes' },
    reasons: problems
      .slice(0, maxReasons)
      .map(({ path, label, message }) => ({ path, label, message: message.slice(0, maxMessageLength) })),
    more: Math.max(0, problems.length - maxReasons),
  };
  return {
    ...results,
    refused: results.refused + Number(isRejected),
    passing: results.passing + Number(wasRejected),
    rows: [...results.rows, row],
  };
}

/** The formSchema under test as a worker thread reads it, with what its scripts request and their coverage so far. */
interface TestedSchema extends Pick<ReadForm, 'contextReads'> {
  key: string;
  source: string;
  coverage: ScriptCoverage[];
}

/**
 * Backoff: interactive requests have priority on the worker threads, so a rejected test is retried this often with this
 * pause in milliseconds.
 */
const retry = { times: 20, pause: 500 };

/**
 * Tests an order against a formSchema in a worker thread. Returns undefined if the order's own form or version is gone.
 */
async function testStoredOrder(order: Order, tested: TestedSchema): Promise<OrderTest | undefined> {
  await pinCurrentCacheVersion();
  const also = (['client', 'user'] as const).filter((person) => tested.contextReads.has(person));
  try {
    const { form: from, context } = orderForm(order, await loadReferences(order, { also }));
    const input = { formData: order.formData, waivers: order.waivers ?? [] };
    return await withRetry(() => testInPool({ from, to: tested }, input, context));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'RESOURCE_INOPERABLE') return undefined;
    throw error;
  }
}

async function withRetry<T>(work: () => Promise<T>, left = retry.times): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 503 || left === 0) throw error;
    await after(retry.pause);
    return await withRetry(work, left - 1);
  }
}
