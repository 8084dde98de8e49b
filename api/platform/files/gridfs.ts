import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import mongoose, { mongo } from 'mongoose';
import type { ByteRange, FileStore } from './file-store.ts';

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

const current: { connection: { db: mongo.Db; bucket: mongo.GridFSBucket } | undefined } = { connection: undefined };

const bucket = () => openBucket().bucket;

/** Returns the GridFS bucket of the current connection; restarting the embedded server creates a new one. */
function openBucket(): { db: mongo.Db; bucket: mongo.GridFSBucket } {
  const { db } = mongoose.connection;
  if (!db) throw new mongo.MongoNotConnectedError('The database is not connected');
  if (current.connection?.db === db) return current.connection;
  const connection = { db, bucket: new mongo.GridFSBucket(db, { bucketName, chunkSizeBytes: chunkSize }) };
  current.connection = connection;
  return connection;
}
