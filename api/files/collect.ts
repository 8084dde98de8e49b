import type { File } from '#schemas/generated/types.ts';
import type { LoopWork } from '../process/loops.ts';
import { store, transaction } from '../resource/store.ts';
import { removeLeftover } from './leftovers.ts';

/** Milliseconds: how long an unused file is kept (design 8), and how often they are looked for. */
const kept = 7 * 86_400_000;
const every = 3_600_000;
/** Looked at in one query. */
const batch = 100;

/** Collects unused files every hour; several processes may do so on one database. */
export const collectLoop: LoopWork = {
  name: 'unused files',
  every,
  turn: (goesOn) => collectFiles({ now: new Date(), goesOn }),
};

/** Removes the files that no order holds and none has held for 7 days, and bytes that belong to no file. */
export async function collectFiles({ now, goesOn }: { now: Date; goesOn: () => boolean }): Promise<void> {
  const before = new Date(now.getTime() - kept);
  await inBatches(
    () => store('File').find({ filter: { unusedSince: { $lt: before } }, sort: ['unusedSince'], limit: batch }),
    (file) => collectFile(file, { before, now }),
    goesOn,
  );
  await inBatches(
    () => store('FileLeftover').find({ filter: { dueAt: { $lte: now } }, sort: ['dueAt'], limit: batch }),
    (leftover) => removeLeftover(leftover, now),
    goesOn,
  );
}

/** Finds and works until nothing is found; each piece of work takes its record out of what is found. */
async function inBatches<T>(
  find: () => Promise<T[]>,
  work: (record: T) => Promise<void>,
  goesOn: () => boolean,
): Promise<void> {
  for (let found = await find(); found.length > 0; found = await find()) {
    for (const each of found) {
      if (!goesOn()) return;
      await work(each);
    }
  }
}

/** Deletes a file that is unused indeed; its bytes follow by the note that is left of them. */
async function collectFile({ id }: File, { before, now }: { before: Date; now: Date }): Promise<void> {
  await transaction(async () => {
    if ((await store('Order').count({ files: id }, 1)) > 0) {
      await store('File').updateMany({ _id: id }, { $unset: { unusedSince: 1 } });
      return;
    }
    const deleted = await store('File').delete({ _id: id, unusedSince: { $lt: before } });
    for (const each of deleted?.storage ?? [])
      await store('FileLeftover').insert({ ...each, dueAt: now.toISOString() });
  });
}
