import type { Migration } from './steps/migration.ts';

/** Makes orders searchable by the names of their client and user: enqueues a job that adds the words in batches. */
export const namedSearchWords: Migration = {
  name: '0017-named-search-words',
  olderVersions: 'stop',
  up: async ({ db, session }) => {
    if (!(await db.collection('orders').findOne({}, { session, projection: { _id: 1 } }))) return;
    const time = new Date();
    const job = { kind: 'searchWords', subject: 'Order', status: 'waiting', attempts: 0, done: 0, total: null };
    const times = { dueAt: time, endedAt: null, expires: null, createdAt: time, updatedAt: time };
    await db.collection('jobs').insertOne({ ...job, ...times, revision: 1 }, { session });
  },
};
