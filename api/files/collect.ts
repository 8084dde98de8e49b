import type { File } from '#schemas/generated/types.ts';
import { fromNow } from '../clock/clock.ts';
import type { LoopWork } from '../jobs/loops.ts';
import { workNext } from '../jobs/queue.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { removeLeftover } from './leftovers.ts';

/** Milliseconds: how long an unused file is kept (design 8), how often they are looked for, how long a claim holds. */
const kept = 7 * 86_400_000;
const every = 3_600_000;
const lease = 10 * 60_000;
/** Looked at in one query. */
const batch = 100;

/** Collects unused files every hour; several processes may do so on one database. */
export const collectLoop: LoopWork = { name: 'unused files', every, turn: collectFiles };

/** Removes the files that no order holds and none has held for 7 days, and bytes that belong to no file. */
export async function collectFiles(goesOn: () => boolean): Promise<void> {
  for (let files = await unusedFiles(); files.length > 0; files = await unusedFiles()) {
    for (const file of files) {
      if (!goesOn()) return;
      await collectFile(file);
    }
  }
  while (goesOn() && (await workNext('FileLeftover', { lease, work: removeLeftover })));
}

const isUnused = () => ({ unusedSince: { $lt: fromNow(-kept) } });

const unusedFiles = () => store('File').find({ filter: isUnused(), sort: ['unusedSince'], limit: batch });

/** Deletes a file that is unused indeed; its bytes follow by the note that is left of them. */
async function collectFile({ id }: File): Promise<void> {
  await transaction(async () => {
    if ((await store('Order').count({ files: id }, 1)) > 0) {
      await store('File').updateMany({ _id: id }, { $unset: { unusedSince: 1 } });
      return;
    }
    const deleted = await store('File').delete({ _id: id, ...isUnused() });
    for (const { type, location } of deleted?.storage ?? []) await store('FileLeftover').insert({ type, location });
  });
}
