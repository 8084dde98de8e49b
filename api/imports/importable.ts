import type { Import } from '#schemas/generated/types.ts';
import type { Field } from '#schemas/resource/resource.ts';
import type { TotalFields } from './total-rows.ts';

/** One row of a file as the mapping reads it: by the last word of the names of fields, so `data.revenue` is its `revenue`. */
export interface ReadRow {
  line: number;
  values: Record<string, unknown>;
}

/** What is against a row; `field` is the name of the field that it is about. */
export interface RowFault {
  line: number;
  field: string;
  message: string;
}

/** What comes of some rows of a file. */
export interface Completed {
  /** What only other records tell. */
  faults: RowFault[];
  /** The rows that stand nowhere in the tree. */
  unmatched: Import['unmatched'];
  /** Stores their records; in a transaction, which may be begun anew. */
  store(): Promise<void>;
}

/** One run over a file. */
export interface ImportRun {
  /** Finds what some rows name, all at once. */
  complete(rows: ReadRow[]): Promise<Completed>;
  /** In the transaction that shows the records. */
  end(): Promise<void>;
}

/** A resource whose records can be imported. */
export interface Importable {
  /** What a column may become, under the names that mappings use. */
  fields(kind: Import['kind']): Field[];
  /** By which fields, under the names that mappings use, a row is known to be a total of others. */
  totals: TotalFields;
  begin(imported: Import): ImportRun;
  /** Before and after its records are hidden or shown. */
  changing?(imported: Import): Promise<void>;
  /** When its records are gone. */
  cleared?(imported: Import): Promise<void>;
}

/** Everything that can be imported. */
export type Importables = { [Name in Import['resource']]: Importable };

const opened: { importables?: Importables } = {};

/** Tells what can be imported, once, when the product starts: imports know no resource by its name. */
export function importBy(importables: Importables): void {
  opened.importables = importables;
}

/** How the records of a resource are imported. */
export function importableOf({ resource }: Pick<Import, 'resource'>): Importable {
  const found = opened.importables?.[resource];
  if (found) return found;
  throw new Error(`Nobody has said how a ${resource} is imported`);
}
