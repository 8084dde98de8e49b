import mongoose from 'mongoose';
import type { File, Job } from '#schemas/generated/types.ts';
import { fromNow } from '../clock/clock.ts';
import { idIn, type JobKind, longestOfDatabase } from '../jobs/kind.ts';
import { hasten, putJob, takeBack } from '../jobs/queue.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import type { StorageType } from './file-store.ts';
import { fileStore, isStorageType } from './file-stores.ts';
import { putRemoval } from './removal.ts';

/** Looked for in one query. */
const batch = 100;
/** Milliseconds: long enough for the copy of one file. */
const longestCopy = 60 * 60_000;

/** Has all files moved into a store while the product runs. */
export const moveFilesTo = (type: StorageType): Promise<Job> => putJob('fileMove', `File/${type}`);

/** Moves files into another store, one after the other: each is read from where its record says, before, after and meanwhile. */
export const fileMoveJob: JobKind<'fileMove'> = {
  name: 'fileMove',
  every: 10_000,
  lease: 10 * 60_000,
  waits: longestOfDatabase,
  cancelableIn: ['waiting', 'running'],
  async work({ subject }, tell) {
    const type = idIn(subject);
    if (!isStorageType(type)) throw new Error(`No file store is called '${type}'`);
    const elsewhere = (after: string) => ({ 'storage.type': { $ne: type }, _id: { $gt: after } });
    let moved = 0;
    for (let after = '0'.repeat(24); ; ) {
      const files = await store('File').find({ filter: elsewhere(after), sort: ['id'], limit: batch });
      for (const file of files) {
        await moveFile(file, type);
        moved += 1;
        after = file.id;
        await tell(moved);
      }
      if (files.length < batch) return;
    }
  },
};

/**
 * Copies the bytes, then has the record name the copy and the old bytes removed, in one transaction. As at an upload, a job to
 * remove the copy is put first and taken back with that, so that whatever fails in between leaves the file where it was.
 */
async function moveFile(file: File, type: StorageType): Promise<void> {
  const [from] = file.storage;
  if (!from) return;
  const location = new mongoose.Types.ObjectId().toHexString();
  const removal = await putRemoval(type, location, fromNow(longestCopy));
  const whole = fileStore(from.type).get(from.location, { start: 0, end: file.size });
  try {
    await fileStore(type).put(location, whole);
    await transaction(async () => {
      // Collected, or moved by another, meanwhile: then the copy is for the job.
      const after = await store('File').update(
        { _id: file.id, revision: file.revision },
        { storage: [{ type, location }] },
      );
      if (!after) return;
      if (!(await takeBack(removal))) throw new Error(`The copy of ${file.id} took too long`);
      await putRemoval(from.type, from.location);
    });
  } catch (error) {
    await hasten(removal);
    throw error;
  } finally {
    whole.destroy();
  }
}
