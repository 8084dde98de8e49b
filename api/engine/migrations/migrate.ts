import { setTimeout as pause } from 'node:timers/promises';
import mongoose, { type mongo } from 'mongoose';
import type { UmzugStorage } from 'umzug';
import { now } from '../../platform/clock/clock.ts';
import { announcedInLock, announceInLock, withStartLock } from '../../platform/database/start-lock.ts';
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
type Applied = { _id: string; at: Date } & Partial<Pick<Migration, 'olderVersions'>>;

/** How often each process looks for migrations of a newer version; milliseconds. */
export const watchInterval = 1_000;

/** How long older processes have to notice an announced migration and to finish their writes; milliseconds. */
const noticePeriod = 3 * watchInterval;

/**
 * Applies all pending migrations to the connected database in order; concurrent starts are serialized by a lock. Throws
 * StartFailure for a database that a newer product has migrated, which is left unchanged, and for a migration that
 * fails, which is rolled back.
 */
export async function migrateDatabase({ report, migrations = ours, isTimed }: MigrateOptions): Promise<void> {
  // The common case costs one query: no lock, and umzug is not loaded.
  if ((await pendingMigrations(migrations)).length === 0) return;
  await withStartLock(async () => {
    await announceMigrations({ report, migrations });
    await applyPending({ report, migrations, isTimed });
  }, report);
}

/**
 * Makes running processes of older versions stop before a migration that they cannot work with. The announcement ends
 * with the lock, which the caller holds, so that older versions can start again after a failure.
 */
export async function announceMigrations({ report, migrations = ours }: MigrateOptions): Promise<void> {
  const names = stoppingMigrations(await pendingMigrations(migrations));
  const applied = await readApplied();
  // Nothing runs on a new database.
  if (names.length === 0 || applied.length === 0) return;
  report(
    isWatched(applied)
      ? `Stopping processes of older versions, which cannot work with ${names.join(', ')}`
      : `Stop all processes of the previous version now: they do not notice this migration, and cannot work with ${names.join(', ')}`,
  );
  await announceInLock(names);
  await pause(noticePeriod);
}

/** Whether the version that migrated the database last watches for newer ones. Those that do not stored no statement. */
const isWatched = (applied: readonly Applied[]) => applied.some(({ olderVersions }) => olderVersions !== undefined);

/** What becomes of running processes of the previous version, for a rehearsal. */
export async function effectOnOlderVersions(pending: Migration[]): Promise<string> {
  const names = stoppingMigrations(pending);
  if (names.length === 0) return 'Running processes of the previous version can continue';
  return isWatched(await readApplied())
    ? `Running processes of the previous version stop: they cannot work with ${names.join(', ')}`
    : `Stop all processes of the previous version before you start this one: they do not stop by themselves, and cannot work with ${names.join(', ')}`;
}

/** The names of those after which older versions must stop. */
const stoppingMigrations = (migrations: Migration[]): string[] =>
  migrations.filter(({ olderVersions }) => olderVersions === 'stop').map(({ name }) => name);

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
export const appliedMigrations = async (): Promise<string[]> => (await readApplied()).map(({ _id }) => _id);

const readApplied = () =>
  applications()
    .find({}, { sort: { _id: 1 } })
    .toArray();

/** The applied migrations that this version does not know, because a newer product applied them. */
export function unknownMigrations(applied: string[], migrations: Migration[] = ours): string[] {
  const known = new Set(migrations.map(({ name }) => name));
  return applied.filter((name) => !known.has(name));
}

/** The unknown ones among the applied migrations after which this version must stop. Earlier versions stored no statement. */
function incompatibleMigrations(applied: readonly Applied[], migrations: Migration[]): string[] {
  const stopping = applied.filter(({ olderVersions }) => olderVersions !== 'continue').map(({ _id }) => _id);
  return unknownMigrations(stopping, migrations);
}

/**
 * The migrations that a newer version has applied, or is about to apply, and that this version cannot work with. Costs
 * two queries of small collections.
 */
export async function newerMigrations(migrations: Migration[] = ours): Promise<string[]> {
  const announced = unknownMigrations(await announcedInLock(), migrations);
  return [...new Set([...announced, ...incompatibleMigrations(await readApplied(), migrations)])];
}

/**
 * The pending migrations of the connected database. Throws StartFailure when an unknown migration was applied that this
 * version cannot work with.
 */
export async function pendingMigrations(migrations: Migration[] = ours): Promise<Migration[]> {
  const applied = await readApplied();
  const unknown = incompatibleMigrations(applied, migrations);
  if (unknown.length > 0) {
    throw new StartFailure(
      `The database is newer than this version of the application: it has the migrations ${unknown.join(', ')}, but the last one here is ` +
        `${migrations.at(-1)?.name ?? 'none'}. Start the newer version, or restore an earlier backup.`,
    );
  }
  const done = new Set(applied.map(({ _id }) => _id));
  return migrations.filter(({ name }) => !done.has(name));
}

/**
 * Applies a migration and records it in one transaction, which the driver retries on write conflicts. Returns the lines
 * that the migration reported.
 */
async function apply(
  { name, olderVersions, before, up }: Migration,
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
        storage: storageIn(session, olderVersions),
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
const storageIn = (session: mongo.ClientSession, olderVersions: Migration['olderVersions']): UmzugStorage => ({
  executed: async () => (await applications().find({}, { session }).toArray()).map(({ _id }) => _id),
  logMigration: async ({ name }) => {
    await applications().insertOne({ _id: name, at: now(), olderVersions }, { session });
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
