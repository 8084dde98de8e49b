import type { Order } from '#schemas/generated/types.ts';
import {
  changerFilter,
  draftFilter,
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

/**
 * Extra query keys of the order list for the approvals queue and the work list (spec 2). Keys about pending orders use
 * the queue's indexes, keys about own orders the user index.
 */
export const queueKeys: Record<string, QueryKey> = {
  agency: {
    description: 'Entities in a comma list: the orders of their trees.',
    condition: async (value) => ({ treeScope: { $in: valuesOf('agency', value, (each) => id.test(each)) } }),
  },
  waitingFor: {
    description: 'me: what waits for a decision that the caller may make, so no bypass that the caller has asked for.',
    condition: async (value, viewer) => {
      valuesOf('waitingFor', value, isOneOf(waitingForFilter));
      return decidableBy(viewer);
    },
  },
  mine: {
    description:
      "The caller's own drafts: sentBack, those that a moderator has sent back and that were not sent again, or unfinished, all others.",
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
    description: 'others: what somebody else than the caller has changed last.',
    condition: async (value, { user }) => {
      valuesOf('changedBy', value, isOneOf(changerFilter));
      return { lastEditedBy: { $ne: user.id } };
    },
  },
  waitingLonger: {
    description: `What waits for a decision for longer than one of: ${Object.keys(waitingTimeFilters).join(', ')}.`,
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
      'Of what waits for a decision: requested, whose bypass is asked for, or granted, of which some is waived.',
    condition: async (value) => {
      const requested = valuesOf('waivers', value, isOneOf(waiverFilter));
      const states = { requested: { bypassRequestedBy: { $ne: null } }, granted: { validationMode: 'BYPASS' } };
      return { ...isPending, $or: waiverFilter.filter((each) => requested.includes(each)).map((each) => states[each]) };
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
function valuesOf(key: string, value: string, fits: (each: string) => boolean): string[] {
  const values = value.split(',');
  if (values.every(fits)) return values;
  throw invalidRequest('querystring', [{ path: `/${key}`, value, message: queueKeys[key]?.description ?? '' }]);
}
