import mongoose from 'mongoose';
import type { File, Job } from '#schemas/generated/types.ts';
import { fromNow } from '../../platform/clock/clock.ts';
import type { StorageType } from '../../platform/files/file-store.ts';
import { fileStore, isStorageType } from '../../platform/files/file-stores.ts';
import { type JobKind, subjectId, transactionTimeout } from '../jobs/kind.ts';
import { dequeueJob, enqueueJob, runNow } from '../jobs/queue.ts';
import { storeOf } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { enqueueRemoval } from './garbage-collection.ts';

/** Files per query. */
const batch = 100;
/** Maximum duration of copying one file; milliseconds. */
const longestCopy = 60 * 60_000;

/** Enqueues the job that moves all files to a store while the application is running. */
export const enqueueFileMove = (type: StorageType): Promise<Job> => enqueueJob('fileMove', `File/${type}`);

/**
 * Background job that migrates files to another store one by one. A file stays readable throughout, at the location its
 * record names.
 */
export const fileMoveJob: JobKind<'fileMove'> = {
  name: 'fileMove',
  pollInterval: 10_000,
  lease: 10 * 60_000,
  longestWait: transactionTimeout,
  cancelableIn: ['waiting', 'running'],
  async work({ subject }, reportProgress) {
    const type = subjectId(subject);
    if (!isStorageType(type)) throw new Error(`There is no file store named '${type}'`);
    const elsewhere = (after: string) => ({ 'storage.type': { $ne: type }, _id: { $gt: after } });
    let count = 0;
    for (let after = '0'.repeat(24); ; ) {
      const files = await storeOf('File').find({ filter: elsewhere(after), sort: ['id'], limit: batch });
      for (const file of files) {
        await moveFile(file, type);
        count += 1;
        after = file.id;
        await reportProgress(count);
      }
      if (files.length < batch) return;
    }
  },
};

/**
 * Copies the bytes, then updates the record and enqueues the deletion of the old bytes in one transaction. A job to
 * delete the copy is enqueued first and canceled by that transaction, so that any failure in between leaves the file
 * unchanged.
 */
async function moveFile(file: File, type: StorageType): Promise<void> {
  const [from] = file.storage;
  if (!from) return;
  const location = new mongoose.Types.ObjectId().toHexString();
  const removal = await enqueueRemoval(type, location, fromNow(longestCopy));
  const whole = fileStore(from.type).get(from.location, { start: 0, end: file.size });
  try {
    await fileStore(type).put(location, whole);
    await transaction(async () => {
      // If the file was deleted or moved meanwhile, the job deletes the copy.
      const after = await storeOf('File').update(
        { _id: file.id, revision: file.revision },
        { storage: [{ type, location }] },
      );
      if (!after) return;
      if (!(await dequeueJob(removal))) throw new Error(`The copy of ${file.id} took too long`);
      await enqueueRemoval(from.type, from.location);
    });
  } catch (error) {
    await runNow(removal);
    throw error;
  } finally {
    whole.destroy();
  }
}
