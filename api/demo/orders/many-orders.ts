import { setImmediate as turn } from 'node:timers/promises';
import { store } from '../../store/store.ts';
import { transaction } from '../../store/transaction.ts';
import { type MadeOrder, makeOrder } from './make-order.ts';
import type { Market } from './market.ts';

/** How many orders the demo has made in this database: its next one has this number. */
export const countKey = 'demo-orders';

interface Wanted {
  market: Market;
  /** The number of the first. */
  from: number;
  count: number;
  now: Date;
}

/** Made at a stretch, so that the database's answers are heard meanwhile. */
const stretch = 25;

/** Makes the orders of the numbers from `from` on. */
export async function makeOrders({ market, from, count, now }: Wanted): Promise<MadeOrder[]> {
  const made: MadeOrder[] = [];
  for (let number = from; number < from + count; number += 1) {
    made.push(makeOrder(market, number, now));
    if (made.length % stretch === 0) await turn();
  }
  return made;
}

/** Stores orders with their versions, all or none. `next` is the number of the one that will come after them. */
export async function storeOrders(made: MadeOrder[], next: number): Promise<void> {
  await transaction(async () => {
    await store('Order').insertMany(made.map(({ order }) => order));
    await store('OrderVersion').insertMany(made.flatMap(({ versions }) => versions));
    await store('Setting').upsert({ key: countKey }, { $set: { value: next } });
  });
}
