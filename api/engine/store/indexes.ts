import { mongo } from 'mongoose';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { findDuplicates } from './duplicates.ts';
import { model, type ResourceName, storedNames } from './model.ts';
import { createReferenceLocks } from './reference-locks.ts';

/**
 * Creates every missing index, one collection at a time, and the documents of the reference locks. Throws StartFailure
 * with the ids of duplicate records when a unique index cannot be built.
 */
export async function createIndexes(): Promise<void> {
  await Promise.all([createReferenceLocks(), ...storedNames.map(createIndexesOf)]);
}

async function createIndexesOf(name: ResourceName): Promise<void> {
  try {
    await model(name).createIndexes();
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError) || error.code !== 11000) throw error;
    const duplicates = await findDuplicates(name);
    const remedy = 'Change or delete all but one of each. npm run generate -- --check --database lists them, too.';
    throw new StartFailure(`${duplicates.join('\n')}\n${remedy}`);
  }
}
