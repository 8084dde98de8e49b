import type { Migration } from './steps/migration.ts';

/** Stores in pending orders when they started waiting and who requested a bypass. */
export const waitingOrders: Migration = {
  name: '0018-waiting-orders',
  olderVersions: 'stop',
  up: async ({ db, session }) => {
    const requests = {
      $filter: {
        input: { $ifNull: ['$actions', []] },
        cond: { $eq: ['$$this.kind', 'VALIDATION_BYPASS_REQUESTED'] },
      },
    };
    const isBypassRequested = { $in: [false, { $ifNull: ['$waivers.isGranted', []] }] };
    const since = { $ifNull: ['$changeDate', '$submissionDate', '$updatedAt'] };
    const requester = { $ifNull: [{ $last: { $map: { input: requests, in: '$$this.user' } } }, null] };
    const fields = { waitingSince: since, bypassRequestedBy: { $cond: [isBypassRequested, requester, null] } };
    await db.collection('orders').updateMany({ status: 'PENDING' }, [{ $set: fields }], { session });
  },
};
