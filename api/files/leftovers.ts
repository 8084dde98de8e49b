import type { FastifyBaseLogger } from 'fastify';
import type { FileLeftover } from '#schemas/generated/types.ts';
import { store } from '../resource/store.ts';
import { fileStores } from './file-stores.ts';

/** How long a claim on bytes holds, should who made it die; milliseconds. */
const lease = 10 * 60_000;

/**
 * Removes bytes that belong to no File. Nothing happens when they belong to one by now, or when another process is at
 * it: who deletes the note of them, or changes it first, decides.
 */
export async function removeLeftover({ id, revision, type, location }: FileLeftover, now: Date): Promise<void> {
  const dueAt = new Date(now.getTime() + lease).toISOString();
  const claimed = await store('FileLeftover').update({ _id: id, revision }, { dueAt });
  if (!claimed) return;
  await fileStores[type].remove(location);
  await store('FileLeftover').delete({ _id: id });
}

/** The same at once after something failed; when this fails too, the collector does it later. */
export async function discardLeftover(leftover: FileLeftover, log: FastifyBaseLogger): Promise<void> {
  try {
    await removeLeftover(leftover, new Date());
  } catch (error) {
    log.warn({ err: error, location: leftover.location }, 'the bytes of a failed upload are removed later');
  }
}
