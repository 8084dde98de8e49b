import type { mongo } from 'mongoose';

/** Context of a migration. Pass the session to every database call, so that it belongs to the transaction. */
export type MigrationContext = {
  db: mongo.Db;
  session: mongo.ClientSession;
  /** Reports a line in the output of the start, for example about data that could not be migrated. */
  report: (line: string) => void;
};

/**
 * A schema migration: one step from what an earlier version stored to what this one reads. It is applied once per
 * database, in one transaction with its record. It uses the driver instead of the models, because models change later.
 */
export type Migration = {
  /**
   * Number and subject, such as '0001-search-words'. Migrations run in this order, and a released name never changes.
   */
  name: string;
  /**
   * Work that is too large for one transaction, done before it. A start that fails does not undo it, so it must be
   * idempotent.
   */
  before?: (context: Pick<MigrationContext, 'db'> & { report: (line: string) => void }) => Promise<void>;
  /**
   * Whether processes of the previous version can continue to read and write the migrated data. Otherwise they stop when
   * they notice the migration; the record of the migration says so, because they do not know it.
   */
  isCompatible?: true;
  up: (context: MigrationContext) => Promise<void>;
};
