import type { Order } from '#schemas/generated/types.ts';
import { changers, ownDrafts, waitingFor, waitingTimes, waiverStates } from '#schemas/orders/queue.ts';
import { conditionOf } from '../access/ability.ts';
import type { Viewer } from '../access/viewer.ts';
import { fromNow } from '../clock/clock.ts';
import { invalidRequest } from '../errors/catalogue.ts';
import { idPattern } from '../errors/schema-messages.ts';
import type { QueryKey } from '../resource/rules/declaration.ts';
import type { Filter } from '../store/store.ts';

const waits = { status: 'PENDING' } satisfies Partial<Order>;
const id = new RegExp(idPattern);

/**
 * What the approvals queue and the work list at home are asked for beside the fields of orders (spec 2). What is about orders that
 * wait for a decision is served by the indexes of the queue, what is about one's own by that of a user; others come with an order
 * in time.
 */
export const queueKeys: Record<string, QueryKey> = {
  agency: {
    description: 'Entities in a comma list: the orders of their trees.',
    condition: async (value) => ({ treeScope: { $in: valuesOf('agency', value, (each) => id.test(each)) } }),
  },
  waitingFor: {
    description: 'me: what waits for a decision that the caller may make, so no bypass that the caller has asked for.',
    condition: async (value, viewer) => {
      valuesOf('waitingFor', value, isOneOf(waitingFor));
      return decidableBy(viewer);
    },
  },
  mine: {
    description:
      "The caller's own drafts: sentBack, those that a moderator has sent back and that were not sent again, or unfinished, all others.",
    condition: async (value, { user }) => {
      const asked = valuesOf('mine', value, isOneOf(ownDrafts));
      const states = { sentBack: { sentBackReason: { $ne: null } }, unfinished: { sentBackReason: null } };
      return {
        user: user.id,
        status: 'DRAFT',
        $or: ownDrafts.filter((each) => asked.includes(each)).map((each) => states[each]),
      };
    },
  },
  changedBy: {
    description: 'others: what somebody else than the caller has changed last.',
    condition: async (value, { user }) => {
      valuesOf('changedBy', value, isOneOf(changers));
      return { lastEditedBy: { $ne: user.id } };
    },
  },
  waitingLonger: {
    description: `What waits for a decision for longer than one of: ${Object.keys(waitingTimes).join(', ')}.`,
    condition: async (value) => {
      const asked = valuesOf('waitingLonger', value, isOneOf(Object.keys(waitingTimes)));
      const times = Object.entries(waitingTimes).flatMap(([name, time]) => (asked.includes(name) ? [time] : []));
      return { ...waits, waitingSince: { $ne: null, $lte: fromNow(-Math.min(...times)) } };
    },
  },
  waivers: {
    description:
      'Of what waits for a decision: requested, whose bypass is asked for, or granted, of which some is waived.',
    condition: async (value) => {
      const asked = valuesOf('waivers', value, isOneOf(waiverStates));
      const states = { requested: { bypassRequestedBy: { $ne: null } }, granted: { validationMode: 'BYPASS' } };
      return { ...waits, $or: waiverStates.filter((each) => asked.includes(each)).map((each) => states[each]) };
    },
  },
};

function decidableBy({ ability, user }: Viewer): Filter {
  const moderated = conditionOf(ability, 'moderate', 'Order');
  if (moderated === null) return { _id: { $in: [] } };
  return { $and: [waits, { bypassRequestedBy: { $ne: user.id } }, moderated] };
}

const isOneOf = (known: readonly string[]) => (value: string) => known.includes(value);

/** The values of a comma list. Throws REQUEST_SCHEMA_INVALID where one does not fit. */
function valuesOf(key: string, value: string, fits: (each: string) => boolean): string[] {
  const values = value.split(',');
  if (values.every(fits)) return values;
  throw invalidRequest('querystring', [{ path: `/${key}`, value, message: queueKeys[key]?.description ?? '' }]);
}
