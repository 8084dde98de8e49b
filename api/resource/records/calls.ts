import type { ListCalls } from '../lists/routes.ts';

/** A change or removal of one record; `revision` is the one that the caller has seen, undefined without If-Match. */
export interface Seen {
  id: string;
  revision: number | undefined;
}

/** What can be done for one viewer at one address with the records of a resource, wherever they are kept. */
export interface Calls<T> extends ListCalls {
  read(id: string): Promise<T>;
  create(changes: Partial<T>): Promise<T>;
  update(change: Seen & { changes: Partial<T> }): Promise<T>;
  remove(seen: Seen): Promise<T>;
}
