import type { FastifyBaseLogger } from 'fastify';
import type { Records } from '#schemas/generated/types.ts';
import type { ErrorCode } from '../../../platform/errors/catalogue.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { ResourceName } from '../../store/model.ts';
import type { ListCalls } from '../lists/routes.ts';
import type { JsonSchema } from '../schemas/body-schema.ts';

/**
 * Target of an update or delete. `revision` is the one that the caller has seen (optimistic locking); undefined without
 * If-Match.
 */
export interface RecordTarget {
  id: string;
  revision: number | undefined;
}

/** Stores the response in the same transaction as the record, for idempotency. */
export type StoreResponse<T> = (record: T) => Promise<void>;

/** The operations on a resource's records for one viewer at one URL, independent of where they are stored. */
export interface RecordOperations<T> extends ListCalls {
  read(id: string): Promise<T>;
  /** The stored record without computed fields, which a PUT is compared with. Defaults to `read`. */
  readStored?(id: string): Promise<T>;
  /** `keep` runs with the response in the transaction that stores the record. */
  create(changes: Partial<T>, storeResponse?: StoreResponse<T>): Promise<T>;
  update(change: RecordTarget & { changes: Partial<T> }): Promise<T>;
  remove(seen: RecordTarget): Promise<T>;
}

/** An expansion of a single record, returned when `populate` names it. Lists never return it. */
export interface Expansion<T> {
  name: string;
  /** Schema of the expansion and its items. */
  schema: JsonSchema & { items: JsonSchema };
  load(record: T): Promise<unknown[]>;
}

/** A resource's own operations on single records, which replace the generated ones. */
export interface CustomOperations<T> {
  calls(viewer: Viewer, log: FastifyBaseLogger): Omit<RecordOperations<T>, keyof ListCalls>;
  /** Errors besides the common ones. */
  errors: ErrorCode[];
  expansion?: Expansion<T>;
}

/** The resources that have their own operations. */
export type CustomOperationsByResource = { [Name in ResourceName]?: CustomOperations<Records[Name]> };
