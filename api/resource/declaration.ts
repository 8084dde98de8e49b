import type { Records } from '#schemas/generated/types.ts';
import type { Viewer } from '../access/viewer.ts';
import type { ResourceName } from './model.ts';
import type { Filter } from './store.ts';

/** One write as a resource's own rules see it; `current` is null when the record is made. */
export interface Write<T> {
  viewer: Viewer;
  current: T | null;
  /** What the body says, already fitting the schema. */
  changes: Partial<T>;
}

/** What a resource needs beyond its schema: policy, not plumbing. At most these hooks; more is a route of its own. */
export interface Declaration<T> {
  /** Query keys of the list that name no field, each turned into a condition. */
  queryKeys?: Record<string, (value: string, viewer: Viewer) => Promise<Filter>>;
  /** Answers the changes to store, completed with what the server owns; throws what the catalogue has for a refusal. */
  beforeWrite?(write: Write<T>): Promise<Partial<T>>;
  /** Runs in the transaction of the write. */
  afterWrite?(record: T, write: Write<T>): Promise<void>;
  /** Records that belong to this one alone and go with it: they name it in `field`. */
  parts?: { name: ResourceName; field: string }[];
  /** Adds what is computed, to a page of records at once. */
  onRead?(records: T[], viewer: Viewer): Promise<T[]>;
}

/** The declarations of the resources that need one. */
export type Declarations = { [Name in ResourceName]?: Declaration<Records[Name]> };
