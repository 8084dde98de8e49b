import type { mongo } from 'mongoose';
import type { Migration, MigrationContext } from './steps/migration.ts';

const batch = 1_000;

/** Versions go by the revisions of their orders, and messages that were sent or given up are not kept for ever. */
export const revisionsAndExpiry: Migration = {
  name: '0007-revisions-and-expiry',
  up: async (context) => {
    await numberVersions(context);
    await limitMessages(context);
  },
};

/**
 * Versions that were ordered by clocks get the revisions of their orders, counted back from the present one in the order in
 * which they were stored. A save that made no version leaves a gap somewhere before, which no longer can be told.
 */
async function numberVersions({ db, session }: MigrationContext): Promise<void> {
  const versions = db.collection('order_versions');
  let writes: mongo.AnyBulkWriteOperation[] = [];
  const write = async () => {
    if (writes.length > 0) await versions.bulkWrite(writes, { session, ordered: false });
    writes = [];
  };
  for await (const { ids, revision } of versions.aggregate(byOrder, { session })) {
    for (const [index, _id] of ids.entries()) {
      const update = { $set: { orderRevision: revision - index } };
      writes.push({ updateOne: { filter: { _id }, update } });
      if (writes.length === batch) await write();
    }
  }
  await write();
}

/** The versions of each order, newest first, with its present revision; versions that have theirs are no longer looked at. */
const byOrder = [
  { $match: { orderRevision: { $exists: false } } },
  { $project: { order: 1, createdAt: 1 } },
  { $sort: { order: 1, createdAt: -1, _id: -1 } },
  { $group: { _id: '$order', ids: { $push: '$_id' } } },
  { $lookup: { from: 'orders', localField: '_id', foreignField: '_id', as: 'orders' } },
  { $set: { revision: { $ifNull: [{ $first: '$orders.revision' }, { $add: [{ $size: '$ids' }, 1] }] } } },
];

/** Days after a message was sent or given up. */
const kept = { sent: 90, failed: 365 };

async function limitMessages({ db, session }: MigrationContext): Promise<void> {
  for (const [status, days] of Object.entries(kept)) {
    const ended = { $ifNull: ['$sentAt', { $ifNull: ['$updatedAt', '$$NOW'] }] };
    const expires = { $add: [ended, days * 86_400_000] };
    await db
      .collection('outbox_messages')
      .updateMany({ status, expires: { $exists: false } }, [{ $set: { expires } }], { session });
  }
}
