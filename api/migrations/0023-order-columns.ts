import type { Migration } from './steps/migration.ts';

/**
 * Orders are called by and found by the texts of their form's table columns: a job gives them to what is stored, which is read with
 * none until then. Nothing is changed here: a transaction over all orders would be more than the database holds.
 */
export const orderColumns: Migration = {
  name: '0023-order-columns',
  up: async ({ db, session }) => {
    if (!(await db.collection('orders').findOne({}, { session, projection: { _id: 1 } }))) return;
    const time = new Date();
    const job = { kind: 'orderColumns', subject: 'Form', status: 'waiting', attempts: 0, done: 0, total: null };
    const times = { dueAt: time, endedAt: null, expires: null, createdAt: time, updatedAt: time };
    await db.collection('jobs').insertOne({ ...job, ...times, revision: 1 }, { session });
  },
};
