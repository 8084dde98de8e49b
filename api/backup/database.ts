import mongoose, { mongo } from 'mongoose';
import { model } from '../store/model.ts';

/** Records as they stand in the database, byte for byte what they were. */
export type RawDocument = Uint8Array;

/**
 * What is in no backup. Who has signed in, or been sent a link to, since ended or used up, must not come back by it; the rest is of
 * this very moment, or of this very server.
 */
const leftOut: ReadonlySet<string> = new Set([
  ...(['Session', 'SignInLink', 'UsedNonce', 'FormPresence'] as const).map((name) => model(name).collection.name),
  'rate_limits',
  'start_locks',
  'restores',
]);

/** Bytes of files are read through their store, wherever it is. */
const isOfFileStore = (name: string) => name.startsWith('file_bytes.');

/** Jobs that remove bytes are of the very store: the bytes of a restored file have other places. */
const filters: Readonly<Record<string, mongo.Filter<mongo.Document>>> = {
  [model('Job').collection.name]: { kind: { $ne: 'fileRemoval' } },
};

/** The collection of the records of files. */
export const fileRecords: string = model('File').collection.name;

const opened = () => {
  const { db } = mongoose.connection;
  if (!db) throw new mongo.MongoNotConnectedError('The database is not connected');
  return db;
};

/** A collection of the connected database. */
export const collection = (name: string): mongo.Collection => opened().collection(name);

/** All collections, by name. */
export async function collectionNames(): Promise<string[]> {
  const all = await opened().listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
  return all
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.'))
    .toSorted();
}

/** Those that a backup holds. */
export const keptCollections = async (): Promise<string[]> =>
  (await collectionNames()).filter((name) => !leftOut.has(name) && !isOfFileStore(name));

/** Reads all collections as they were at one and the same moment, that of the first read; without holding up who writes. */
export async function withSnapshot<T>(
  work: (read: (name: string) => AsyncIterable<RawDocument>) => Promise<T>,
): Promise<T> {
  const session = mongoose.connection.getClient().startSession({ snapshot: true });
  try {
    return await work((name) => rawDocuments(name, filters[name] ?? {}, session));
  } finally {
    await session.endSession();
  }
}

/** All records of a collection in the order of their ids. */
export async function* rawDocuments(
  name: string,
  filter: mongo.Filter<mongo.Document> = {},
  session?: mongo.ClientSession,
): AsyncGenerator<RawDocument> {
  const options = { raw: true, sort: { _id: 1 }, batchSize: 1_000, ...(session ? { session } : {}) } as const;
  for await (const document of collection(name).find(filter, options)) {
    if (!(document instanceof Uint8Array)) throw new Error('The driver gives no raw documents');
    yield document;
  }
}

/** A record so that it becomes the same bytes again: numbers keep their types. */
export const parse = (bytes: RawDocument): mongo.Document =>
  mongo.BSON.deserialize(bytes, { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true });

/** The records that stand one behind the other. Throws an Error when they do not end where the bytes do. */
export function* split(bytes: Buffer): Generator<RawDocument> {
  for (let at = 0; at < bytes.length; ) {
    const size = at + 4 <= bytes.length ? bytes.readInt32LE(at) : 0;
    if (size < 5 || at + size > bytes.length) throw new Error(`no record begins at byte ${at}`);
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
