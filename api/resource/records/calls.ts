import type { FastifyBaseLogger } from 'fastify';
import type { Records } from '#schemas/generated/types.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import type { ResourceName } from '../../store/model.ts';
import type { ListCalls } from '../lists/routes.ts';
import type { JsonSchema } from '../schemas/body-schema.ts';

/** A change or removal of one record; `revision` is the one that the caller has seen, undefined without If-Match. */
export interface Seen {
  id: string;
  revision: number | undefined;
}

/** Stores what is answered, together with the record that it tells of. */
export type Keep<T> = (record: T) => Promise<void>;

/** What can be done for one viewer at one address with the records of a resource, wherever they are kept. */
export interface Calls<T> extends ListCalls {
  read(id: string): Promise<T>;
  /** The record without what is told beside it: what a whole record that comes back is held against. Else it is read. */
  stored?(id: string): Promise<T>;
  /** `keep` runs in the transaction that stores the record, and is told what is answered. */
  create(changes: Partial<T>, keep?: Keep<T>): Promise<T>;
  update(change: Seen & { changes: Partial<T> }): Promise<T>;
  remove(seen: Seen): Promise<T>;
}

/** What reading one record brings with it where `populate` asks for it by this name; lists never do. */
export interface Brought<T> {
  name: string;
  /** What is said of it, and each of it as it is answered. */
  schema: JsonSchema & { items: JsonSchema };
  of(record: T): Promise<unknown[]>;
}

/** What a resource gives the engine in the place of the generated calls on single records: it is more than its records. */
export interface OwnCalls<T> {
  calls(viewer: Viewer, log: FastifyBaseLogger): Omit<Calls<T>, keyof ListCalls>;
  /** What they refuse, beside what all do. */
  errors: ErrorCode[];
  brought?: Brought<T>;
}

/** The calls of the resources that have their own. */
export type AllOwnCalls = { [Name in ResourceName]?: OwnCalls<Records[Name]> };
