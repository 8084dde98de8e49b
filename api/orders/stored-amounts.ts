import type { Order } from '#schemas/generated/types.ts';
import { ApiError } from '../errors/catalogue.ts';
import { fillForm } from '../forms/fill.ts';
import { store } from '../store/store.ts';
import { amountOf, orderForm } from './check.ts';
import { referencesOf } from './references.ts';

/** Whole orders that are read at once: their forms are filled one by one, which takes its time. */
const batch = 20;

/**
 * What orders come to that were stored before orders had an amount, by their ids; `isGoing` is awaited between pieces of the work.
 * `orders` are read without defaults, so that none is not taken for one without money.
 */
export async function missingAmounts(
  orders: Pick<Order, 'id' | 'amount'>[],
  isGoing: () => Promise<void>,
): Promise<Map<string, Order['amount']>> {
  const missing = orders.filter(({ amount }) => amount === undefined).map(({ id }) => id);
  const found = new Map<string, Order['amount']>();
  for (let at = 0; at < missing.length; at += batch) {
    const ids = missing.slice(at, at + batch);
    for (const order of await store('Order').find({ filter: { _id: { $in: ids } } }))
      found.set(order.id, await amountAsSaved(order));
    await isGoing();
  }
  return found;
}

/** As a save would say; none where the version of its form is gone, and nothing can be saved. */
async function amountAsSaved(order: Order): Promise<Order['amount']> {
  try {
    const { form, context } = orderForm(order, await referencesOf(order));
    const { amount } = await fillForm(form, { data: order.formData, as: 'stored' }, context);
    return await amountOf(amount, order.products);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'RESOURCE_INOPERABLE') return null;
    throw error;
  }
}
