import type { Job } from '#schemas/generated/types.ts';
import { type JobKind, longestOfDatabase } from '../jobs/kind.ts';
import { putJob } from '../jobs/queue.ts';
import type { StorageType } from './file-store.ts';
import { fileStore, isStorageType } from './file-stores.ts';

/** Has bytes removed that belong to no File: in the transaction that makes it so, or from `dueAt` unless they do belong to one then. */
export const putRemoval = (type: StorageType, location: string, dueAt?: Date): Promise<Job> =>
  putJob('fileRemoval', `${type}/${location}`, dueAt);

/** Removes the bytes of an upload that failed, or of a file that was collected. */
export const removalJob: JobKind<'fileRemoval'> = {
  name: 'fileRemoval',
  every: 10_000,
  lease: 10 * 60_000,
  waits: longestOfDatabase,
  cancelableIn: [],
  async work({ subject }) {
    const [type = '', location = ''] = subject.split('/');
    if (!isStorageType(type)) throw new Error(`No file store is called '${type}'`);
    await fileStore(type).remove(location);
  },
};
