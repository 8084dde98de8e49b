import { setImmediate as nextTurn } from 'node:timers/promises';
import { store } from '../../store/store.ts';
import { transaction } from '../../store/transaction.ts';
import { type MadeOrder, makeOrder } from './make-order.ts';
import type { Market } from './market.ts';

/** Setting that stores how many demo orders were generated, which is the next order's number. */
export const countKey = 'demo-orders';

interface OrderRange {
  market: Market;
  /** Number of the first order. */
  from: number;
  count: number;
  now: Date;
}

/** Orders generated before yielding to the event loop, so that database responses are processed. */
const chunkSize = 25;

/** Generates `count` orders starting with number `from`. */
export async function makeOrders({ market, from, count, now }: OrderRange): Promise<MadeOrder[]> {
  const orders: MadeOrder[] = [];
  for (let number = from; number < from + count; number += 1) {
    orders.push(makeOrder(market, number, now));
    if (orders.length % chunkSize === 0) await nextTurn();
  }
  return orders;
}

/** Stores orders and versions in one transaction. `next` is the number of the next order to generate. */
export async function storeOrders(orders: MadeOrder[], next: number): Promise<void> {
  await transaction(async () => {
    await store('Order').insertMany(orders.map(({ order }) => order));
    await store('OrderVersion').insertMany(orders.flatMap(({ versions }) => versions));
    await store('Setting').upsert({ key: countKey }, { $set: { value: next } });
  });
}
