import type { RaRecord } from 'react-admin';
import type { Resource } from '#schemas/resource/resource.ts';

export type WriteOperation = 'create' | 'update' | 'delete';

export type RowValues = Record<string, unknown>;

/** Child records and the operations on them. Writes throw what `request` throws. */
export interface NestedSource {
  resource: Resource;
  /** Undefined while loading. */
  rows: RaRecord[] | undefined;
  error: Error | null;
  total: number;
  /** Zero-based. */
  page: number;
  rowsPerPage: number;
  goTo: (page: number) => void;
  reload: () => Promise<unknown>;
  can: (verb: WriteOperation, row?: RaRecord) => boolean;
  create: (values: RowValues) => Promise<void>;
  update: (row: RaRecord, changes: RowValues) => Promise<void>;
  remove: (row: RaRecord) => Promise<void>;
  /** Refreshes rows and parent after another API call has changed them. */
  refresh: () => Promise<void>;
}
