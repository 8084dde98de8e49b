import mongoose, { mongo } from 'mongoose';
import { now } from '../clock/clock.ts';
import { connectDatabase, disconnectDatabase } from '../host/database/connect.ts';
import { StartFailure } from '../host/process/start-failure.ts';

/** Where a copy notes that it is one. */
const mark = 'rehearsals';

/** What a copy has of its own. */
const own = ['start_locks', mark];

/** No migration looks at the bytes of files. */
const isLeftOut = (name: string) => /^(system|file_bytes)\./.test(name) || own.includes(name);

/** A database's name has 63 characters at most. */
const copyName = (name: string) => `${name.slice(0, 50)}_rehearsal`;

/**
 * Leaves the connected database, and connects to where its copy is to be made: another database of the same server. Answers the name
 * of the one that was left. Throws a StartFailure where a database of that name is there that is no copy.
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

/** Makes what is connected an empty copy, whatever a rehearsal that was killed has left there. Needs the start lock. */
export async function emptyCopy(): Promise<void> {
  await requireCopy();
  for (const name of await namesIn(database())) if (!own.includes(name)) await database().collection(name).drop();
  await database()
    .collection<Mark>(mark)
    .updateOne({ _id: 'copy' }, { $set: { begunAt: now() } }, { upsert: true });
}

/** Removes the connected database. Throws a StartFailure where it is no copy. */
export async function removeCopy(): Promise<void> {
  await requireCopy();
  await database().dropDatabase();
}

const isNotAllowed = (error: unknown) => error instanceof mongo.MongoServerError && error.code === 13;
const notAllowed = () =>
  `The user of MONGODB_URI may not work with the database ${mongoose.connection.name}, into which a rehearsal copies: give it dbAdmin and readWrite there.`;

interface Mark {
  _id: string;
  begunAt: Date;
}

async function requireCopy(): Promise<void> {
  const others = (await namesIn(database())).filter((name) => !own.includes(name));
  if (others.length === 0 || (await database().collection<Mark>(mark).findOne({ _id: 'copy' }))) return;
  throw new StartFailure(
    `The database ${mongoose.connection.name} is no copy of a rehearsal: it holds ${others.slice(0, 5).join(', ')}. ` +
      'A rehearsal would take its place: give it another name, or remove it.',
  );
}

/**
 * Copies all records of a database into the connected one, with the indexes that they have there: inside of the server, so that memory
 * does not grow with them. The original is read, and nothing else. Answers how many records there are.
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
