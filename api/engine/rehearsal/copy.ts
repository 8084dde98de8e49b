import mongoose, { mongo } from 'mongoose';
import { now } from '../../platform/clock/clock.ts';
import { connectDatabase, disconnectDatabase } from '../../platform/database/connect.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';

/** The collection that marks a database as a rehearsal copy. */
const mark = 'rehearsals';

/** Collections that belong to the copy itself. */
const own = ['start_locks', mark];

/** File contents are not copied, because no migration reads them. */
const isLeftOut = (name: string) => /^(system|file_bytes)\./.test(name) || own.includes(name);

/** MongoDB limits database names to 63 characters. */
const copyName = (name: string) => `${name.slice(0, 50)}_rehearsal`;

/**
 * Switches the connection to the rehearsal copy: another database on the same server. Returns the name of the original.
 * Throws StartFailure when a database with the copy's name exists and is no copy.
 */
export async function openCopy(uri: string): Promise<string> {
  const original = mongoose.connection.name;
  await disconnectDatabase();
  await connectDatabase(uri, copyName(original));
  await requireCopy().catch((error: unknown) => {
    throw isNotAllowed(error) ? new StartFailure(notAllowed()) : error;
  });
  return original;
}

/** Empties the connected copy, including leftovers of a rehearsal that was killed. Requires the start lock. */
export async function emptyCopy(): Promise<void> {
  await requireCopy();
  for (const name of await namesIn(database())) if (!own.includes(name)) await database().collection(name).drop();
  await database()
    .collection<Mark>(mark)
    .updateOne({ _id: 'copy' }, { $set: { begunAt: now() } }, { upsert: true });
}

/** Drops the connected database. Throws StartFailure unless it is a copy. */
export async function removeCopy(): Promise<void> {
  await requireCopy();
  await database().dropDatabase();
}

const isNotAllowed = (error: unknown) => error instanceof mongo.MongoServerError && error.code === 13;
const notAllowed = () =>
  `The user of MONGODB_URI has no access to the database ${mongoose.connection.name}, which the rehearsal copies to: grant it dbAdmin and readWrite there.`;

interface Mark {
  _id: string;
  begunAt: Date;
}

async function requireCopy(): Promise<void> {
  const others = (await namesIn(database())).filter((name) => !own.includes(name));
  if (others.length === 0 || (await database().collection<Mark>(mark).findOne({ _id: 'copy' }))) return;
  throw new StartFailure(
    `The database ${mongoose.connection.name} is not the copy of a rehearsal: it contains ${others.slice(0, 5).join(', ')}. ` +
      'A rehearsal would overwrite it: rename or delete it.',
  );
}

/**
 * Copies all records and indexes of a database into the connected one with $out, inside the server, so that memory use
 * stays constant. The original is only read. Returns the number of records.
 */
export async function copyRecords(
  original: string,
  signal: AbortSignal,
): Promise<{ records: number; collections: number }> {
  const from = mongoose.connection.getClient().db(original);
  const names = (await namesIn(from)).filter((name) => !isLeftOut(name));
  let records = 0;
  for (const name of names) {
    signal.throwIfAborted();
    await copyIndexes(from.collection(name), await database().createCollection(name));
    await from
      .collection(name)
      .aggregate([{ $out: { db: mongoose.connection.name, coll: name } }])
      .toArray();
    records += await database().collection(name).estimatedDocumentCount();
  }
  return { records, collections: names.length };
}

async function copyIndexes(from: mongo.Collection, to: mongo.Collection): Promise<void> {
  const indexes = (await from.indexes()).filter(({ name }) => name !== '_id_');
  if (indexes.length > 0) await to.createIndexes(indexes.map(({ v: _, ...index }) => index));
}

const namesIn = async (db: mongo.Db) =>
  (await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray()).map(({ name }) => name).toSorted();

function database(): mongo.Db {
  return mongoose.connection.getClient().db(mongoose.connection.name);
}
