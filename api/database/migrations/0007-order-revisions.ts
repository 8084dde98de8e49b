import type { mongo } from 'mongoose';
import type { Migration } from '../migration.ts';

const batch = 1_000;

/**
 * Versions that were ordered by clocks get the revisions of their orders, counted back from the present one in the order in
 * which they were stored. A save that made no version leaves a gap somewhere before, which no longer can be told.
 */
export const orderRevisions: Migration = {
  name: '0007-order-revisions',
  up: async ({ db, session }) => {
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
  },
};

/** The versions of each order, newest first, with its present revision; versions that have theirs are no longer looked at. */
const byOrder = [
  { $match: { orderRevision: { $exists: false } } },
  { $project: { order: 1, createdAt: 1 } },
  { $sort: { order: 1, createdAt: -1, _id: -1 } },
  { $group: { _id: '$order', ids: { $push: '$_id' } } },
  { $lookup: { from: 'orders', localField: '_id', foreignField: '_id', as: 'orders' } },
  { $set: { revision: { $ifNull: [{ $first: '$orders.revision' }, { $add: [{ $size: '$ids' }, 1] }] } } },
];
