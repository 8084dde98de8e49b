import type { RaRecord } from 'react-admin';
import type { Resource } from '#schemas/resource/resource.ts';

export type Verb = 'create' | 'update' | 'delete';

export type Values = Record<string, unknown>;

/** Records that belong to the one of the page, and what may be done to them. Writes throw what `request` throws. */
export interface NestedSource {
  resource: Resource;
  /** Undefined until they are there. */
  rows: RaRecord[] | undefined;
  error: Error | null;
  total: number;
  /** From 0. */
  page: number;
  rowsPerPage: number;
  goTo: (page: number) => void;
  reload: () => Promise<unknown>;
  can: (verb: Verb, row?: RaRecord) => boolean;
  create: (values: Values) => Promise<void>;
  update: (row: RaRecord, changes: Values) => Promise<void>;
  remove: (row: RaRecord) => Promise<void>;
  /** Takes up what a call that is none of the above has changed. */
  settle: () => Promise<void>;
}
