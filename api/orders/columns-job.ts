import { idIn, type JobKind, longestOfDatabase } from '../jobs/kind.ts';
import { keepAsOfNow } from '../store/kept-records.ts';
import { makeWords } from '../store/search-words.ts';
import { store } from '../store/store.ts';
import { columnTextsOf } from './column-texts.ts';
import { missingAmounts } from './stored-amounts.ts';

/** Orders that are read at once, each with its form data. */
const batch = 200;

/**
 * Makes anew what the orders of a form (`Form/ID`, or `Form` for those of all) are called by and found by, after its table columns
 * have changed, and counts up those that were stored before orders had an amount. No order changes by it; one that is saved meanwhile
 * has the new ones by its save.
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
      const found = {
        filter: { form: form.id },
        sort: ['createdAt'],
        only: ['formData', 'campaign', 'columnTexts', 'amount', 'revision'],
      };
      for await (const orders of store('Order').batches(found, batch)) {
        const reached = done;
        const amounts = await missingAmounts(orders, () => tell(reached));
        for (const { id, revision, formData, campaign, columnTexts } of orders) {
          const amount = amounts.has(id) ? { amount: amounts.get(id) } : {};
          const made = { ...columnTextsOf(form, formData), ...amount };
          if (made.campaign !== campaign || made.columnTexts !== columnTexts || made.amount !== undefined)
            await store('Order').rewrite({ _id: id, revision }, { $set: made });
        }
        done += orders.length;
        await tell(done);
      }
      for await (const _ of makeWords('Order', { form: form.id })) await tell(done);
    }
  },
};
