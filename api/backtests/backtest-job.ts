import { readForm } from '#schemas/forms/read-form.ts';
import type { Form, FormBacktest, Order } from '#schemas/generated/types.ts';
import type { OrderTest } from '#schemas/publishing/backtest.ts';
import { noCoverage, withRuns } from '#schemas/publishing/coverage.ts';
import { allowedFilter, may, type Viewer, viewerNow } from '../access/viewer.ts';
import { onSchema } from '../forms/fill-threads.ts';
import { idIn, type JobKind, longestOfDatabase } from '../jobs/kind.ts';
import { type Filter, store } from '../store/store.ts';
import { backtestEnded } from './backtests.ts';
import { type Tested, testStored } from './test-order.ts';

/** How many orders are tried, the last ones, and how many are in memory at once. */
const most = 500;
const batch = 20;

/** How many reasons of one order are told, and the characters of one. */
const mostReasons = 3;
const longestMessage = 300;

/**
 * Tries a formSchema on the last orders of a form, under the rights that its author has now: an order that the author may not
 * read is not among them. One that is begun again begins anew.
 */
export const backtestJob: JobKind<'formBacktest'> = {
  name: 'formBacktest',
  every: 1_000,
  lease: 2 * longestOfDatabase,
  waits: longestOfDatabase,
  triedFor: 3_600_000,
  cancelableIn: ['waiting', 'running'],
  async work({ subject }, tell) {
    const id = idIn(subject);
    const backtest = await store('FormBacktest').findOne(running(id));
    if (!backtest) return;
    const allowed = await allowedTo(backtest);
    if (!allowed) return void (await note(id, backtestEnded('failed')));
    const orders = await lastOrders(allowed.viewer, backtest.form);
    const tested: Tested = { ...onSchema(backtest.formSchema), ...readOf(backtest) };
    let found: Found = { done: 0, total: orders.length, refused: 0, passing: 0, rows: [] };
    let { coverage } = tested;
    for (let at = 0; at < orders.length; at += batch) {
      await tell(at, orders.length);
      for (const order of await readAgain(backtest, orders.slice(at, at + batch))) {
        const test = await testStored(order, tested);
        if (!test) continue;
        found = withTest(found, order, test);
        coverage = withRuns(coverage, test.runs);
      }
      found = { ...found, done: Math.min(at + batch, orders.length) };
      if (!(await note(id, found))) return;
    }
    await tell(orders.length, orders.length);
    await note(id, { ...found, coverage, ...backtestEnded('done') });
  },
  async follow({ subject, status }) {
    if (status === 'canceled' || status === 'failed') await note(idIn(subject), backtestEnded(status));
  },
};

type Found = Pick<FormBacktest, 'done' | 'total' | 'refused' | 'passing' | 'rows'>;

const running = (id: string) => ({ _id: id, status: 'running' });

/** Notes how far it is. False where it does not run any more. */
const note = async (id: string, changes: Partial<FormBacktest>): Promise<boolean> =>
  (await store('FormBacktest').updateMany(running(id), { $set: changes })) > 0;

const readOf = ({ formSchema }: FormBacktest) => {
  const form = readForm(formSchema);
  return { asks: form.asks, coverage: noCoverage(form) };
};

/** Who began it, while that person may change the form. */
async function allowedTo({ user, form: id }: FormBacktest): Promise<{ viewer: Viewer; form: Form } | null> {
  const viewer = await viewerNow(user);
  const form = await store('Form').findOne({ _id: id });
  return viewer && form && may(viewer, 'update', 'Form', form) ? { viewer, form } : null;
}

/** The ids of the last orders of a form that somebody may read, the one changed last first. */
export async function lastOrders(viewer: Viewer, form: string): Promise<string[]> {
  const filter = readable(viewer, { form });
  const orders = await store('Order').find({ filter, sort: ['-updatedAt'], limit: most, only: ['refCode'] });
  return orders.map(({ id }) => id);
}

/** Orders as they are now, in this order: rights may have gone meanwhile, and orders too. */
async function readAgain(backtest: FormBacktest, ids: string[]): Promise<Order[]> {
  const allowed = await allowedTo(backtest);
  if (!allowed) return [];
  const filter = readable(allowed.viewer, { form: backtest.form, _id: { $in: ids } });
  const orders = new Map((await store('Order').find({ filter })).map((order) => [order.id, order]));
  return ids.flatMap((id) => orders.get(id) ?? []);
}

const readable = (viewer: Viewer, filter: Filter): Filter => ({
  $and: [allowedFilter(viewer, 'read', 'Order'), filter],
});

/** What is found with one more order: a row where something would be different. */
function withTest(found: Found, { id: order, refCode, status }: Order, { before, after }: OrderTest): Found {
  const [isRefused, wasRefused] = [after.length > 0, before.length > 0];
  if (isRefused === wasRefused) return found;
  const problems = isRefused ? after : before;
  const row: FormBacktest['rows'][number] = {
    ...{ order, refCode: refCode ?? '', status, outcome: isRefused ? 'refused' : 'passes' },
    reasons: problems
      .slice(0, mostReasons)
      .map(({ path, label, message }) => ({ path, label, message: message.slice(0, longestMessage) })),
    more: Math.max(0, problems.length - mostReasons),
  };
  return {
    ...found,
    refused: found.refused + Number(isRefused),
    passing: found.passing + Number(wasRefused),
    rows: [...found.rows, row],
  };
}
