import { documentDrift } from '../drift/documents.ts';
import { applyPending, pendingMigrations } from '../migrations/migrate.ts';
import type { Migration } from '../migrations/steps/migration.ts';
import { createIndexes } from '../store/indexes.ts';
import { storedNames } from '../store/model.ts';

export interface BringUpOptions {
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

/** Runs the work and reports its duration. */
async function reportDuration<T>(label: string, report: (line: string) => void, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const done = await work();
  report(`${label} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`);
  return done;
}
