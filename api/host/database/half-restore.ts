import mongoose from 'mongoose';
import { now } from '../../clock/clock.ts';
import { StartFailure } from '../process/start-failure.ts';

const id = 'restore';

/** The note that a restore has begun, which is taken away when it has ended well. */
type Restore = { _id: string; file: string; begunAt: Date };

const restores = () => mongoose.connection.getClient().db(mongoose.connection.name).collection<Restore>('restores');

/** The restore that has begun and not ended on the connected database. */
export const halfRestore = (): Promise<Restore | null> => restores().findOne({ _id: id });

/** Notes that a restore begins. */
export async function beginRestore(file: string): Promise<void> {
  await restores().insertOne({ _id: id, file, begunAt: now() });
}

/** Takes the note away: the restore is whole, or nothing of it is left. */
export async function endRestore(): Promise<void> {
  await restores().deleteOne({ _id: id });
}

/** Throws a StartFailure when the connected database holds a part of a backup. */
export async function requireWholeDatabase(): Promise<void> {
  const half = await halfRestore();
  if (!half) return;
  throw new StartFailure(
    `The database holds a part of ${half.file}, whose restore began at ${half.begunAt.toISOString()} and has not ended. Wait for it or, ` +
      'where it was broken off, restore again: that removes the part first.',
  );
}
