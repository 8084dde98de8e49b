import type { mongo } from 'mongoose';

/** What a migration works on. Every call it makes is given the session, else it would not belong to the migration. */
export type MigrationContext = {
  db: mongo.Db;
  session: mongo.ClientSession;
  /** A line for whoever starts the product, when the migration is applied: what it could not keep. */
  tell: (line: string) => void;
};

/**
 * One step from what an earlier version of the product stored to what this one reads. It is applied once to a database,
 * in a transaction with the note that it was: all of it or nothing. It speaks to the driver and not to the models, since
 * those will have moved on when it next runs.
 */
export type Migration = {
  /** Number and subject, such as '0001-search-words'; applied in this order. Never changed once released. */
  name: string;
  /**
   * What would be more than one transaction holds, done before it and outside of any: what is done stays when a start fails, so
   * that twice must be as once.
   */
  before?: (context: Pick<MigrationContext, 'db'> & { report: (line: string) => void }) => Promise<void>;
  up: (context: MigrationContext) => Promise<void>;
};
