import { mongo } from 'mongoose';
import { StartFailure } from '../host/process/start-failure.ts';
import { doublesOf } from './doubles.ts';
import { model, type ResourceName, storedNames } from './model.ts';
import { createReferenceLocks } from './reference-locks.ts';

/**
 * Makes every declared index that is missing, one collection at a time, and where references and removals meet. Throws
 * StartFailure with the ids of records that have what no two may have the same.
 */
export async function createIndexes(): Promise<void> {
  await Promise.all([createReferenceLocks(), ...storedNames.map(createIndexesOf)]);
}

async function createIndexesOf(name: ResourceName): Promise<void> {
  try {
    await model(name).createIndexes();
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError) || error.code !== 11000) throw error;
    const lines = await doublesOf(name);
    const remedy = 'Change or remove all but one of each; npm run generate -- --check --database names them, too.';
    throw new StartFailure(`${lines.join('\n')}\n${remedy}`);
  }
}
