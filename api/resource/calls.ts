import type { Page } from './lists/list.ts';
import type { ListQuery } from './lists/query.ts';

/** A change or removal of one record; `revision` is the one that the caller has seen, undefined without If-Match. */
export interface Seen {
  id: string;
  revision: number | undefined;
}

/** What can be done for one viewer at one address with the records of a resource, wherever they are kept. */
export interface Calls<T> {
  list(query: ListQuery): Promise<Page>;
  /** All of the list, some hundred records at a time: what CSV is written from. */
  rows(query: ListQuery): AsyncIterable<object[]>;
  read(id: string): Promise<T>;
  create(changes: Partial<T>): Promise<T>;
  update(change: Seen & { changes: Partial<T> }): Promise<T>;
  remove(seen: Seen): Promise<T>;
}
