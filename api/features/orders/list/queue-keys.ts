import type { Order } from '#schemas/generated/types.ts';
import {
  assigneeFilter,
  changerFilter,
  draftFilter,
  dueFilter,
  waitingForFilter,
  waitingTimeFilters,
  waiverFilter,
} from '#schemas/orders/approval-queue.ts';
import { conditionOf } from '../../../engine/access/ability.ts';
import type { Viewer } from '../../../engine/access/viewer.ts';
import type { QueryKey } from '../../../engine/resource/rules/declaration.ts';
import type { Filter } from '../../../engine/store/store.ts';
import { fromNow } from '../../../platform/clock/clock.ts';
import { invalidRequest } from '../../../platform/errors/catalogue.ts';
import { idPattern } from '../../../platform/errors/schema-messages.ts';

const isPending = { status: 'PENDING' } satisfies Partial<Order>;
const id = new RegExp(idPattern);

type QueueKey = 'agency' | 'waitingFor' | 'mine' | 'changedBy' | 'waitingLonger' | 'waivers' | 'assignedTo' | 'due';

/**
 * Extra query keys of the order list for the approvals queue and the work list (spec 2). Keys about pending orders use
 * the queue's indexes, keys about own orders the user index.
 */
export const queueKeys: Record<QueueKey, QueryKey> = {
  agency: {
    description: 'A comma-separated list of entity ids: orders in the trees of these entities.',
    condition: async (value) => ({ treeScope: { $in: valuesOf('agency', value, (each) => id.test(each)) } }),
  },
  waitingFor: {
    description: 'me: pending orders that the caller can decide about. Excludes bypass requests by the caller.',
    condition: async (value, viewer) => {
      valuesOf('waitingFor', value, isOneOf(waitingForFilter));
      return decidableBy(viewer);
    },
  },
  mine: {
    description:
      'Drafts of the caller: sentBack for drafts that a moderator returned and that have not been resubmitted, unfinished for all others.',
    condition: async (value, { user }) => {
      const requested = valuesOf('mine', value, isOneOf(draftFilter));
      const states = { sentBack: { sentBackReason: { $ne: null } }, unfinished: { sentBackReason: null } };
      return {
        user: user.id,
        status: 'DRAFT',
        $or: draftFilter.filter((each) => requested.includes(each)).map((each) => states[each]),
      };
    },
  },
  changedBy: {
    description: 'others: orders last changed by another user.',
    condition: async (value, { user }) => {
      valuesOf('changedBy', value, isOneOf(changerFilter));
      return { lastEditedBy: { $ne: user.id } };
    },
  },
  waitingLonger: {
    description: `Orders pending for longer than one of: ${Object.keys(waitingTimeFilters).join(', ')}.`,
    condition: async (value) => {
      const requested = valuesOf('waitingLonger', value, isOneOf(Object.keys(waitingTimeFilters)));
      const times = Object.entries(waitingTimeFilters).flatMap(([name, time]) =>
        requested.includes(name) ? [time] : [],
      );
      return { ...isPending, waitingSince: { $ne: null, $lte: fromNow(-Math.min(...times)) } };
    },
  },
  waivers: {
    description:
      'Pending orders with a bypass: requested for those with an open bypass request, granted for those with an approved bypass.',
    condition: async (value) => {
      const requested = valuesOf('waivers', value, isOneOf(waiverFilter));
      const states = { requested: { bypassRequestedBy: { $ne: null } }, granted: { validationMode: 'BYPASS' } };
      return { ...isPending, $or: waiverFilter.filter((each) => requested.includes(each)).map((each) => states[each]) };
    },
  },
  assignedTo: {
    description:
      'Orders assigned to these users: a comma-separated list of user ids, me, or nobody for unassigned ones.',
    condition: async (value, { user }) => {
      const requested = valuesOf('assignedTo', value, (each) => isOneOf(assigneeFilter)(each) || id.test(each));
      const ids = requested.map((each) => (each === 'me' ? user.id : each === 'nobody' ? null : each));
      return { assignedTo: { $in: ids } };
    },
  },
  due: {
    description:
      'Pending orders by the day they are needed by: dated for those that have one, overdue for those whose day has passed in filterTimeZone.',
    condition: async (value, _viewer, today) => {
      const requested = valuesOf('due', value, isOneOf(dueFilter));
      const isOverdue = requested.every((each) => each === 'overdue');
      return { ...isPending, neededBy: { $ne: null, ...(isOverdue ? { $lt: today } : {}) } };
    },
  },
};

function decidableBy({ ability, user }: Viewer): Filter {
  const moderated = conditionOf(ability, 'moderate', 'Order');
  if (moderated === null) return { _id: { $in: [] } };
  return { $and: [isPending, { bypassRequestedBy: { $ne: user.id } }, moderated] };
}

const isOneOf = (known: readonly string[]) => (value: string) => known.includes(value);

/** Splits a comma list. Throws REQUEST_SCHEMA_INVALID when a value is invalid. */
function valuesOf(key: QueueKey, value: string, fits: (each: string) => boolean): string[] {
  const values = value.split(',');
  if (values.every(fits)) return values;
  throw invalidRequest('querystring', [{ path: `/${key}`, value, message: queueKeys[key].description }]);
}
