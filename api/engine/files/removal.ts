import type { Job } from '#schemas/generated/types.ts';
import type { StorageType } from '../../platform/files/file-store.ts';
import { fileStore, isStorageType } from '../../platform/files/file-stores.ts';
import { type JobKind, transactionTimeout } from '../jobs/kind.ts';
import { enqueueJob } from '../jobs/queue.ts';

/**
 * Enqueues the deletion of bytes without a File: in the transaction that orphans them, or from `dueAt` unless the job
 * is canceled.
 */
export const enqueueRemoval = (type: StorageType, location: string, dueAt?: Date): Promise<Job> =>
  enqueueJob('fileRemoval', `${type}/${location}`, dueAt);

/** Background job that deletes the bytes of a failed upload or of a collected file. */
export const removalJob: JobKind<'fileRemoval'> = {
  name: 'fileRemoval',
  pollInterval: 10_000,
  lease: 10 * 60_000,
  longestWait: transactionTimeout,
  cancelableIn: [],
  async work({ subject }) {
    const [type = '', location = ''] = subject.split('/');
    if (!isStorageType(type)) throw new Error(`There is no file store named '${type}'`);
    await fileStore(type).remove(location);
  },
};
