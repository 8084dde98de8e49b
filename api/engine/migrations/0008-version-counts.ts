import type { mongo } from 'mongoose';
import type { Migration } from './steps/migration.ts';

const batch = 1_000;

/** Stores the number of versions in orders. From here on, every 50th version stores a snapshot (design 6). */
export const versionCounts: Migration = {
  name: '0008-version-counts',
  olderVersions: 'stop',
  up: async ({ db, session }) => {
    const orders = db.collection('orders');
    await orders.updateMany({ versionCount: { $exists: false } }, { $set: { versionCount: 0 } }, { session });
    let writes: mongo.AnyBulkWriteOperation[] = [];
    const write = async () => {
      if (writes.length > 0) await orders.bulkWrite(writes, { session, ordered: false });
      writes = [];
    };
    for await (const { _id, count } of db.collection('order_versions').aggregate(countByOrder, { session })) {
      writes.push({ updateOne: { filter: { _id }, update: { $set: { versionCount: count } } } });
      if (writes.length === batch) await write();
    }
    await write();
  },
};

const countByOrder = [{ $group: { _id: '$order', count: { $sum: 1 } } }];
