import { LRUCache } from 'lru-cache';
import type { FormContext, Problem } from '#schemas/forms/form.ts';
import { todayOf } from '#schemas/forms/normal-value.ts';
import { widgetsWithSource } from '#schemas/forms/option-sources.ts';
import type { Order } from '#schemas/generated/types.ts';
import type { Viewer } from '../../../engine/access/viewer.ts';
import { isInTransaction } from '../../../engine/store/transaction.ts';
import { formDataProblems, type OrderForm } from './order-problems.ts';
import type { References } from './references.ts';

interface CachedProblems {
  revision: Order['revision'];
  /** The key of the form version. The form itself would stay in memory after its own cache has dropped it. */
  form: string;
  /** What the scripts read besides the order; see `contextKey`. */
  context: string;
  problems: Problem[];
}

/** LRU cache limited by the characters of the entries. */
const cache = new LRUCache<string, CachedProblems>({
  max: 2_000,
  maxSize: 2_000_000,
  maxEntrySize: 20_000,
  sizeCalculation: ({ context, problems }) => context.length + JSON.stringify(problems).length,
});

/**
 * Returns the problems of an order's stored form data. Cached by order for as long as the revisions of the order, form
 * version, client, user and channel are the same and the day (UTC) lasts. Not cached: forms whose scripts read the
 * time of day, or whose options come from other records, and long problems.
 */
export async function problemsOfStoredData(
  order: Order,
  { form, context }: OrderForm,
  viewer: Viewer,
  { client }: Pick<References, 'client'>,
): Promise<Problem[]> {
  const key = contextKey(context, client);
  // Bypass the cache in a transaction, which may be rolled back, and then the same revisions have other contents.
  const cached = isInTransaction() ? undefined : cache.get(order.id);
  if (cached?.revision === order.revision && cached.form === form.key && cached.context === key) return cached.problems;
  let isInstantRead = false;
  const onInstantRead = () => {
    isInstantRead = true;
  };
  const problems = await formDataProblems(order, { form, context: { ...context, onInstantRead } }, viewer);
  if (!isInstantRead && widgetsWithSource(form).length === 0 && !isInTransaction())
    cache.set(order.id, { revision: order.revision, form: form.key, context: key, problems });
  return problems;
}

const contextKey = ({ user, channel, now, zone }: FormContext, client: References['client']) =>
  JSON.stringify([client && [client.id, client.revision], user, channel, todayOf({ now, zone })]);
