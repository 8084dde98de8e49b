import type { FastifyBaseLogger } from 'fastify';
import type { FileLeftover } from '#schemas/generated/types.ts';
import type { Claim } from '../jobs/queue.ts';
import { fileStores } from './file-stores.ts';

/** Removes bytes that belong to no File: who claims the note of them decides so. */
export async function removeLeftover(leftover: Claim<FileLeftover>): Promise<void> {
  const { type, location } = leftover.record;
  await fileStores[type].remove(location);
  await leftover.remove();
}

/**
 * The same at once after an upload has failed, unless the bytes belong to a File all the same: then the note of them is gone.
 * When this fails too, the collector does it later.
 */
export async function discardLeftover(leftover: Claim<FileLeftover>, log: FastifyBaseLogger): Promise<void> {
  try {
    if (await leftover.renew()) await removeLeftover(leftover);
  } catch (error) {
    log.warn({ err: error, location: leftover.record.location }, 'the bytes of a failed upload are removed later');
  }
}
