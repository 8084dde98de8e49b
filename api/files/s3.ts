import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { ApiError } from '../errors/catalogue.ts';
import type { Bucket } from '../host/config/bucket.ts';
import type { ByteRange, FileStore } from './file-store.ts';

/** A part of an upload: the least that S3 takes, since one is in memory at a time. */
const partSize = 5 * 2 ** 20;
/** Milliseconds. A store that says nothing for so long is given up, and asked twice more. */
const patience = { connectionTimeout: 5_000, socketTimeout: 20_000 };

/** Keeps bytes in a bucket of S3, or of what speaks its protocol; a location is a key. */
export function s3Store(bucket: Bucket): FileStore {
  const opening: { client?: Promise<S3Client> } = {};
  const opened = async () => {
    opening.client ??= clientOf(bucket);
    return { client: await opening.client, sdk: await import('@aws-sdk/client-s3') };
  };
  const at = (location: string) => ({ Bucket: bucket.bucket, Key: location });
  return {
    async put(location, bytes) {
      const { client } = await opened();
      const { Upload } = await import('@aws-sdk/lib-storage');
      const failed: { sender?: unknown } = {};
      const Body = Readable.from(notingFailure(bytes, failed));
      const upload = new Upload({ client, params: { ...at(location), Body }, partSize, queueSize: 1 });
      await upload.done().catch((error: unknown) => {
        // What the sender did wrong is told as that, whatever the store makes of it.
        throw failed.sender ?? unanswered(error);
      });
    },

    get: (location, range) => Readable.from(stored(location, range)),

    async remove(location) {
      const { client, sdk } = await opened();
      try {
        const { Uploads = [] } = await client.send(
          new sdk.ListMultipartUploadsCommand({ Bucket: bucket.bucket, Prefix: location }),
        );
        for (const { UploadId } of Uploads)
          await client.send(new sdk.AbortMultipartUploadCommand({ ...at(location), UploadId }));
        await client.send(new sdk.DeleteObjectCommand(at(location)));
      } catch (error) {
        throw unanswered(error);
      }
    },
  };

  async function* stored(location: string, { start, end }: ByteRange): AsyncGenerator<Buffer> {
    if (start >= end) return;
    const { client, sdk } = await opened();
    const wanted = { ...at(location), Range: `bytes=${start}-${end - 1}` };
    const { Body } = await client.send(new sdk.GetObjectCommand(wanted)).catch((error: unknown) => {
      throw unanswered(error);
    });
    let missing = end - start;
    if (Body instanceof Readable)
      for await (const chunk of Body) {
        missing -= chunk.length;
        yield chunk;
      }
    if (missing > 0) throw new Error(`${missing} bytes of ${location} are missing in ${bucket.bucket}`);
  }
}

/** Loaded with the first file: most products keep none here. `how` is for another number of tries. */
export async function clientOf({ endpoint, region }: Bucket, how: { maxAttempts?: number } = {}): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  return new S3Client({
    region,
    ...how,
    requestHandler: patience,
    // Other makers' stores have one name for all buckets, and not all know the newer checksums.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** The same bytes; what their source throws is noted, which the store's own failure is not. */
async function* notingFailure(bytes: AsyncIterable<Buffer>, failed: { sender?: unknown }): AsyncGenerator<Buffer> {
  const source = bytes[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await source.next().catch((error: unknown) => {
        failed.sender = error;
        throw error;
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await source.return?.();
  }
}

/** What the store refuses or leaves unanswered, for people; why is for the log. */
const unanswered = (cause: unknown): ApiError =>
  new ApiError('INTEGRATION_ERROR', { reason: 'The file store does not answer as it should; try again later', cause });
