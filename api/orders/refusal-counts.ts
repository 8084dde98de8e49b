import type { FastifyBaseLogger } from 'fastify';
import { columnPaths } from '#schemas/forms/column-paths.ts';
import { nameOf } from '#schemas/forms/name-of.ts';
import type { Order } from '#schemas/generated/types.ts';
import { fromNow, now } from '../clock/clock.ts';
import type { ApiError, Problem } from '../errors/catalogue.ts';
import type { FormOfVersion } from '../forms/read-forms.ts';
import { store } from '../store/store.ts';
import { rejected } from './check.ts';

interface Refusal {
  order: Pick<Order, 'form'>;
  form: FormOfVersion;
  problems: Problem[];
  /** What the order has by itself, which refuses nothing. */
  existing?: Problem[];
  log?: FastifyBaseLogger | undefined;
}

/** For how long the dashboard can look back; milliseconds. */
const kept = 90 * 86_400_000;

/** One refused order counts at so many fields: somebody who sends an empty one has said nothing of the others. */
const most = 20;

/**
 * The refusal of an order for these problems. The dashboard counts which fields they are at, once that is answered: nobody waits
 * for it, and a count that is lost is told in the log alone. What was typed is not kept.
 */
export function countedRefusal(refusal: Refusal): ApiError {
  setImmediate(() => {
    written(refusal).catch((error: unknown) => refusal.log?.warn({ err: error }, 'a refused order was not counted'));
  });
  return rejected(refusal.problems, refusal.existing);
}

async function written({ order, form, problems }: Refusal): Promise<void> {
  const day = now().toISOString().slice(0, 10);
  const found = new Map(problems.map((problem) => [`${pathOf(problem)} ${reasonOf(problem)}`, problem]));
  const labels = new Map(columnPaths(form).map(({ path, widget }) => [path, nameOf(widget)]));
  await Promise.all(
    [...found.values()].slice(0, most).map((problem) => {
      const path = pathOf(problem);
      return store('RefusalCount').upsert(
        { day, form: order.form, path, reason: reasonOf(problem) },
        { $set: { label: labels.get(path) ?? path, expires: fromNow(kept) }, $inc: { count: 1 } },
      );
    }),
  );
}

/** A field however many rows it is in: `/formData/lines/3/quantity` is `lines.quantity`. */
const pathOf = ({ path }: Problem): string =>
  path
    .split('/')
    .filter((part, at) => part !== '' && !/^\d+$/.test(part) && !(at === 1 && part === 'formData'))
    .join('.')
    .slice(0, 200);

const reasonOf = ({ message }: Problem) => (message.startsWith('Missing required field') ? 'missing' : 'rule');
