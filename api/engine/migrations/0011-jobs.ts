import type { mongo } from 'mongoose';
import type { Migration, MigrationContext } from './steps/migration.ts';

const batch = 1_000;
/** Delay in milliseconds of the second job for a move. */
const secondRunDelay = 150_000;

/** Moves pending work (messages, moves, files to delete) from separate collections to the job queue. */
export const jobsMigration: Migration = {
  name: '0011-jobs',
  olderVersions: 'stop',
  up: async (context) => {
    const time = new Date();
    await enqueue(context, 'outbox_messages', { status: 'waiting' }, (message) => [
      jobFor(message, time, { kind: 'mail', subject: `OutboxMessage/${message._id}`, attempts: message.attempts ?? 0 }),
    ]);
    await enqueue(context, 'tree_moves', {}, (move) => {
      const subject = move.entity ? `Entity/${move.entity}` : `Client/${move.client}`;
      const first = jobFor(move, time, { kind: 'move', subject });
      return move.isToldOnce ? [first] : [first, { ...first, dueAt: new Date(time.getTime() + secondRunDelay) }];
    });
    await enqueue(context, 'file_leftovers', {}, (bytes) => [
      jobFor(bytes, time, { kind: 'fileRemoval', subject: `${bytes.type}/${bytes.location}` }),
    ]);
    const { db, session } = context;
    // A transaction cannot drop collections, so they stay empty.
    for (const name of ['tree_moves', 'file_leftovers']) await db.collection(name).deleteMany({}, { session });
    const movedFields = { $unset: { attempts: 1, dueAt: 1, lastError: 1 } };
    await db.collection('outbox_messages').updateMany({}, movedFields, { session });
  },
};

function jobFor({ dueAt, createdAt }: mongo.Document, time: Date, fields: mongo.Document): mongo.Document {
  return {
    status: 'waiting',
    attempts: 0,
    done: 0,
    total: null,
    endedAt: null,
    expires: null,
    revision: 1,
    ...fields,
    dueAt: dueAt ?? time,
    createdAt: createdAt ?? time,
    updatedAt: time,
  };
}

async function enqueue(
  { db, session }: MigrationContext,
  from: string,
  filter: mongo.Document,
  jobsOf: (document: mongo.Document) => mongo.Document[],
): Promise<void> {
  let newJobs: mongo.Document[] = [];
  const write = async () => {
    if (newJobs.length > 0) await db.collection('jobs').insertMany(newJobs, { session });
    newJobs = [];
  };
  for await (const document of db.collection(from).find(filter, { session })) {
    newJobs.push(...jobsOf(document));
    if (newJobs.length >= batch) await write();
  }
  await write();
}
