import type { Migration } from './steps/migration.ts';

/**
 * Stores display names and searchable texts of orders, from the table columns of their forms: enqueues a job, because
 * one transaction over all orders would exceed MongoDB's limits.
 */
export const orderColumns: Migration = {
  name: '0023-order-columns',
  olderVersions: 'stop',
  up: async ({ db, session }) => {
    if (!(await db.collection('orders').findOne({}, { session, projection: { _id: 1 } }))) return;
    const time = new Date();
    const job = { kind: 'orderColumns', subject: 'Form', status: 'waiting', attempts: 0, done: 0, total: null };
    const times = { dueAt: time, endedAt: null, expires: null, createdAt: time, updatedAt: time };
    await db.collection('jobs').insertOne({ ...job, ...times, revision: 1 }, { session });
  },
};
