import { setImmediate as nextTurn } from 'node:timers/promises';
import { storeOf } from '../../../engine/store/store.ts';
import { transaction } from '../../../engine/store/transaction.ts';
import { type GeneratedOrder, makeOrder } from './make-order.ts';
import type { Market } from './market.ts';

/** Setting that stores how many demo orders were generated, which is the next order's number. */
export const orderCountKey = 'demo-orders';

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
export async function makeOrders({ market, from, count, now }: OrderRange): Promise<GeneratedOrder[]> {
  const orders: GeneratedOrder[] = [];
  for (let number = from; number < from + count; number += 1) {
    orders.push(makeOrder(market, number, now));
    if (orders.length % chunkSize === 0) await nextTurn();
  }
  return orders;
}

/** Stores orders and versions in one transaction. `next` is the number of the next order to generate. */
export async function storeOrders(orders: GeneratedOrder[], next: number): Promise<void> {
  await transaction(async () => {
    await storeOf('Order').insertMany(orders.map(({ order }) => order));
    await storeOf('OrderVersion').insertMany(orders.flatMap(({ versions }) => versions));
    await storeOf('Setting').upsert({ key: orderCountKey }, { $set: { value: next } });
  });
}
