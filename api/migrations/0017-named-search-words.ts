import type { Migration } from './steps/migration.ts';

/** Orders are found by their client's and their user's name: a job gives those words to what is stored, some at a time. */
export const namedSearchWords: Migration = {
  name: '0017-named-search-words',
  up: async ({ db, session }) => {
    if (!(await db.collection('orders').findOne({}, { session, projection: { _id: 1 } }))) return;
    const time = new Date();
    const job = { kind: 'searchWords', subject: 'Order', status: 'waiting', attempts: 0, done: 0, total: null };
    const times = { dueAt: time, endedAt: null, expires: null, createdAt: time, updatedAt: time };
    await db.collection('jobs').insertOne({ ...job, ...times, revision: 1 }, { session });
  },
};
