import mongoose from 'mongoose';
import { now } from '../clock/clock.ts';
import { StartFailure } from '../process/start-failure.ts';

const id = 'restore';

/** Marker that a restore has started; deleted when it has completed. */
type Restore = { _id: string; file: string; begunAt: Date };

const restores = () => mongoose.connection.getClient().db(mongoose.connection.name).collection<Restore>('restores');

/** Returns the unfinished restore of the connected database, if any. */
export const unfinishedRestore = (): Promise<Restore | null> => restores().findOne({ _id: id });

/** Marks the start of a restore. */
export async function beginRestore(file: string): Promise<void> {
  await restores().insertOne({ _id: id, file, begunAt: now() });
}

/** Removes the marker: the restore is complete or fully rolled back. */
export async function endRestore(): Promise<void> {
  await restores().deleteOne({ _id: id });
}

/** Throws a StartFailure if the connected database contains a partial restore. */
export async function assertNoPartialRestore(): Promise<void> {
  const half = await unfinishedRestore();
  if (!half) return;
  throw new StartFailure(
    `The database contains a partial restore of ${half.file}, started at ${half.begunAt.toISOString()}. Wait until it is complete or, ` +
      'if it was interrupted, restore again, which removes the partial data first.',
  );
}
