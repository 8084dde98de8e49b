import { setTimeout as after } from 'node:timers/promises';
import type { Form as ReadForm } from '#schemas/forms/form.ts';
import type { Order } from '#schemas/generated/types.ts';
import type { OrderTest } from '#schemas/publishing/backtest.ts';
import type { ScriptCoverage } from '#schemas/publishing/coverage.ts';
import { ApiError } from '../errors/catalogue.ts';
import { testElsewhere } from '../forms/fill-threads.ts';
import { orderForm } from '../orders/check.ts';
import { referencesOf } from '../orders/references.ts';
import { keepAsOfNow } from '../store/kept-records.ts';

/** The formSchema that is tried, as a thread reads it, with what its scripts ask for and have done yet. */
export interface Tested extends Pick<ReadForm, 'asks'> {
  key: string;
  source: string;
  coverage: ScriptCoverage[];
}

/** Whoever waits for an answer comes first: so often, and so many milliseconds each time, it is tried again. */
const patience = { times: 20, pause: 500 };

/** Tries an order on a formSchema, in a thread of its own; undefined for one whose own form or version is gone. */
export async function testStored(order: Order, tested: Tested): Promise<OrderTest | undefined> {
  await keepAsOfNow();
  const also = (['client', 'user'] as const).filter((person) => tested.asks.has(person));
  try {
    const { form: from, context } = orderForm(order, await referencesOf(order, { also }));
    const asked = { formData: order.formData, waivers: order.waivers ?? [] };
    return await patiently(() => testElsewhere({ from, to: tested }, asked, context));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'RESOURCE_INOPERABLE') return undefined;
    throw error;
  }
}

async function patiently<T>(work: () => Promise<T>, left = patience.times): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 503 || left === 0) throw error;
    await after(patience.pause);
    return await patiently(work, left - 1);
  }
}
