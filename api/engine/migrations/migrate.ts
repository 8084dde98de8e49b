import mongoose, { type mongo } from 'mongoose';
import type { UmzugStorage } from 'umzug';
import { now } from '../../platform/clock/clock.ts';
import { withStartLock } from '../../platform/database/start-lock.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { migrations as ours } from './migrations.ts';
import type { Migration } from './steps/migration.ts';

export type MigrateOptions = {
  report: (line: string) => void;
  /** The product's own migrations by default; tests pass others. */
  migrations?: Migration[];
  /** Also report the duration of each. */
  isTimed?: boolean;
};

/** Record of an applied migration. Together they are the schema version of the database. */
type Applied = { _id: string; at: Date; isCompatible?: boolean };

/**
 * Applies all pending migrations to the connected database in order; concurrent starts are serialized by a lock. Throws
 * StartFailure for a database that a newer product has migrated, which is left unchanged, and for a migration that
 * fails, which is rolled back.
 */
export async function migrateDatabase({ report, migrations = ours, isTimed }: MigrateOptions): Promise<void> {
  // The common case costs one query: no lock, and umzug is not loaded.
  if ((await pendingMigrations(migrations)).length === 0) return;
  await withStartLock(() => applyPending({ report, migrations, isTimed }), report);
}

/** The same for a caller that holds the lock. */
export async function applyPending({ report, migrations = ours, isTimed }: MigrateOptions): Promise<void> {
  for (const migration of await pendingMigrations(migrations)) {
    const startedAt = performance.now();
    const lines = await apply(migration, report);
    const time = isTimed ? ` (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)` : '';
    for (const line of [`Migrated the database: ${migration.name}${time}`, ...lines]) report(line);
  }
}

/** The names of the migrations that were applied to the connected database, in order. */
export async function appliedMigrations(): Promise<string[]> {
  const applied = await applications()
    .find({}, { sort: { _id: 1 } })
    .toArray();
  return applied.map(({ _id }) => _id);
}

/** The applied migrations that this version does not know, because a newer product applied them. */
export function unknownMigrations(applied: string[], migrations: Migration[] = ours): string[] {
  const known = new Set(migrations.map(({ name }) => name));
  return applied.filter((name) => !known.has(name));
}

/**
 * The migrations of a newer version after which this one must not continue. The collection is small, and its records say
 * so themselves.
 */
export async function incompatibleMigrations(migrations: Migration[] = ours): Promise<string[]> {
  const applied = await applications()
    .find({ isCompatible: { $ne: true } }, { sort: { _id: 1 } })
    .toArray();
  return unknownMigrations(
    applied.map(({ _id }) => _id),
    migrations,
  );
}

/** The pending migrations of the connected database. Throws StartFailure when an unknown migration was applied. */
export async function pendingMigrations(migrations: Migration[] = ours): Promise<Migration[]> {
  const applied = await appliedMigrations();
  const unknown = unknownMigrations(applied, migrations);
  if (unknown.length > 0) {
    throw new StartFailure(
      `The database is newer than this version of the application: it has the migrations ${unknown.join(', ')}, but the last one here is ` +
        `${migrations.at(-1)?.name ?? 'none'}. Start the newer version, or restore an earlier backup.`,
    );
  }
  const done = new Set(applied);
  return migrations.filter(({ name }) => !done.has(name));
}

/**
 * Applies a migration and records it in one transaction, which the driver retries on write conflicts. Returns the lines
 * that the migration reported.
 */
async function apply(
  { name, before, up, isCompatible }: Migration,
  report: MigrateOptions['report'],
): Promise<string[]> {
  const { MigrationError, Umzug } = await import('umzug');
  const lines: string[] = [];
  try {
    await before?.({ db: database(), report });
    await mongoose.connection.transaction(async (session) => {
      lines.length = 0;
      const addLine = (line: string) => void lines.push(line);
      const umzug = new Umzug({
        migrations: [{ name, up: () => up({ db: database(), session, report: addLine }) }],
        storage: storageIn(session, isCompatible === true),
        logger: undefined,
      });
      await umzug.up().catch((error: unknown) => {
        // Unwrap the error: the driver decides by its labels whether to retry the transaction.
        throw error instanceof MigrationError ? error.cause : error;
      });
    });
    return lines;
  } catch (error) {
    throw new StartFailure(
      `The migration ${name} failed, and ${before ? 'the next start repeats it' : 'it was rolled back'}: ` +
        `${error instanceof Error ? error.message : error}. ` +
        'Fix the cause and start again, or continue with the previous version.',
      { cause: error },
    );
  }
}

/** Umzug storage in the database itself. */
const storageIn = (session: mongo.ClientSession, isCompatible: boolean): UmzugStorage => ({
  executed: async () => (await applications().find({}, { session }).toArray()).map(({ _id }) => _id),
  logMigration: async ({ name }) => {
    await applications().insertOne({ _id: name, at: now(), isCompatible }, { session });
  },
  unlogMigration: async ({ name }) => {
    await applications().deleteOne({ _id: name }, { session });
  },
});

const database = () => mongoose.connection.getClient().db(mongoose.connection.name);
const applications = () => database().collection<Applied>('schema_migrations');

/** Whether a migration with exactly this name was applied. */
export const isMigrationApplied = async (name: string): Promise<boolean> =>
  (await applications().countDocuments({ _id: name }, { limit: 1 })) > 0;
