import type { Order } from '../generated/types.ts';
import { lastRequest, openWaivers } from './waivers.ts';

/** The properties of an order that the approval queue sorts and filters by. */
type QueueProperties = Pick<Order, 'waitingSince' | 'bypassRequestedBy' | 'problemCount' | 'waiverCount'>;

type Problems = NonNullable<Order['problems']>;

/**
 * Computes the queue properties of an order after a save: since when it has been waiting for a decision, who requested
 * the pending bypass, and how many problems and requested waivers it has.
 */
export function queueProperties(
  order: Pick<Order, 'status' | 'waivers' | 'actions'>,
  before: Pick<Order, 'status' | 'waitingSince'>,
  { now, problems }: { /** ISO. */ now: string; problems: Problems },
): QueueProperties {
  if (order.status !== 'PENDING')
    return { waitingSince: null, bypassRequestedBy: null, problemCount: 0, waiverCount: 0 };
  const waivers = openWaivers(order);
  return {
    waitingSince: (before.status === 'PENDING' && before.waitingSince) || now,
    bypassRequestedBy: (waivers.length > 0 && lastRequest(order)?.user) || null,
    problemCount: decisiveProblems(order, problems).length,
    waiverCount: waivers.length,
  };
}

/** The problems that would reject an approval and for which no waiver is requested. */
export function decisiveProblems<T extends Problems[number]>(
  order: Pick<Order, 'status' | 'waivers'>,
  problems: readonly T[],
): T[] {
  const requested = openWaivers(order);
  return problems.filter(
    ({ path, message, isExisting }) =>
      !isExisting && !requested.some((waiver) => waiver.path === path && waiver.message === message),
  );
}

/** Whether a pending order should have been decided before `today` (2026-01-31). */
export const isOverdue = ({ status, neededBy }: Pick<Order, 'status' | 'neededBy'>, today: string): boolean =>
  status === 'PENDING' && neededBy !== null && neededBy < today;

const hour = 3_600_000;

/** The filter values of the queue for waiting time, in milliseconds. */
export const waitingTimeFilters = {
  '1_hour': hour,
  '4_hours': 4 * hour,
  '1_day': 24 * hour,
  '3_days': 72 * hour,
  '1_week': 168 * hour,
  '1_month': 720 * hour,
} as const satisfies Record<string, number>;

/** Filter values: orders that wait for the current user, and orders with requested or granted waivers. */
export const waitingForFilter = ['me'] as const;
export const waiverFilter = ['requested', 'granted'] as const;

/** Filter values besides ids: orders assigned to the current user, or to nobody. */
export const assigneeFilter = ['me', 'nobody'] as const;

/** Filter values: orders that are needed by a day, and those whose day has passed. */
export const dueFilter = ['dated', 'overdue'] as const;

/** Filter values: the current user's drafts by what is to be done, and orders whose latest change others requested. */
export const draftFilter = ['sentBack', 'unfinished'] as const;
export const changerFilter = ['others'] as const;

/** The columns of a row of the approvals desk. Rows of other lists have no counts of problems and waivers. */
export const deskColumns = [
  ...['refCode', 'campaign', 'client', 'amount', 'status', 'user', 'channelId', 'form', 'updatedAt', 'submissionDate'],
  ...['changeDate', 'waitingSince', 'neededBy', 'assignedTo', 'bypassRequestedBy', 'problemCount', 'waiverCount'],
];
