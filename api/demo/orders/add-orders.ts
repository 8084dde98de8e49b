import { store, transaction } from '../../resource/store.ts';
import { makeOrder } from './make-order.ts';
import type { Market } from './market.ts';

/** Stores the orders of the numbers from `from` on, with their versions, all or none. */
export async function addOrders({
  market,
  from,
  count,
  now,
}: {
  market: Market;
  from: number;
  count: number;
  now: Date;
}): Promise<void> {
  const made = Array.from({ length: count }, (_, index) => makeOrder(market, from + index, now));
  await transaction(async () => {
    await store('Order').insertMany(made.map(({ order }) => order));
    await store('OrderVersion').insertMany(made.flatMap(({ versions }) => versions));
    await store('Setting').upsert({ key: countKey }, { $set: { value: from + count } });
  });
}

/** How many orders the demo has made in this database: its next one has this number. */
export const countKey = 'demo-orders';
