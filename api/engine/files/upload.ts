import type { FastifyBaseLogger } from 'fastify';
import mongoose from 'mongoose';
import type { File } from '#schemas/generated/types.ts';
import { sizeInWords } from '#schemas/texts/size-in-words.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { fileStore } from '../../platform/files/file-stores.ts';
import { mimeTypeOf } from '../../platform/files/mime-type.ts';
import { transferTimeout } from '../../platform/files/transfer-timeout.ts';
import type { Viewer } from '../access/viewer.ts';
import { dequeueJob, runNow } from '../jobs/queue.ts';
import { storeOf } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { enqueueRemoval } from './garbage-collection.ts';
import type { IncomingFile } from './incoming.ts';

interface Upload {
  viewer: Viewer;
  incoming: IncomingFile;
  config: Pick<Config, 'fileStore' | 'fileLimit' | 'fileQuota'>;
  log: FastifyBaseLogger;
  /** Runs in the transaction that creates the record. */
  storeResponse: (file: File) => Promise<void>;
}

/**
 * Streams an upload into the file store and creates its record. A job to delete the bytes is enqueued before the first
 * byte is stored and canceled by the record's transaction, so that no failure in between, including a crash, leaves
 * orphaned bytes.
 */
export async function uploadFile({ viewer, incoming, config, log, storeResponse }: Upload): Promise<File> {
  const { fileStore: type, fileLimit, fileQuota } = config;
  const usage = await fileUsage(viewer.user.id, fileQuota);
  assertWithinQuota(usage, incoming.minSize);
  const location = new mongoose.Types.ObjectId().toHexString();
  const removal = await enqueueRemoval(type, location, fromNow(2 * transferTimeout(fileLimit)));
  try {
    await fileStore(type).put(location, limitToQuota(usage, incoming.bytes));
    const { name, progress } = incoming;
    const mimeType = await mimeTypeOf({ head: progress.head, name });
    return await transaction(async () => {
      if (!(await dequeueJob(removal)))
        throw new ApiError('APPLICATION_ERROR', { reason: 'The upload took too long; try again' });
      await claimQuota(viewer.user.id, fileQuota, progress.size);
      const file = await storeOf('File').insert({
        name,
        mimeType,
        size: progress.size,
        storage: [{ type, location }],
        userId: viewer.user.id,
        unusedSince: now().toISOString(),
      });
      await storeResponse(file);
      return file;
    });
  } catch (error) {
    await runNow(removal).catch((failure: unknown) =>
      log.warn({ err: failure, location }, 'the bytes of a failed upload will be deleted later'),
    );
    throw error;
  }
}

/** Upload quota (storage limit) of a user: bytes used and allowed. */
interface FileUsage {
  used: number;
  allowed: number;
}

/** Sums the sizes of a user's files from the records (by an index), so that the total is never out of date. */
export async function fileUsage(userId: string, allowed: number): Promise<FileUsage> {
  const [found] = await storeOf('File').aggregate({ userId }, [{ $group: { _id: null, used: { $sum: '$size' } } }]);
  return { used: Number(found?.used ?? 0), allowed };
}

/** Throws REQUEST_DENIED if the additional bytes exceed the quota. */
function assertWithinQuota({ used, allowed }: FileUsage, bytes: number): void {
  if (used + bytes <= allowed) return;
  throw new ApiError('REQUEST_DENIED', {
    reason: `Your storage quota is exceeded: ${sizeInWords(used)} of ${sizeInWords(allowed)} are used. Unused files are deleted after 7 days`,
    details: { used, allowed },
  });
}

/** Passes bytes through; throws as soon as they exceed the quota. */
async function* limitToQuota(usage: FileUsage, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    assertWithinQuota(usage, size);
    yield chunk;
  }
}

/**
 * Throws REQUEST_DENIED if the bytes added by this transaction exceed the quota. Locks the user, so that concurrent
 * uploads are checked one after the other.
 */
async function claimQuota(userId: string, allowed: number, bytes: number): Promise<void> {
  await storeOf('User').lockForUpdate(userId);
  assertWithinQuota(await fileUsage(userId, allowed), bytes);
}
