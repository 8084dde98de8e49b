import type { FastifyBaseLogger } from 'fastify';
import mongoose from 'mongoose';
import type { File } from '#schemas/generated/types.ts';
import type { Viewer } from '../access/viewer.ts';
import { fromNow, now } from '../clock/clock.ts';
import { ApiError } from '../errors/catalogue.ts';
import type { Config } from '../host/config/config.ts';
import { hasten, takeBack } from '../jobs/queue.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { fileStore } from './file-stores.ts';
import type { Incoming } from './incoming.ts';
import { mimeTypeOf } from './mime-type.ts';
import { transferTimeout } from './pace.ts';
import { assertRoom, fileUsage, takeRoom, whileRoom } from './quota.ts';
import { putRemoval } from './removal.ts';

interface Upload {
  viewer: Viewer;
  incoming: Incoming;
  config: Pick<Config, 'fileStore' | 'fileLimit' | 'fileQuota'>;
  log: FastifyBaseLogger;
  /** Runs in the transaction that creates the record. */
  keep: (file: File) => Promise<void>;
}

/**
 * Streams an upload into the file store and creates its record. A job to delete the bytes is enqueued before the first
 * byte is stored and canceled by the record's transaction, so that no failure in between, including a crash, leaves
 * orphaned bytes.
 */
export async function uploadFile({ viewer, incoming, config, log, keep }: Upload): Promise<File> {
  const { fileStore: type, fileLimit, fileQuota } = config;
  const usage = await fileUsage(viewer.user.id, fileQuota);
  assertRoom(usage, incoming.atLeast);
  const location = new mongoose.Types.ObjectId().toHexString();
  const removal = await putRemoval(type, location, fromNow(2 * transferTimeout(fileLimit)));
  try {
    await fileStore(type).put(location, whileRoom(usage, incoming.bytes));
    const { name, seen } = incoming;
    const mimeType = await mimeTypeOf({ head: seen.head, name });
    return await transaction(async () => {
      if (!(await takeBack(removal)))
        throw new ApiError('APPLICATION_ERROR', { reason: 'The upload took too long; try again' });
      await takeRoom(viewer.user.id, fileQuota, seen.size);
      const file = await store('File').insert({
        name,
        mimeType,
        size: seen.size,
        storage: [{ type, location }],
        userId: viewer.user.id,
        unusedSince: now().toISOString(),
      });
      await keep(file);
      return file;
    });
  } catch (error) {
    await hasten(removal).catch((failure: unknown) =>
      log.warn({ err: failure, location }, 'the bytes of a failed upload will be deleted later'),
    );
    throw error;
  }
}
