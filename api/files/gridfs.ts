import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import mongoose, { mongo } from 'mongoose';
import type { ByteRange, FileStore } from './file-store.ts';

const bucketName = 'file_bytes';
const chunkSize = 255 * 1_024;
/** Read at a time: the driver would fetch 16 MiB for each reader at once. */
const stretch = 4 * chunkSize;

/** Keeps bytes in the product's own database; a location is an id. */
export const gridfs: FileStore = {
  async put(location, bytes) {
    const upload = bucket().openUploadStreamWithId(idOf(location), location);
    // Each failure reaches who waits for the very write; without a listener it would end the process as well.
    upload.on('error', () => undefined);
    try {
      // Written one after the other, so that no chunk is still on its way when the sender breaks off.
      for await (const chunk of bytes) await written(upload, chunk);
      upload.end();
      await finished(upload);
    } finally {
      upload.destroy();
    }
  },

  get(location, range) {
    return Readable.from(stretches(location, range));
  },

  async remove(location) {
    const { db } = opened();
    await db.collection(`${bucketName}.files`).deleteOne({ _id: idOf(location) });
    await db.collection(`${bucketName}.chunks`).deleteMany({ files_id: idOf(location) });
  },
};

const idOf = (location: string) => mongo.ObjectId.createFromHexString(location);

const written = (upload: mongo.GridFSBucketWriteStream, chunk: Buffer) =>
  new Promise<void>((resolve, reject) => {
    upload.write(chunk, (error) => (error ? reject(error) : resolve()));
  });

/** Stretch by stretch, each from the start of a chunk on. */
async function* stretches(location: string, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const next = Math.min(at - (at % stretch) + stretch, end);
    yield* bucket().openDownloadStream(idOf(location), { start: at, end: next });
    at = next;
  }
}

const current: { opened: { db: mongo.Db; bucket: mongo.GridFSBucket } | undefined } = { opened: undefined };

const bucket = () => opened().bucket;

/** The bucket of the connection as it is now: an embedded server that was started anew has another one. */
function opened(): { db: mongo.Db; bucket: mongo.GridFSBucket } {
  const { db } = mongoose.connection;
  if (!db) throw new mongo.MongoNotConnectedError('The database is not connected');
  if (current.opened?.db === db) return current.opened;
  const made = { db, bucket: new mongo.GridFSBucket(db, { bucketName, chunkSizeBytes: chunkSize }) };
  current.opened = made;
  return made;
}
