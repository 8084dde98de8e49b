import type { Migration } from './steps/migration.ts';

/** Orders tell since when they wait for a decision, and who asked for the bypass that waits with them. */
export const waitingOrders: Migration = {
  name: '0018-waiting-orders',
  up: async ({ db, session }) => {
    const requests = {
      $filter: {
        input: { $ifNull: ['$actions', []] },
        cond: { $eq: ['$$this.kind', 'VALIDATION_BYPASS_REQUESTED'] },
      },
    };
    const isAsked = { $in: [false, { $ifNull: ['$waivers.isGranted', []] }] };
    const since = { $ifNull: ['$changeDate', '$submissionDate', '$updatedAt'] };
    const requester = { $ifNull: [{ $last: { $map: { input: requests, in: '$$this.user' } } }, null] };
    const told = { waitingSince: since, bypassRequestedBy: { $cond: [isAsked, requester, null] } };
    await db.collection('orders').updateMany({ status: 'PENDING' }, [{ $set: told }], { session });
  },
};
