import mongoose, { type mongo } from 'mongoose';
import type { UmzugStorage } from 'umzug';
import { now } from '../clock/clock.ts';
import { withStartLock } from '../host/database/start-lock.ts';
import { StartFailure } from '../host/process/start-failure.ts';
import { migrations as ours } from './migrations.ts';
import type { Migration } from './steps/migration.ts';

export type Migrating = {
  report: (line: string) => void;
  /** The product's own, unless a test brings others. */
  migrations?: Migration[];
  /** Tells how long each took, too. */
  isTimed?: boolean;
};

/** The note that a migration was applied to this database; all of them together are its schema's version. */
type Applied = { _id: string; at: Date };

/**
 * Brings the connected database to this product's version: each migration that it has not had, once and in order, by one
 * start at a time. Throws a StartFailure for a database that a newer product has migrated, which is left as it is, and
 * for a migration that fails, of which nothing is kept.
 */
export async function migrateDatabase({ report, migrations = ours, isTimed }: Migrating): Promise<void> {
  // The common case costs one look-up: no lock, and the library is not loaded.
  if ((await pendingOf(migrations)).length === 0) return;
  await withStartLock(() => applyPending({ report, migrations, isTimed }), report);
}

/** The same for who has the lock already. */
export async function applyPending({ report, migrations = ours, isTimed }: Migrating): Promise<void> {
  for (const migration of await pendingOf(migrations)) {
    const begun = performance.now();
    const told = await apply(migration, report);
    const time = isTimed ? ` (${((performance.now() - begun) / 1_000).toFixed(1)} s)` : '';
    for (const line of [`Migrated the database: ${migration.name}${time}`, ...told]) report(line);
  }
}

/** The names of the migrations that the connected database has had, in order. */
export async function appliedMigrations(): Promise<string[]> {
  const applied = await applications()
    .find({}, { sort: { _id: 1 } })
    .toArray();
  return applied.map(({ _id }) => _id);
}

/** Those of them that this product does not know: a newer one made them. */
export function unknownMigrations(applied: string[], migrations: Migration[] = ours): string[] {
  const known = new Set(migrations.map(({ name }) => name));
  return applied.filter((name) => !known.has(name));
}

/** The migrations that the connected database has not had. Throws a StartFailure when it had one that nobody here knows. */
export async function pendingOf(migrations: Migration[] = ours): Promise<Migration[]> {
  const applied = await appliedMigrations();
  const unknown = unknownMigrations(applied, migrations);
  if (unknown.length > 0) {
    throw new StartFailure(
      `The database is newer than this product: it has been migrated by ${unknown.join(', ')}, and this product knows ` +
        `${migrations.at(-1)?.name ?? 'no migration'} as the last. Start the newer product, or restore a backup from before.`,
    );
  }
  const done = new Set(applied);
  return migrations.filter(({ name }) => !done.has(name));
}

/**
 * One migration and its note in one transaction, which the driver repeats when it collides with another write. Answers what
 * the migration tells.
 */
async function apply({ name, before, up }: Migration, report: Migrating['report']): Promise<string[]> {
  const { MigrationError, Umzug } = await import('umzug');
  const told: string[] = [];
  try {
    await before?.({ db: database(), report });
    await mongoose.connection.transaction(async (session) => {
      told.length = 0;
      const tell = (line: string) => void told.push(line);
      const umzug = new Umzug({
        migrations: [{ name, up: () => up({ db: database(), session, tell }) }],
        storage: storageIn(session),
        logger: undefined,
      });
      await umzug.up().catch((error: unknown) => {
        // The driver tells by the error itself whether to repeat the transaction.
        throw error instanceof MigrationError ? error.cause : error;
      });
    });
    return told;
  } catch (error) {
    throw new StartFailure(
      `The migration ${name} failed, and ${before ? 'the next start begins it again' : 'nothing of it is kept'}: ` +
        `${error instanceof Error ? error.message : error}. ` +
        'Remove the cause and start again, or go on with the product of before.',
      { cause: error },
    );
  }
}

/** Umzug's memory of what was applied, kept in the database itself. */
const storageIn = (session: mongo.ClientSession): UmzugStorage => ({
  executed: async () => (await applications().find({}, { session }).toArray()).map(({ _id }) => _id),
  logMigration: async ({ name }) => {
    await applications().insertOne({ _id: name, at: now() }, { session });
  },
  unlogMigration: async ({ name }) => {
    await applications().deleteOne({ _id: name }, { session });
  },
});

const database = () => mongoose.connection.getClient().db(mongoose.connection.name);
const applications = () => database().collection<Applied>('schema_migrations');

/** Whether a migration of exactly this name has been run on the database. */
export const wasApplied = async (name: string): Promise<boolean> =>
  (await applications().countDocuments({ _id: name }, { limit: 1 })) > 0;
