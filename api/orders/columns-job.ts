import { idIn, type JobKind, longestOfDatabase } from '../jobs/kind.ts';
import { keepAsOfNow } from '../store/kept-records.ts';
import { makeWords } from '../store/search-words.ts';
import { store } from '../store/store.ts';
import { columnTextsOf } from './column-texts.ts';
import { missingAmounts } from './stored-amounts.ts';

/** Batch size; each order is read with its form data. */
const batch = 200;

/**
 * The job that recomputes display names and searchable texts of all orders of a form (`Form/ID`, or `Form` for all
 * forms) after its table columns changed, and backfills amounts of orders stored before amounts existed. Revisions do
 * not change. An order that is saved meanwhile gets the new values by its save.
 */
export const columnsJob: JobKind<'orderColumns'> = {
  name: 'orderColumns',
  every: 1_000,
  lease: 2 * longestOfDatabase,
  waits: longestOfDatabase,
  cancelableIn: [],
  async work({ subject }, tell) {
    await keepAsOfNow();
    const filter = subject === 'Form' ? {} : { _id: idIn(subject) };
    let done = 0;
    for (const form of await store('Form').find({ filter })) {
      const query = {
        filter: { form: form.id },
        sort: ['createdAt'],
        only: ['formData', 'campaign', 'columnTexts', 'amount', 'revision'],
      };
      for await (const orders of store('Order').batches(query, batch)) {
        const doneBefore = done;
        const amounts = await missingAmounts(orders, () => tell(doneBefore));
        for (const { id, revision, formData, campaign, columnTexts } of orders) {
          const amount = amounts.has(id) ? { amount: amounts.get(id) } : {};
          const updates = { ...columnTextsOf(form, formData), ...amount };
          if (updates.campaign !== campaign || updates.columnTexts !== columnTexts || updates.amount !== undefined)
            await store('Order').rewrite({ _id: id, revision }, { $set: updates });
        }
        done += orders.length;
        await tell(done);
      }
      for await (const _ of makeWords('Order', { form: form.id })) await tell(done);
    }
  },
};
