import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import mongoose, { mongo } from 'mongoose';
import type { Config } from '../config/config.ts';
import type { ByteRange, FileStore, StorageType } from './file-store.ts';
import { s3Store } from './s3.ts';

const bucketName = 'file_bytes';
const chunkSize = 255 * 1_024;
/** Bytes per read; the driver would prefetch 16 MiB for each reader. */
const segmentSize = 4 * chunkSize;

/** GridFS file store: stores bytes in the application's database. A location is an ObjectId. */
export const gridfs: FileStore = {
  async put(location, bytes) {
    const upload = bucket().openUploadStreamWithId(idOf(location), location);
    // The pending write rejects with each error; without a listener the error event would also crash the process.
    upload.on('error', () => undefined);
    try {
      // Write chunks sequentially, so that none is in flight when the sender aborts.
      for await (const chunk of bytes) await writeChunk(upload, chunk);
      upload.end();
      await finished(upload);
    } finally {
      upload.destroy();
    }
  },

  get(location, range) {
    return Readable.from(segments(location, range));
  },

  async remove(location) {
    const { db } = openBucket();
    await db.collection(`${bucketName}.files`).deleteOne({ _id: idOf(location) });
    await db.collection(`${bucketName}.chunks`).deleteMany({ files_id: idOf(location) });
  },
};

const idOf = (location: string) => mongo.ObjectId.createFromHexString(location);

const writeChunk = (upload: mongo.GridFSBucketWriteStream, chunk: Buffer) =>
  new Promise<void>((resolve, reject) => {
    upload.write(chunk, (error) => (error ? reject(error) : resolve()));
  });

/** Reads in segments, each starting at a chunk boundary. */
async function* segments(location: string, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const next = Math.min(at - (at % segmentSize) + segmentSize, end);
    yield* bucket().openDownloadStream(idOf(location), { start: at, end: next });
    at = next;
  }
}

const cache: { connection: { db: mongo.Db; bucket: mongo.GridFSBucket } | undefined } = { connection: undefined };

const bucket = () => openBucket().bucket;

/** Returns the GridFS bucket of the current connection; restarting the embedded server creates a new one. */
function openBucket(): { db: mongo.Db; bucket: mongo.GridFSBucket } {
  const { db } = mongoose.connection;
  if (!db) throw new mongo.MongoNotConnectedError('The database is not connected');
  if (cache.connection?.db === db) return cache.connection;
  const connection = { db, bucket: new mongo.GridFSBucket(db, { bucketName, chunkSizeBytes: chunkSize }) };
  cache.connection = connection;
  return connection;
}

type Stores = Record<StorageType | Config['fileStore'], FileStore | null>;

const current: { stores: Stores } = { stores: { gridfs, s3: null } };

/** Configures the file stores of this process. */
export function openFileStores({ bucket }: Pick<Config, 'bucket'>): void {
  current.stores = { gridfs, s3: bucket && s3Store(bucket) };
}

/**
 * Returns the file store of a File's storage type. New files go to the store of FILE_STORE; existing ones stay where
 * they are until they are moved. Throws an Error if the store is not configured.
 */
export function fileStore(type: StorageType): FileStore {
  const found = current.stores[type];
  if (found) return found;
  throw new Error(`Files are stored in ${type}, which is not configured: set S3_BUCKET`);
}

/** Type guard for file store types. */
export const isStorageType = (name: string): name is StorageType => Object.hasOwn(current.stores, name);
