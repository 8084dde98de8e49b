import mongoose from 'mongoose';
import { StartFailure } from '../host/process/start-failure.ts';
import { wasApplied } from '../migrations/migrate.ts';
import { keptAside } from '../migrations/steps/step.ts';

/**
 * Removes for good what a migration has kept aside (schemas/README.md): values, and collections that nothing reads. Answers what it
 * removed, a line each. Throws a StartFailure that names what there is where the migration has kept nothing.
 */
export async function forgetKeptAside(migration: string): Promise<string[]> {
  const { db } = mongoose.connection;
  if (!db) throw new StartFailure('The database is not connected.');
  const values = db.collection(keptAside);
  const all = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  const whole = all.filter((name) => name.startsWith(`${keptAside}_`));
  // Collections have its number alone: a name that is only nearly right must not take them.
  const isKnown = await wasApplied(migration);
  const own = whole.filter((name) => isKnown && name.startsWith(`${keptAside}_${migration.split('-')[0]}_`));
  const { deletedCount } = await values.deleteMany({ migration });
  const told = deletedCount > 0 ? [`${keptAside}: ${deletedCount} values that ${migration} had taken out`] : [];
  for (const name of own) {
    told.push(`${name}: ${await db.collection(name).countDocuments()} records`);
    await db.dropCollection(name);
  }
  if (told.length > 0) return told;
  const there = [...(await values.distinct('migration')), ...whole].join(', ') || 'nothing at all';
  throw new StartFailure(`The migration '${migration}' has kept nothing aside; there is ${there}.`);
}
