import type { FastifyBaseLogger } from 'fastify';
import mongoose from 'mongoose';
import type { File } from '#schemas/generated/types.ts';
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
import type { IncomingFile } from './incoming.ts';
import { assertWithinQuota, claimQuota, fileUsage, limitToQuota } from './quota.ts';
import { enqueueRemoval } from './removal.ts';

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
