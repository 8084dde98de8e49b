import type { FastifyBaseLogger } from 'fastify';
import mongoose from 'mongoose';
import type { File } from '#schemas/generated/types.ts';
import type { Viewer } from '../access/viewer.ts';
import { now } from '../clock/clock.ts';
import { ApiError } from '../errors/catalogue.ts';
import type { Config } from '../host/config/config.ts';
import { insertClaimed } from '../jobs/queue.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { fileStores } from './file-stores.ts';
import type { Incoming } from './incoming.ts';
import { discardLeftover } from './leftovers.ts';
import { mimeTypeOf } from './mime-type.ts';
import { transferTimeout } from './pace.ts';

interface Upload {
  viewer: Viewer;
  incoming: Incoming;
  config: Pick<Config, 'fileStore' | 'fileLimit'>;
  log: FastifyBaseLogger;
  /** Runs in the transaction that makes the record. */
  keep: (file: File) => Promise<void>;
}

/**
 * Streams a file into the file store and makes its record. The bytes are noted before the first is stored and the note
 * goes with the record's transaction, so that whatever fails in between, this process included, leaves nothing for long.
 */
export async function uploadFile({ viewer, incoming, config, log, keep }: Upload): Promise<File> {
  const { fileStore: type, fileLimit } = config;
  const location = new mongoose.Types.ObjectId().toHexString();
  const leftover = await insertClaimed('FileLeftover', { type, location }, 2 * transferTimeout(fileLimit));
  try {
    await fileStores[type].put(location, incoming.bytes);
    const { name, seen } = incoming;
    const mimeType = await mimeTypeOf({ head: seen.head, name });
    return await transaction(async () => {
      if (!(await leftover.remove()))
        throw new ApiError('APPLICATION_ERROR', { reason: 'The upload took too long; try again' });
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
    await discardLeftover(leftover, log);
    throw error;
  }
}
