import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Import, Records } from '#schemas/generated/types.ts';
import type { ImportField } from '#schemas/resource/imports.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';
import { conditionOf } from '../access/ability.ts';
import type { Viewer } from '../access/viewer.ts';
import { resource } from '../store/model.ts';
import { storeOf } from '../store/store.ts';
import { visibleImportsFilter } from './import-visibility.ts';
import type { ReadRow, ResolvedRows, RowFault, RowOutcome } from './importable.ts';

// Imports that store the records of many rows at once, without a save of each.

type BulkResource = 'ReportRow' | 'ProofOfWork';

/** The field of the ids that an export has, so that its rows are recognized when it is imported again. */
export const idFieldOf = (name: BulkResource): ImportField[] =>
  resource(name).fields.filter((field) => field.name === 'id');

interface BulkBatch extends Pick<ResolvedRows, 'faults' | 'unmatched'> {
  unknown?: ResolvedRows['unknown'];
  /** The lines of rows that are stored already. */
  unchanged: ReadonlySet<number>;
}

/** The rows of an import that stores its records in bulk: `store` stores those that are new. */
export function bulkRows(
  { unchanged, ...found }: BulkBatch,
  rows: ReadRow[],
  store: () => Promise<void>,
): ResolvedRows {
  const faulty = new Set(found.faults.map(({ line }) => line));
  const outcomes = rows.flatMap(({ line }): RowOutcome[] =>
    faulty.has(line) ? [] : [{ line, action: unchanged.has(line) ? 'none' : 'create' }],
  );
  return {
    unknown: [],
    ...found,
    outcomes,
    drop: () => undefined,
    store: async () => {
      await store();
      return outcomes;
    },
  };
}

const hex = new RegExp(idPattern);

const idOf = ({ values: { id } }: ReadRow): string[] => (typeof id === 'string' && hex.test(id) ? [id] : []);

interface StoredSearch<Name extends BulkResource> {
  name: Name;
  imported: Pick<Import, 'repeat' | 'previous'>;
  viewer: Viewer;
}

interface StoredRows {
  /** The lines of rows that are stored already. */
  unchanged: Set<number>;
  faults: RowFault[];
  isNew: (row: ReadRow) => boolean;
}

/**
 * Finds the rows of an export that is imported again, by their ids. A row with the values of its record is `unchanged`,
 * and one with others is a fault, because a bulk import only adds rows. Rows of a batch that the import replaces, and
 * those with an unknown id, are new. References in the rows must be ids.
 */
export async function findStoredRows<Name extends BulkResource>(
  { name, imported, viewer }: StoredSearch<Name>,
  rows: ReadRow[],
): Promise<StoredRows> {
  const unchanged = new Set<number>();
  const faults: RowFault[] = [];
  const found = new Set<number>();
  const ids = rows.flatMap(idOf);
  const readable = conditionOf(viewer.ability, 'read', name);
  if (ids.length === 0 || !readable) return { unchanged, faults, isNew: () => true };
  const replaced = imported.repeat === 'replace' ? imported.previous.map((each) => each.import) : [];
  const imports = await storeOf('Import').find({ filter: { _id: { $in: replaced } }, only: ['number'] });
  const notReplaced = { importNumber: { $nin: imports.map(({ number }) => number) } };
  const filter = { $and: [readable, await visibleImportsFilter(), notReplaced, { _id: { $in: ids } }] };
  const records = new Map((await storeOf(name).find({ filter })).map((record) => [record.id, record]));
  for (const row of rows) {
    const [id = ''] = idOf(row);
    const record = records.get(id);
    if (!record) continue;
    const { line } = row;
    found.add(line);
    const [different] = Object.keys(row.values).filter(
      (field) => !isSameValue(row.values[field] ?? null, valueAt(record, field)),
    );
    if (different === undefined) unchanged.add(line);
    else faults.push({ line, field: different, ...changedFault });
  }
  return { unchanged, faults, isNew: ({ line }) => !found.has(line) };
}

const changedFault = {
  message: 'The row with this ID has another value',
  fix: 'Change the existing row instead, or remove the ID column to import all rows as new ones',
};

/** Whether a cell has the value of a record. Exports for Excel have times without seconds. */
const isSameValue = (cell: unknown, stored: unknown): boolean =>
  isEqual(cell, stored) ||
  (String(cell).length === 24 &&
    String(cell).endsWith(wholeMinute) &&
    String(stored).startsWith(String(cell).slice(0, -wholeMinute.length)));

const wholeMinute = ':00.000Z';

const valueAt = (record: Records[BulkResource], field: string): unknown =>
  field.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), record) ?? null;
