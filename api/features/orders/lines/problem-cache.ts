import { LRUCache } from 'lru-cache';
import type { FormContext, Problem } from '#schemas/forms/form.ts';
import { todayOf } from '#schemas/forms/normal-value.ts';
import { widgetsWithSource } from '#schemas/forms/option-sources.ts';
import type { Order } from '#schemas/generated/types.ts';
import type { Viewer } from '../../../engine/access/viewer.ts';
import { isInTransaction } from '../../../engine/store/transaction.ts';
import { fillForm } from '../../forms/fill.ts';
import type { ParsedFormVersion } from '../../forms/read-forms.ts';
import { type OrderForm, optionAccess } from './order-problems.ts';
import type { References } from './references.ts';

interface CachedProblems {
  revision: Order['revision'];
  form: ParsedFormVersion;
  /** What the scripts read besides the order; see `contextKey`. */
  context: string;
  problems: Problem[];
}

const cache = new LRUCache<string, CachedProblems>({ max: 1_000 });

/** Limits of a cached entry: number of problems, and length of a rejected value. */
const limits = { problems: 50, value: 500 };

/**
 * Returns the problems of an order's stored form data. Cached by order for as long as the revisions of the order, form
 * version, client, user and channel are the same and the day (UTC) lasts. Not cached: forms whose scripts read the
 * time of day, or whose options come from other records, and orders with many or long rejected values.
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
  if (cached?.revision === order.revision && cached.form === form && cached.context === key) return cached.problems;
  let isInstantRead = false;
  const onInstantRead = () => {
    isInstantRead = true;
  };
  const input = { data: order.formData, as: 'stored' as const };
  const { problems } = await fillForm(form, input, { ...context, onInstantRead }, optionAccess(viewer, order));
  const isCacheable = !isInstantRead && widgetsWithSource(form).length === 0 && !isInTransaction();
  if (isCacheable && problems.length <= limits.problems && problems.every(isSmall))
    cache.set(order.id, { revision: order.revision, form, context: key, problems });
  return problems;
}

const contextKey = ({ user, channel, now, zone }: FormContext, client: References['client']) =>
  JSON.stringify([client && [client.id, client.revision], user, channel, todayOf({ now, zone })]);

const isSmall = ({ value }: Problem) =>
  typeof value === 'string' ? value.length <= limits.value : typeof value !== 'object' || value === null;
