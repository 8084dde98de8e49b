import mongoose, { mongo } from 'mongoose';
import { model } from '../store/model.ts';

/** A BSON document exactly as stored. */
export type RawDocument = Uint8Array;

/**
 * Collections excluded from backups. Restoring sessions, sign-in links and nonces would revive credentials that have
 * ended or been used since; the others are transient state or belong to this server.
 */
const excluded: ReadonlySet<string> = new Set([
  ...(['Session', 'SignInLink', 'UsedNonce', 'FormPresence'] as const).map((name) => model(name).collection.name),
  'rate_limits',
  'start_locks',
  'restores',
]);

/** GridFS collections; file bytes are read through the file store instead. */
export const isOfFileStore = (name: string) => name.startsWith('file_bytes.');

/**
 * Jobs that delete file bytes refer to the original store; restored files get new locations. Scheduled backups belong to
 * the processes with BACKUP_DIR.
 */
const filters: Readonly<Record<string, mongo.Filter<mongo.Document>>> = {
  [model('Job').collection.name]: { kind: { $nin: ['fileRemoval', 'backup'] } },
};

/** The collection with the file records. */
export const fileRecords: string = model('File').collection.name;

const connectedDb = () => {
  const { db } = mongoose.connection;
  if (!db) throw new mongo.MongoNotConnectedError('The database is not connected');
  return db;
};

/** Returns a collection of the connected database. */
export const rawCollection = (name: string): mongo.Collection => connectedDb().collection(name);

/** Returns all collection names, sorted. */
export async function collectionNames(): Promise<string[]> {
  const all = await connectedDb().listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
  return all
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.'))
    .toSorted();
}

/** Returns the names of the collections to back up. */
export const backedUpCollections = async (): Promise<string[]> =>
  (await collectionNames()).filter((name) => !excluded.has(name) && !isOfFileStore(name));

/** Runs `work` with a snapshot read: all collections as of the time of the first read, without blocking writers. */
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

/** Streams all documents of a collection, sorted by id. */
export async function* rawDocuments(
  name: string,
  filter: mongo.Filter<mongo.Document> = {},
  session?: mongo.ClientSession,
): AsyncGenerator<RawDocument> {
  const options = { raw: true, sort: { _id: 1 }, batchSize: 1_000, ...(session ? { session } : {}) } as const;
  for await (const document of rawCollection(name).find(filter, options)) {
    if (!(document instanceof Uint8Array)) throw new Error('The driver did not return raw documents');
    yield document;
  }
}

/** Deserializes a document so that serializing it yields the same bytes; numbers retain their BSON types. */
export const parseBson = (bytes: RawDocument): mongo.Document =>
  mongo.BSON.deserialize(bytes, { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true });

/** Splits concatenated BSON documents. Throws an Error if the last one does not end with the buffer. */
export function* splitBson(bytes: Buffer): Generator<RawDocument> {
  for (let at = 0; at < bytes.length; ) {
    const size = at + 4 <= bytes.length ? bytes.readInt32LE(at) : 0;
    if (size < 5 || at + size > bytes.length) throw new Error(`there is no record at byte ${at}`);
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
