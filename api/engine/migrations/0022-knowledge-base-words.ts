import type { Migration } from './steps/migration.ts';

/** Makes knowledge base tiles searchable by their content: enqueues a job that adds the words. */
export const knowledgeBaseWords: Migration = {
  name: '0022-knowledge-base-words',
  olderVersions: 'stop',
  up: async ({ db, session }) => {
    if (!(await db.collection('guild_resources').findOne({}, { session, projection: { _id: 1 } }))) return;
    const time = new Date();
    const job = { kind: 'searchWords', subject: 'GuildResource', status: 'waiting', attempts: 0, done: 0, total: null };
    const times = { dueAt: time, endedAt: null, expires: null, createdAt: time, updatedAt: time };
    await db.collection('jobs').insertOne({ ...job, ...times, revision: 1 }, { session });
  },
};
