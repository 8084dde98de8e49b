import mongoose from 'mongoose';
import { withStartLock } from '../../platform/database/start-lock.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { documentDrift } from '../drift/documents.ts';
import { applyPending, effectOnOlderVersions, isMigrationApplied, pendingMigrations } from '../migrations/migrate.ts';
import type { Migration } from '../migrations/steps/migration.ts';
import { setAsideCollectionName } from '../migrations/steps/step.ts';
import { createIndexes } from '../store/indexes.ts';
import { storedNames } from '../store/model.ts';
import { copyRecords, emptyCopy } from './copy.ts';

interface BringUpOptions {
  report: (line: string) => void;
  signal: AbortSignal;
  /** The product's own migrations by default; tests pass others. */
  migrations?: Migration[];
}

/**
 * Migrates the connected database like a start does, and validates every record against its schema. The caller holds
 * the start lock. Returns the invalid records, one line each. Throws StartFailure when a migration fails or a unique
 * index cannot be built.
 */
export async function migrateAndVerify({ report, signal, ...migrating }: BringUpOptions): Promise<string[]> {
  const pending = await pendingMigrations(migrating.migrations);
  report(
    pending.length === 0
      ? 'No migration is pending'
      : `${pending.length} pending: ${pending.map(({ name }) => name).join(', ')}`,
  );
  if (pending.length > 0) report(await effectOnOlderVersions(pending));
  await applyPending({ ...migrating, report, isTimed: true });
  await reportDuration('Created the indexes of the schemas', report, createIndexes);
  const faults: string[] = [];
  await reportDuration('Validated every record against its schema', report, async () => {
    for (const name of storedNames) {
      signal.throwIfAborted();
      faults.push(...(await documentDrift(name)));
    }
  });
  for (const line of faults) report(line);
  return faults;
}

interface RehearseOptions extends BringUpOptions {
  /** The database to copy into the connected one. */
  original: string;
}

/**
 * Rehearsal (dry run) of the migrations: copies a database, migrates the copy, and validates its records. Returns the
 * invalid ones, one line each.
 */
export const rehearse = ({ original, ...options }: RehearseOptions): Promise<string[]> =>
  withStartLock(async () => {
    const { report, signal } = options;
    await emptyCopy();
    const startedAt = performance.now();
    const { records, collections } = await copyRecords(original, signal);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    report(`Copied: ${records.toLocaleString('en-US')} records of ${collections} collections (${seconds} s)`);
    return migrateAndVerify(options);
  }, options.report);

/** Runs the work and reports its duration. */
async function reportDuration<T>(label: string, report: (line: string) => void, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const done = await work();
  report(`${label} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`);
  return done;
}

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
