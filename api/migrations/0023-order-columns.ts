import type { Migration } from './migration.ts';

/** Orders are called by and found by the texts of their form's table columns: a job gives them to what is stored. */
export const orderColumns: Migration = {
  name: '0023-order-columns',
  up: async ({ db, session }) => {
    const orders = db.collection('orders');
    if (!(await orders.findOne({}, { session, projection: { _id: 1 } }))) return;
    await orders.updateMany({}, { $set: { campaign: null, columnTexts: '' } }, { session });
    const time = new Date();
    const job = { kind: 'orderColumns', subject: 'Form', status: 'waiting', attempts: 0, done: 0, total: null };
    const times = { dueAt: time, endedAt: null, expires: null, createdAt: time, updatedAt: time };
    await db.collection('jobs').insertOne({ ...job, ...times, revision: 1 }, { session });
  },
};
