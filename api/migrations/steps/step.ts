import type { mongo } from 'mongoose';

/** The records that a step is about: their resource's title, and the collection that holds them then. */
export interface Records {
  resource: string;
  collection: string;
}

/** What a step has done. */
export interface Counts {
  /** Records. */
  lookedAt: number;
  /** Records. */
  changed: number;
  /** Values. */
  keptAside: number;
  /** Values that did not fit as they were. */
  unfit: number;
}

/** How far a step has come; kept in the database, so that a process that dies leaves no more than a batch to do again. */
export interface StepNote extends Counts {
  _id: string;
  migration: string;
  title: string;
  /** The id of the last record that was looked at. */
  place?: mongo.ObjectId;
  isDone: boolean;
  milliseconds: number;
}

/** What a step works on. */
export interface StepContext {
  db: mongo.Db;
  migration: string;
  note: StepNote;
  /** A line for whoever waits. */
  report: (line: string) => void;
}

/** One thing that a migration does to stored records. Twice is as once, and it goes on where it was. */
export interface Step {
  /** What it does, in words. */
  title: string;
  /** Answers its note when it is done. */
  run: (context: StepContext) => Promise<StepNote>;
}

/** A value that is taken out of a record, or out of where it stood. Its path is a JSON pointer. */
export interface KeptValue {
  path: string;
  value: unknown;
}

/** What one record becomes: fields by their dotted names with the numbers of rows. */
export interface Outcome {
  set: Record<string, unknown>;
  unset: string[];
  kept: KeptValue[];
  unfit: number;
}

/** Where values are that no record has a place for: with resource, record, path, value and migration. */
export const keptAside = 'kept_aside';

/** Where notes of steps are while their migration is not done. */
export const stepNotes = 'migration_steps';
