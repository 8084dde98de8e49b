import mongoose from 'mongoose';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { isMigrationApplied } from '../migrations/migrate.ts';
import { setAsideCollectionName } from '../migrations/steps/step.ts';

/**
 * Permanently deletes the data that a migration has set aside (schemas/released/README.md): values, and collections that nothing
 * reads. Returns one line per deletion. Throws StartFailure with what exists when the migration has set nothing aside.
 */
export async function deleteSetAside(migration: string): Promise<string[]> {
  const { db } = mongoose.connection;
  if (!db) throw new StartFailure('The database is not connected.');
  const values = db.collection(setAsideCollectionName);
  const all = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  const whole = all.filter((name) => name.startsWith(`${setAsideCollectionName}_`));
  // Collections contain only the migration's number, so require its exact name.
  const isKnown = await isMigrationApplied(migration);
  const own = whole.filter(
    (name) => isKnown && name.startsWith(`${setAsideCollectionName}_${migration.split('-')[0]}_`),
  );
  const { deletedCount } = await values.deleteMany({ migration });
  const lines =
    deletedCount > 0 ? [`${setAsideCollectionName}: ${deletedCount} values that ${migration} had set aside`] : [];
  for (const name of own) {
    lines.push(`${name}: ${await db.collection(name).countDocuments()} records`);
    await db.dropCollection(name);
  }
  if (lines.length > 0) return lines;
  const available = [...(await values.distinct('migration')), ...whole].join(', ') || 'nothing';
  throw new StartFailure(`The migration '${migration}' has set nothing aside. Available: ${available}.`);
}
