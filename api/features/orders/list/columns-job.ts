import { type JobKind, subjectId, transactionTimeout } from '../../../engine/jobs/kind.ts';
import { pinCurrentCacheVersion } from '../../../engine/store/record-cache.ts';
import { reindexRecords } from '../../../engine/store/search-words.ts';
import { storeOf } from '../../../engine/store/store.ts';
import { backfillAmounts } from './backfill-amounts.ts';
import { searchableTexts } from './column-texts.ts';

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
