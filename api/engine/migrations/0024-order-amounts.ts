import type { Migration } from './steps/migration.ts';

/**
 * Stores the amounts of existing orders: enqueues the job for display names, which computes amounts as well, unless it
 * is already waiting.
 */
export const orderAmounts: Migration = {
  name: '0024-order-amounts',
  olderVersions: 'stop',
  up: async ({ db, session }) => {
    if (!(await db.collection('orders').findOne({}, { session, projection: { _id: 1 } }))) return;
    const jobs = db.collection('jobs');
    const job = { kind: 'orderColumns', subject: 'Form', status: 'waiting' };
    if (await jobs.findOne({ ...job, attempts: 0 }, { session })) return;
    const time = new Date();
    const times = { dueAt: time, endedAt: null, expires: null, createdAt: time, updatedAt: time };
    await jobs.insertOne({ ...job, attempts: 0, done: 0, total: null, ...times, revision: 1 }, { session });
  },
};
