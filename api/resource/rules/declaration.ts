import type { Records } from '#schemas/generated/types.ts';
import type { Field } from '#schemas/resource/resource.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import type { ResourceName } from '../../store/model.ts';
import type { Filter } from '../../store/store.ts';

/** One write as a resource's own rules see it; `current` is null when the record is made. */
export interface Write<T> {
  viewer: Viewer;
  action: 'create' | 'update' | 'delete';
  current: T | null;
  /** What the body says, already fitting the schema. */
  changes: Partial<T>;
}

/** Columns that stand in a free map of the records and that other records name, such as the form data of orders (design 3). */
export interface MapColumns {
  /** The map's field: no column itself. */
  map: string;
  /** The columns that these filters of a list make known; their names begin with the map's and a dot. */
  of(filters: Record<string, unknown[]>, viewer: Viewer): Promise<Field[]>;
  /** What whoever asks for another column is told. */
  hint: string;
}

/** A query key of a list that names no field: what the OpenAPI document says of it, and the condition that its value asks for. */
export interface QueryKey {
  description: string;
  condition(value: string, viewer: Viewer): Promise<Filter>;
}

/** What a resource needs beyond its schema: policy, not plumbing. At most these hooks; more is a route of its own. */
export interface Declaration<T> {
  queryKeys?: Record<string, QueryKey>;
  /** Fields that a row of the list leaves out beside free maps, unless `columns` or `populate` ask: what may be long. */
  heavy?: string[];
  mapColumns?: MapColumns;
  /** What of the stored records there is at all, for whoever asks: nothing of what has not come in whole. */
  isThere?(): Promise<Filter>;
  /** A record that came with the request: it is not read again where it is all that is asked for. */
  known?(viewer: Viewer): T;
  /** Answers the changes to store, completed with what the server owns; throws what the catalogue has for a refusal. Not for a removal. */
  beforeWrite?(write: Write<T>): Promise<Partial<T>>;
  /** What making one refuses beside what all do, for the document of the API. */
  makingRefuses?: ErrorCode[];
  /** Runs in the transaction of the write. */
  afterWrite?(record: T, write: Write<T>): Promise<void>;
  parts?: Part[];
  /** What its maker is answered of a new record, and nobody else, such as a secret. */
  onceMade?(record: T): T;
  /** Adds what is computed, to a page of records at once. */
  onRead?(records: T[], viewer: Viewer): Promise<T[]>;
  /** Adds what is computed and too dear for a list. */
  onReadOne?(record: T, viewer: Viewer): Promise<T>;
}

/** What a generic operation works on: one resource with its own rules, for one person. */
export interface Subject<Name extends ResourceName> {
  name: Name;
  declaration: Declaration<Records[Name]>;
  viewer: Viewer;
  /** What all records of a nested resource have from the record above them, and those made there get. */
  below?: Filter;
}

/** Records that belong to another one alone and go with it, by their own rules: they name it in `field`. */
export interface PartOf<Name extends ResourceName> {
  name: Name;
  field: string;
  declaration?: Declaration<Records[Name]>;
}
export type Part = { [Name in ResourceName]: PartOf<Name> }[ResourceName];

/** The declarations of the resources that need one. */
export type Declarations = { [Name in ResourceName]?: Declaration<Records[Name]> };
