import type { FastifyInstance } from 'fastify';
import type { Order } from '#schemas/generated/types.ts';
import { waitingTimeFilters } from '#schemas/orders/approval-queue.ts';
import { orderStatuses } from '#schemas/orders/order-stage.ts';
import { dashboardPage } from '#schemas/resource/back-office.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { allowedFilter, assertAbility } from '../../engine/access/viewer.ts';
import { idShape as id, listOf, objectOf } from '../../engine/resource/schemas/shapes.ts';
import { resource } from '../../engine/store/model.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';

/** Count limit, as in lists, so that large numbers of orders do not make it slow. */
const maxCount = 10_000;
const limits = { weeks: 12, channels: 50, refusals: 10, days: 30 };

const day = 86_400_000;

interface Count {
  count: number;
  isMinimum: boolean;
}

type Counted<T> = T & Count;

interface Dashboard {
  statuses: Counted<{ status: Order['status'] }>[];
  weeks: Counted<{ from: string; to: string }>[];
  channels: Counted<{ id: string; name: string }>[];
  waiting: Counted<{ since: string | null; longer: Counted<{ time: string }>[] }>;
  refusals: RejectionCount[];
  refusalsFrom: string;
}

interface RejectionCount {
  form: string;
  formName: string;
  path: string;
  label: string;
  reason: string;
  count: number;
}

/**
 * Returns the dashboard figures for the orders that `readable` matches. Each count equals that of the list with the
 * same filter.
 */
async function dashboardOf(readable: Filter): Promise<Dashboard> {
  const count = async (filter: Filter) =>
    capped(await storeOf('Order').count({ $and: [readable, filter] }, maxCount + 1));
  const each = <T>(all: T[], filterOf: (one: T) => Filter): Promise<Counted<T>[]> =>
    Promise.all(all.map(async (one) => ({ ...one, ...(await count(filterOf(one))) })));
  const [statuses, weeks, channels, waiting, refusals] = await Promise.all([
    each(statusNames, ({ status }) => ({ status })),
    countByWeek(readable),
    channelsNow().then((all) => each(all, ({ id }) => ({ channelId: id }))),
    waitingNow(readable),
    mostFrequentRejections(),
  ]);
  const byCount = (one: Count, other: Count) => other.count - one.count;
  return { statuses, weeks, channels: channels.toSorted(byCount), waiting, refusals, refusalsFrom: firstDay() };
}

const capped = (found: number): Count => ({ count: Math.min(found, maxCount), isMinimum: found > maxCount });

const statusNames = orderStatuses.map((status) => ({ status }));

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Returns the last weeks including the current one, Monday to Sunday in UTC as in date filters. */
export function lastWeeks(time: Date): { from: string; to: string }[] {
  const monday = time.getTime() - ((time.getUTCDay() + 6) % 7) * day;
  return Array.from({ length: limits.weeks }, (_, index) => {
    const from = monday - (limits.weeks - 1 - index) * 7 * day;
    return { from: dateOf(from), to: dateOf(from + 6 * day) };
  });
}

async function channelsNow(): Promise<{ id: string; name: string }[]> {
  const found = await storeOf('Channel').find({ sort: ['name'], limit: limits.channels, only: ['name'] });
  return found.map(({ id, name }) => ({ id, name }));
}

/**
 * Counts the orders that were created in each of the last weeks. Reads only the index: no order is created after its
 * last update, so the index on updates narrows the search for creation times.
 */
async function countByWeek(readable: Filter): Promise<Dashboard['weeks']> {
  const weeks = lastWeeks(now());
  const start = new Date(`${weeks[0]?.from}T00:00:00.000Z`);
  const filter = { status: { $in: orderStatuses }, updatedAt: { $gte: start }, createdAt: { $gte: start } };
  const week = { $floor: { $divide: [{ $subtract: ['$createdAt', start] }, 7 * day] } };
  const found = await storeOf('Order').aggregate({ $and: [readable, filter] }, [
    { $group: { _id: week, count: { $sum: 1 } } },
  ]);
  const counts = new Map(found.map(({ _id, count }) => [Number(_id), Number(count)]));
  return weeks.map((each, index) => ({ ...each, ...capped(counts.get(index) ?? 0) }));
}

/**
 * Counts pending orders, the wait of the oldest, and orders by minimum waiting time as the queue's filter offers. Reads
 * only the index.
 */
async function waitingNow(readable: Filter): Promise<Dashboard['waiting']> {
  const times = Object.entries(waitingTimeFilters);
  const isLonger = (length: number) => ({ $and: [hasWaited, { $lte: ['$waitingSince', fromNow(-length)] }] });
  const [found] = await storeOf('Order').aggregate({ $and: [readable, { status: 'PENDING' }] }, [
    {
      $group: {
        _id: null,
        count: { $sum: 1 },
        since: { $min: '$waitingSince' },
        ...Object.fromEntries(times.map(([time, length]) => [time, { $sum: { $cond: [isLonger(length), 1, 0] } }])),
      },
    },
  ]);
  const countOf = (name: string) => capped(Number(found?.[name] ?? 0));
  return {
    ...countOf('count'),
    since: found?.since instanceof Date ? found.since.toISOString() : null,
    longer: times.map(([time]) => ({ time, ...countOf(time) })),
  };
}

const hasWaited = { $ne: ['$waitingSince', null] };

const firstDay = () => dateOf(fromNow(-(limits.days - 1) * day).getTime());

/** Returns the fields whose validation most often rejected a submission in the last days. */
async function mostFrequentRejections(): Promise<RejectionCount[]> {
  const found = await storeOf('RefusalCount').aggregate({ day: { $gte: firstDay() } }, [
    {
      $group: {
        _id: { form: '$form', path: '$path', reason: '$reason' },
        count: { $sum: '$count' },
        label: { $last: '$label' },
      },
    },
    { $sort: { count: -1, _id: 1 } },
    { $limit: limits.refusals },
  ]);
  const counted = found.map(({ _id, count, label }) => {
    const { form, path, reason } = Object(_id);
    return {
      form: String(form),
      path: String(path),
      reason: String(reason),
      label: String(label),
      count: Number(count),
    };
  });
  const forms = await storeOf('Form').find({
    filter: { _id: { $in: counted.map(({ form }) => form) } },
    only: ['name'],
  });
  const names = new Map(forms.map(({ id, name }) => [id, name]));
  // Skip deleted forms: their rules can no longer be fixed.
  return counted.flatMap((each) => {
    const formName = names.get(each.form);
    return formName === undefined ? [] : [{ ...each, formName }];
  });
}

/** GET /api/dashboard: order statistics for roles with the whole back-office (spec 6). */
export async function dashboardRoutes(app: FastifyInstance): Promise<void> {
  app.get('/api/dashboard', { config: { documentation, isHeavy: () => true } }, async (request) => {
    const viewer = signedIn(request);
    assertAbility(viewer, 'read', dashboardPage.label);
    return await dashboardOf(allowedFilter(viewer, 'read', 'Order'));
  });
}

const text = { type: 'string' };
const date = { type: 'string', format: 'date' };
const count = { count: { type: 'integer' }, isMinimum: { type: 'boolean' } };

const documentation = {
  tag: 'orders',
  summary: 'Get the dashboard',
  description:
    'Returns the number of orders by status, week and channel, the orders that wait for a decision, and the fields that blocked submissions in the last 30 days. Each number equals the total of the list with the same filter: exact up to 10,000, with isMinimum beyond that. Requires ADMIN or DEVELOPER.',
  answer: objectOf({
    statuses: listOf({
      status: { type: 'string', enum: resource('Order').schema.properties.status?.enum ?? [] },
      ...count,
    }),
    weeks: listOf({ from: date, to: date, ...count }),
    channels: listOf({ id, name: text, ...count }),
    waiting: objectOf({
      ...count,
      since: { type: ['string', 'null'], format: 'date-time' },
      longer: listOf({ time: { type: 'string', enum: Object.keys(waitingTimeFilters) }, ...count }),
    }),
    refusals: listOf({
      form: id,
      formName: text,
      path: text,
      label: text,
      reason: { type: 'string', enum: ['missing', 'rule'] },
      count: { type: 'integer' },
    }),
    refusalsFrom: date,
  }),
  errors: ['MISSING_ABILITY' as const],
};
