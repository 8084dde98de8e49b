import type { Order } from '#schemas/generated/types.ts';
import { storeOf } from '../../../engine/store/store.ts';
import { ApiError } from '../../../platform/errors/catalogue.ts';
import { fillForm } from '../../forms/fill.ts';
import { amountOf, orderForm } from '../lines/order-problems.ts';
import { loadReferences } from '../lines/references.ts';

/** Batch size for whole orders. Evaluating their forms one by one takes time. */
const batch = 20;

/**
 * Backfill: computes the amounts of orders that were stored before orders had one, by id. `isGoing` is awaited between
 * batches. Read `orders` without defaults: with them a missing amount would look like none.
 */
export async function backfillAmounts(
  orders: Pick<Order, 'id' | 'amount'>[],
  isGoing: () => Promise<void>,
): Promise<Map<string, Order['amount']>> {
  const missing = orders.filter(({ amount }) => amount === undefined).map(({ id }) => id);
  const found = new Map<string, Order['amount']>();
  for (let at = 0; at < missing.length; at += batch) {
    const ids = missing.slice(at, at + batch);
    for (const order of await storeOf('Order').find({ filter: { _id: { $in: ids } } }))
      found.set(order.id, await amountAsSaved(order));
    await isGoing();
  }
  return found;
}

/** The amount that a save would compute. Null when the form version is gone, because the order cannot be saved then. */
async function amountAsSaved(order: Order): Promise<Order['amount']> {
  try {
    const { form, context } = orderForm(order, await loadReferences(order));
    const { amount } = await fillForm(form, { data: order.formData, as: 'stored' }, context);
    return await amountOf(amount, order.products);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'RESOURCE_INOPERABLE') return null;
    throw error;
  }
}
