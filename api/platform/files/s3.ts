import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Bucket } from '../config/config.ts';
import { ApiError } from '../errors/catalogue.ts';
import type { ByteRange, FileStore } from './file-store.ts';

/** S3's minimum part size for multipart uploads; one part is in memory at a time. */
const partSize = 5 * 2 ** 20;
/** Timeouts in milliseconds. The client retries an unresponsive store twice. */
const timeouts = { connectionTimeout: 5_000, socketTimeout: 20_000 };

/** S3 file store, for S3 or a compatible service; a location is an object key. */
export function s3Store(bucket: Bucket): FileStore {
  const opening: { client?: Promise<S3Client> } = {};
  const openClient = async () => {
    opening.client ??= createS3Client(bucket);
    return { client: await opening.client, sdk: await import('@aws-sdk/client-s3') };
  };
  const at = (location: string) => ({ Bucket: bucket.bucket, Key: location });
  return {
    async put(location, bytes) {
      const { client } = await openClient();
      const { Upload } = await import('@aws-sdk/lib-storage');
      const failed: { sender?: unknown } = {};
      const Body = Readable.from(recordSourceError(bytes, failed));
      const upload = new Upload({ client, params: { ...at(location), Body }, partSize, queueSize: 1 });
      await upload.done().catch((error: unknown) => {
        // Prefer the sender's error over the store's reaction to it.
        throw failed.sender ?? storeError(error);
      });
    },

    get: (location, range) => Readable.from(readObject(location, range)),

    async remove(location) {
      const { client, sdk } = await openClient();
      try {
        const { Uploads = [] } = await client.send(
          new sdk.ListMultipartUploadsCommand({ Bucket: bucket.bucket, Prefix: location }),
        );
        for (const { UploadId } of Uploads)
          await client.send(new sdk.AbortMultipartUploadCommand({ ...at(location), UploadId }));
        await client.send(new sdk.DeleteObjectCommand(at(location)));
      } catch (error) {
        throw storeError(error);
      }
    },
  };

  async function* readObject(location: string, { start, end }: ByteRange): AsyncGenerator<Buffer> {
    if (start >= end) return;
    const { client, sdk } = await openClient();
    const input = { ...at(location), Range: `bytes=${start}-${end - 1}` };
    const { Body } = await client.send(new sdk.GetObjectCommand(input)).catch((error: unknown) => {
      throw storeError(error);
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

/**
 * Creates an S3 client, loading the SDK lazily because most installations store no files here. `how` overrides the
 * number of attempts.
 */
export async function createS3Client(
  { endpoint, region }: Bucket,
  how: { maxAttempts?: number } = {},
): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  return new S3Client({
    region,
    ...how,
    requestHandler: timeouts,
    // S3-compatible services use path-style URLs, and not all support the newer checksums.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** Passes bytes through and records an error of their source, to tell it from errors of the store. */
async function* recordSourceError(bytes: AsyncIterable<Buffer>, failed: { sender?: unknown }): AsyncGenerator<Buffer> {
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

/** Wraps an error of the store for the client; the cause is logged. */
const storeError = (cause: unknown): ApiError =>
  new ApiError('INTEGRATION_ERROR', { reason: 'The file store is not working properly; try again later', cause });
