import type { mongo } from 'mongoose';
import type { Migration, MigrationContext } from './steps/migration.ts';

const batch = 1_000;
/** Milliseconds after which a move is told a second time. */
const saving = 150_000;

/** What waited for a worker in collections of its own waits as a job: messages, moves and bytes to be removed. */
export const jobs: Migration = {
  name: '0011-jobs',
  up: async (context) => {
    const time = new Date();
    await put(context, 'outbox_messages', { status: 'waiting' }, (message) => [
      jobFor(message, time, { kind: 'mail', subject: `OutboxMessage/${message._id}`, attempts: message.attempts ?? 0 }),
    ]);
    await put(context, 'tree_moves', {}, (move) => {
      const subject = move.entity ? `Entity/${move.entity}` : `Client/${move.client}`;
      const first = jobFor(move, time, { kind: 'move', subject });
      return move.isToldOnce ? [first] : [first, { ...first, dueAt: new Date(time.getTime() + saving) }];
    });
    await put(context, 'file_leftovers', {}, (bytes) => [
      jobFor(bytes, time, { kind: 'fileRemoval', subject: `${bytes.type}/${bytes.location}` }),
    ]);
    const { db, session } = context;
    // A transaction drops no collection: they stay, empty.
    for (const name of ['tree_moves', 'file_leftovers']) await db.collection(name).deleteMany({}, { session });
    const moved = { $unset: { attempts: 1, dueAt: 1, lastError: 1 } };
    await db.collection('outbox_messages').updateMany({}, moved, { session });
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

async function put(
  { db, session }: MigrationContext,
  from: string,
  filter: mongo.Document,
  jobsOf: (document: mongo.Document) => mongo.Document[],
): Promise<void> {
  let made: mongo.Document[] = [];
  const write = async () => {
    if (made.length > 0) await db.collection('jobs').insertMany(made, { session });
    made = [];
  };
  for await (const document of db.collection(from).find(filter, { session })) {
    made.push(...jobsOf(document));
    if (made.length >= batch) await write();
  }
  await write();
}
