import type { Migration } from './steps/migration.ts';

/**
 * What orders come to is stored with them since they have an amount: the job that tells what they are called by gives it to those
 * that were stored before. It is queued where it does not wait already.
 */
export const orderAmounts: Migration = {
  name: '0024-order-amounts',
  up: async ({ db, session }) => {
    if (!(await db.collection('orders').findOne({}, { session, projection: { _id: 1 } }))) return;
    const jobs = db.collection('jobs');
    const wanted = { kind: 'orderColumns', subject: 'Form', status: 'waiting' };
    if (await jobs.findOne({ ...wanted, attempts: 0 }, { session })) return;
    const time = new Date();
    const times = { dueAt: time, endedAt: null, expires: null, createdAt: time, updatedAt: time };
    await jobs.insertOne({ ...wanted, attempts: 0, done: 0, total: null, ...times, revision: 1 }, { session });
  },
};
