import { columnValue } from '#schemas/forms/column-paths.ts';
import { widgetAtPath } from '#schemas/forms/widget-at-path.ts';
import type { Form, JsonMap, Order } from '#schemas/generated/types.ts';
import { type JobKind, subjectId, transactionTimeout } from '../../../engine/jobs/kind.ts';
import { pinCurrentCacheVersion } from '../../../engine/store/record-cache.ts';
import { reindexRecords } from '../../../engine/store/search-words.ts';
import { storeOf } from '../../../engine/store/store.ts';
import { ApiError } from '../../../platform/errors/catalogue.ts';
import { fillForm } from '../../forms/fill.ts';
import { cachedForm } from '../../forms/read-forms.ts';
import { amountOf, orderForm } from '../lines/order-problems.ts';
import { loadReferences } from '../lines/references.ts';

/** Batch size; each order is read with its form data. */
const batch = 200;

/**
 * The job that recomputes display names and searchable texts of all orders of a form (`Form/ID`, or `Form` for all
 * forms) after its table columns changed, and backfills amounts of orders stored before amounts existed. Revisions do
 * not change. An order that is saved meanwhile gets the new values by its save.
 */
export const columnsJob: JobKind<'orderColumns'> = {
  name: 'orderColumns',
  pollInterval: 1_000,
  lease: 2 * transactionTimeout,
  longestWait: transactionTimeout,
  cancelableIn: [],
  async work({ subject }, report) {
    await pinCurrentCacheVersion();
    const filter = subject === 'Form' ? {} : { _id: subjectId(subject) };
    let done = 0;
    for (const form of await storeOf('Form').find({ filter })) {
      const query = {
        filter: { form: form.id },
        sort: ['createdAt'],
        only: ['formData', 'campaign', 'columnTexts', 'amount', 'revision'],
      };
      for await (const orders of storeOf('Order').batches(query, batch)) {
        const doneBefore = done;
        const amounts = await backfillAmounts(orders, () => report(doneBefore));
        for (const { id, revision, formData, campaign, columnTexts } of orders) {
          const amount = amounts.has(id) ? { amount: amounts.get(id) } : {};
          const updates = { ...searchableTexts(form, formData), ...amount };
          if (updates.campaign !== campaign || updates.columnTexts !== columnTexts || updates.amount !== undefined)
            await storeOf('Order').updateDerived({ _id: id, revision }, { $set: updates });
        }
        done += orders.length;
        await report(done);
      }
      for await (const _ of reindexRecords('Order', { form: form.id })) await report(done);
    }
  },
};

/** Maximum length of an order's display name. */
const maxName = 200;
/** Maximum length of the searchable text. The number of search words is limited far below that. */
const maxText = 2_000;

/** Widgets with searchable text. Times and passwords are not searched. */
const textWidgets = new Set<string>(['text_input', 'tags_input', 'radio', 'select', 'checkboxes', 'multiple_select']);

/** The display name (`campaign`) and the searchable text of an order, from the text columns of its form (design 7). */
export function searchableTexts(form: Form | null | undefined, data: JsonMap): Pick<Order, 'campaign' | 'columnTexts'> {
  const columns = form ? textColumns(form) : [];
  const columnTexts = columns.map(({ path, isWritten }) => ({ isWritten, texts: textsIn(columnValue(data, path)) }));
  const name = columnTexts
    .find(({ isWritten }) => isWritten)
    ?.texts[0]?.trim()
    .slice(0, maxName);
  const texts = columnTexts.flatMap(({ texts: each }) => each);
  return { campaign: name || null, columnTexts: texts.join('\n').slice(0, maxText) };
}

/** The table columns with text. `isWritten`: free text in a single field, as in a title. */
function textColumns({ tableColumns, ...form }: Form): { path: string; isWritten: boolean }[] {
  const read = cachedForm({ tableColumns, ...form });
  return tableColumns.flatMap(({ path }) => {
    const found = widgetAtPath(read, path.split('.'));
    if (!found || !textWidgets.has(found.widget.type)) return [];
    return [{ path, isWritten: found.widget.type === 'text_input' && !found.isRepeated }];
  });
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap(textsIn) : typeof value === 'string' && value !== '' ? [value] : [];

/** Batch size for whole orders. Evaluating their forms one by one takes time. */
const batchSize = 20;

/**
 * Backfill: computes the amounts of orders that were stored before orders had one, by id. `isGoing` is awaited between
 * batches. Read `orders` without defaults: with them a missing amount would look like none.
 */
async function backfillAmounts(
  orders: Pick<Order, 'id' | 'amount'>[],
  isGoing: () => Promise<void>,
): Promise<Map<string, Order['amount']>> {
  const missing = orders.filter(({ amount }) => amount === undefined).map(({ id }) => id);
  const found = new Map<string, Order['amount']>();
  for (let at = 0; at < missing.length; at += batchSize) {
    const ids = missing.slice(at, at + batchSize);
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
