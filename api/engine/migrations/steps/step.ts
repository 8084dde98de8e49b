import type { mongo } from 'mongoose';

/** The records that a step processes: resource title, and name of the collection at that time. */
export interface RecordSource {
  resource: string;
  collection: string;
}

/** Results of a step. */
interface Counts {
  /** Number of records. */
  lookedAt: number;
  /** Number of records. */
  changed: number;
  /** Number of values. */
  keptAside: number;
  /** Number of values that did not fit. */
  unfit: number;
}

/** Progress of a step, stored in the database, so that a crash loses at most one batch. */
export interface StepNote extends Counts {
  _id: string;
  migration: string;
  title: string;
  /** Id of the last processed record. */
  place?: mongo.ObjectId;
  isDone: boolean;
  milliseconds: number;
}

/** Context of a step. */
export interface StepContext {
  db: mongo.Db;
  migration: string;
  note: StepNote;
  /** Reports a line of progress. */
  report: (line: string) => void;
}

/** One operation of a migration on stored records. It is idempotent and resumable. */
export interface MigrationStep {
  /** Description. */
  title: string;
  /** Returns the final progress. */
  run: (context: StepContext) => Promise<StepNote>;
}

/** A value that is removed from a record. The path is a JSON pointer. */
interface SetAsideValue {
  path: string;
  value: unknown;
}

/** The changes to one record, by dotted field names with row numbers. */
export interface RecordChange {
  set: Record<string, unknown>;
  unset: string[];
  setAside: SetAsideValue[];
  unfit: number;
}

/** Collection of removed values, with resource, record, path, value and migration. */
export const setAsideCollectionName = 'kept_aside';

/** Collection with the progress of steps until their migration is done. */
export const stepNotes = 'migration_steps';
