import type { Records } from '#schemas/generated/types.ts';
import type { Field } from '#schemas/resource/resource.ts';
import type { ErrorCode } from '../../../platform/errors/catalogue.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { ResourceName } from '../../store/model.ts';
import type { Filter } from '../../store/store.ts';

/** One write, as the hooks of a resource receive it. `current` is null on create. */
export interface Write<T> {
  viewer: Viewer;
  action: 'create' | 'update' | 'delete';
  current: T | null;
  /** The body, already validated by the schema. */
  changes: Partial<T>;
}

/** Columns inside a free-form map, defined by other records, such as form data of orders (design 3). */
export interface MapColumns {
  /** The map's field, which is no column itself. */
  map: string;
  /** The columns that these list filters make available. Their names start with the map's name and a dot. */
  of(filters: Record<string, unknown[]>, viewer: Viewer): Promise<Field[]>;
  /** Hint in the error for an unknown column. */
  hint: string;
  /** Lists may be filtered and sorted by the columns whatever their size: another filter always narrows them. */
  isServed?: true;
}

/** A query key of a list that is no field: its OpenAPI description and the condition for its value. */
export interface QueryKey {
  description: string;
  /** `today` is the day in the time zone of the query's filters. */
  condition(value: string, viewer: Viewer, today: string): Promise<Filter>;
}

/** A record, or an earlier row of the same file, that a new record may duplicate. */
export interface LikelyDuplicate {
  name: string;
  /** The id of a stored record. */
  record: string | null;
  /** The line of an earlier row. */
  line: number | null;
  /** Such as “Same phone number”. */
  reason: string;
}

/**
 * The record that a new one is created below, as POST /api/entities/{id}/clients does. It is no property of the new record,
 * but a column of imported files.
 */
export interface ImportPlace<T> {
  field: Field;
  /** The records that it can be. */
  condition: Filter;
  /** The hooks of a record that is created below the one with this id. */
  below(id: string, viewer: Viewer): Promise<ResourceHooks<T>>;
  /** The id of the record that a stored one is below. */
  of(record: T): string | undefined;
}

/** Finds likely duplicates among the new records of an import, chunk by chunk. */
export interface DuplicateSearch<T> {
  /** Begins a chunk: loads the stored records that its records may duplicate, with a bounded number of queries. */
  load(records: Partial<T>[]): Promise<void>;
  /** Whether there are more stored records than are compared by name. Known after the first `load`. */
  readonly isPartial: boolean;
  /** The stored record, or else the earlier row, that a new record may duplicate. */
  find(record: Partial<T>): LikelyDuplicate | undefined;
  /** Adds a new record, which later ones may duplicate. */
  add(record: Partial<T>, line: number): void;
  /** Forgets what was added since the chunk began, because its transaction is retried. */
  restart(): void;
}

/** The hooks of a resource: what it needs beyond its schema. Anything more is a route of its own. */
export interface ResourceHooks<T> {
  queryKeys?: Record<string, QueryKey>;
  mapColumns?: MapColumns;
  /** A condition that hides records from everybody, for example those of an incomplete import. */
  visibilityCondition?(): Promise<Filter>;
  /** Finds likely duplicates in imports, among the records that the viewer may read. */
  duplicateSearch?(viewer: Viewer): DuplicateSearch<T>;
  importPlace?: ImportPlace<T>;
  /** A record that is already loaded with the request, so that reading it by id needs no query. */
  preloaded?(viewer: Viewer): T;
  /**
   * Hook before create and update: returns the changes to store, completed with server-owned fields, or throws an
   * ApiError.
   */
  beforeWrite?(write: Write<T>): Promise<Partial<T>>;
  /** Errors of create besides the common ones, for OpenAPI. */
  createErrors?: ErrorCode[];
  /** Hook after the write, in its transaction. */
  afterWrite?(record: T, write: Write<T>): Promise<void>;
  dependents?: DependentRecords[];
  /** The response to a create, with values that are returned only once, such as a secret. */
  createResponse?(record: T): T;
  /** Adds computed fields to a page of records. */
  onRead?(records: T[], viewer: Viewer): Promise<T[]>;
  /** Adds computed fields that are too expensive for a list. */
  onReadOne?(record: T, viewer: Viewer): Promise<T>;
}

/** The context of a generic operation: a resource with its hooks, for one viewer. */
export interface OperationContext<Name extends ResourceName> {
  name: Name;
  declaration: ResourceHooks<Records[Name]>;
  viewer: Viewer;
  /** Fields shared by all records of a nested resource under one parent. A create sets them. */
  below?: Filter;
}

/** Dependent records that are deleted with their parent, with their own hooks. `field` references the parent. */
export interface DependentResource<Name extends ResourceName> {
  name: Name;
  field: string;
  declaration?: ResourceHooks<Records[Name]>;
}
export type DependentRecords = { [Name in ResourceName]: DependentResource<Name> }[ResourceName];

/** The resources with hooks. */
export type Declarations = { [Name in ResourceName]?: ResourceHooks<Records[Name]> };
