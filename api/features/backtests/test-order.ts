import { setTimeout as after } from 'node:timers/promises';
import type { Form as ReadForm } from '#schemas/forms/form.ts';
import type { Order } from '#schemas/generated/types.ts';
import type { OrderTest } from '#schemas/publishing/backtest.ts';
import type { ScriptCoverage } from '#schemas/publishing/coverage.ts';
import { pinCurrentCacheVersion } from '../../engine/store/record-cache.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { testInPool } from '../forms/fill-thread-pool.ts';
import { orderForm } from '../orders/lines/order-problems.ts';
import { loadReferences } from '../orders/lines/references.ts';

/** The formSchema under test as a worker thread reads it, with what its scripts request and their coverage so far. */
export interface TestedSchema extends Pick<ReadForm, 'contextReads'> {
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
export async function testStoredOrder(order: Order, tested: TestedSchema): Promise<OrderTest | undefined> {
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
