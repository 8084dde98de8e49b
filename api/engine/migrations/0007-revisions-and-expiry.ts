import type { mongo } from 'mongoose';
import type { Migration, MigrationContext } from './steps/migration.ts';

const batch = 1_000;

/** Numbers versions by their order's revision, and sets an expiry for messages that were sent or given up. */
export const revisionsAndExpiry: Migration = {
  name: '0007-revisions-and-expiry',
  olderVersions: 'stop',
  up: async (context) => {
    await numberVersions(context);
    await limitMessages(context);
  },
};

/**
 * Versions were sorted by time until now. Each gets a revision of its order, counted back from the current one in
 * storage order. Saves that created no version leave a gap that can no longer be located.
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

/**
 * The versions of each order, newest first, with its current revision; versions that are already numbered are left out.
 */
const byOrder = [
  { $match: { orderRevision: { $exists: false } } },
  { $project: { order: 1, createdAt: 1 } },
  { $sort: { order: 1, createdAt: -1, _id: -1 } },
  { $group: { _id: '$order', ids: { $push: '$_id' } } },
  { $lookup: { from: 'orders', localField: '_id', foreignField: '_id', as: 'orders' } },
  { $set: { revision: { $ifNull: [{ $first: '$orders.revision' }, { $add: [{ $size: '$ids' }, 1] }] } } },
];

/** Retention in days after a message was sent or given up. */
const retentionDays = { sent: 90, failed: 365 };

async function limitMessages({ db, session }: MigrationContext): Promise<void> {
  for (const [status, days] of Object.entries(retentionDays)) {
    const ended = { $ifNull: ['$sentAt', { $ifNull: ['$updatedAt', '$$NOW'] }] };
    const expires = { $add: [ended, days * 86_400_000] };
    await db
      .collection('outbox_messages')
      .updateMany({ status, expires: { $exists: false } }, [{ $set: { expires } }], { session });
  }
}
