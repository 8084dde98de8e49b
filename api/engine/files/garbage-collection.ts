import type { File, Job } from '#schemas/generated/types.ts';
import { fromNow } from '../../platform/clock/clock.ts';
import type { StorageType } from '../../platform/files/file-store.ts';
import { fileStore, isStorageType } from '../../platform/files/file-stores.ts';
import { type JobKind, type ReportProgress, transactionTimeout } from '../jobs/kind.ts';
import { enqueueJob } from '../jobs/queue.ts';
import { isAttachmentReferenced } from '../resource/rules/attachments.ts';
import { storeOf } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';

/** How long an unused file is retained (design 8), in milliseconds. */
const retention = 7 * 86_400_000;
/** Files per query. */
const batch = 100;

/** Hourly garbage collection of unused files; separate jobs delete their bytes. */
export const collectionJob: JobKind<'fileCollection'> = {
  name: 'fileCollection',
  pollInterval: 60_000,
  lease: 2 * 60_000,
  longestWait: transactionTimeout,
  schedule: '17 * * * *',
  cancelableIn: ['waiting', 'running'],
  work: (_job, reportProgress) => deleteUnusedFiles(reportProgress),
};

/** Deletes the files that no record has referred to for 7 days. */
export async function deleteUnusedFiles(reportProgress: ReportProgress): Promise<void> {
  let collected = 0;
  for (let files = await unusedFiles(); files.length > 0; files = await unusedFiles()) {
    for (const file of files) {
      await collectFile(file);
      collected += 1;
      await reportProgress(collected);
    }
  }
}

const isUnused = () => ({ unusedSince: { $lt: fromNow(-retention) } });

const unusedFiles = () => storeOf('File').find({ filter: isUnused(), sort: ['unusedSince'], limit: batch });

/** Deletes a file if it is really unreferenced, and enqueues the deletion of its bytes. */
async function collectFile({ id }: File): Promise<void> {
  await transaction(async () => {
    if (await isAttachmentReferenced('File', id)) {
      await storeOf('File').updateMany({ _id: id }, { $unset: { unusedSince: 1 } });
      return;
    }
    const deleted = await storeOf('File').delete({ _id: id, ...isUnused() });
    for (const { type, location } of deleted?.storage ?? []) await enqueueRemoval(type, location);
  });
}

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
