import type { File } from '#schemas/generated/types.ts';
import { fromNow } from '../clock/clock.ts';
import { type JobKind, longestOfDatabase, type Tell } from '../jobs/kind.ts';
import { isNamed } from '../resource/rules/attachments.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { putRemoval } from './removal.ts';

/** Milliseconds: how long an unused file is kept (design 8). */
const kept = 7 * 86_400_000;
/** Looked at in one query. */
const batch = 100;

/** Collects unused files every hour; their bytes are removed by jobs of their own. */
export const collectionJob: JobKind<'fileCollection'> = {
  name: 'fileCollection',
  every: 60_000,
  lease: 2 * 60_000,
  waits: longestOfDatabase,
  schedule: '17 * * * *',
  cancelableIn: ['waiting', 'running'],
  work: (_job, tell) => collectFiles(tell),
};

/** Removes the files that no record holds and none has held for 7 days. */
export async function collectFiles(tell: Tell): Promise<void> {
  let collected = 0;
  for (let files = await unusedFiles(); files.length > 0; files = await unusedFiles()) {
    for (const file of files) {
      await collectFile(file);
      collected += 1;
      await tell(collected);
    }
  }
}

const isUnused = () => ({ unusedSince: { $lt: fromNow(-kept) } });

const unusedFiles = () => store('File').find({ filter: isUnused(), sort: ['unusedSince'], limit: batch });

/** Deletes a file that is unused indeed, and has its bytes removed. */
async function collectFile({ id }: File): Promise<void> {
  await transaction(async () => {
    if (await isNamed('File', id)) {
      await store('File').updateMany({ _id: id }, { $unset: { unusedSince: 1 } });
      return;
    }
    const deleted = await store('File').delete({ _id: id, ...isUnused() });
    for (const { type, location } of deleted?.storage ?? []) await putRemoval(type, location);
  });
}
