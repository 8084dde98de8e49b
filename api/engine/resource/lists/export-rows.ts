import { IANAZone } from 'luxon';
import { toSignificant } from '#grammar/decimal/decimal.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { storedMoment } from '#schemas/texts/moments.ts';
import { conditionOf } from '../../access/ability.ts';
import type { Viewer } from '../../access/viewer.ts';
import { isResourceName, resource } from '../../store/model.ts';
import { pathReader } from '../../store/reader.ts';
import { storeOf } from '../../store/store.ts';
import { toResponse } from '../rules/serializer.ts';
import type { Column } from './columns.ts';

/** The rows of a list to export as a file. */
export interface ExportSource {
  columns: Column[];
  /** The records in batches. */
  rows: AsyncIterable<object[]>;
  /** The references to write as names (`populate`). */
  populate: string[];
  viewer: Viewer;
  /** Writes dates as M/D/YYYY h:mm in this IANA time zone; without it, as ISO in UTC. */
  timeZone?: string | undefined;
}

export type ExportCell = string | number | boolean | undefined;

/** Converts the scalar date of a column to a cell. */
type DateCell = (value: string, kind: 'date' | 'dateTime') => string | number;

/** Separator of list values in one cell; a comma would look like the next cell. */
const separator = '; ';

/**
 * Converts records to the cells of a file, batch by batch: names of references, lists in one cell, and dates. `dateCell`
 * replaces the text of a date.
 */
export async function* exportRows(source: ExportSource, dateCell?: DateCell): AsyncGenerator<ExportCell[][]> {
  const { loadNames, cellsOf } = exportReader(source, dateCell);
  for await (const records of source.rows) {
    await loadNames(records);
    yield records.map(cellsOf);
  }
}

interface ExportReader {
  /** Loads the names of the references in these records. Call it before `cellsOf`. */
  loadNames: (records: object[]) => Promise<void>;
  cellsOf: (record: object) => ExportCell[];
  /** Converts a text to the text of a cell in the column with this index. Undefined if texts stay as they are. */
  conversions: (((text: string) => string) | undefined)[];
}

/** How the records of an export become cells, for rows that are read as records and for those that are not. */
export function exportReader(
  { columns, populate, viewer, timeZone }: Omit<ExportSource, 'rows'>,
  dateCell: DateCell = dateText(timeZone),
): ExportReader {
  const itemDate = dateText(timeZone);
  const { names: namesByColumn, loadNames } = referenceNames({ columns, populate, viewer });
  const readers = columns.map(({ name, unlike, valueKind, decimals }, index) => {
    const read = pathReader(name.split('.'));
    const other = unlike === undefined ? undefined : pathReader(unlike.split('.'));
    const dates = valueKind === 'date' || valueKind === 'dateTime' ? valueKind : undefined;
    const names = namesByColumn[index];
    const item = (value: unknown): string => {
      const cell = scalar(value, { dateCell: itemDate, dates, names });
      return typeof cell === 'number' ? decimalText(cell, decimals) : String(cell ?? '');
    };
    const cell = (record: object): ExportCell => {
      const value = read(record);
      if (other && isEqual(value, other(record))) return undefined;
      if (Array.isArray(value)) return value.map(item).join(separator);
      return scalar(value, { dateCell, dates, names });
    };
    return { cell, item, isConverted: names !== undefined || (dates !== undefined && timeZone !== undefined) };
  });
  return {
    loadNames,
    cellsOf: (record) => readers.map(({ cell }) => cell(record)),
    conversions: readers.map(({ item, isConverted }) => (isConverted ? item : undefined)),
  };
}

interface ScalarOptions {
  dateCell: DateCell;
  /** The kind of the column's dates; undefined for other columns. */
  dates: 'date' | 'dateTime' | undefined;
  names: ReferenceNames;
}

function scalar(value: unknown, { dateCell, dates, names }: ScalarOptions): ExportCell {
  if (typeof value === 'string') return names?.get(value) ?? (dates ? dateCell(value, dates) : value);
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value;
  return value === null || value === undefined ? undefined : objectText(value);
}

/** A file from a form is written as its name, a free-form map as JSON. */
function objectText(value: object): string {
  const name: unknown = Reflect.get(value, 'name');
  return typeof name === 'string' && 'mimeType' in value ? name : JSON.stringify(value);
}

/** Formats a number for other programs: no grouping, with a minimum number of decimals. */
export function decimalText(value: number, decimals = 0): string {
  const text = String(toSignificant(value));
  const [whole, fraction = ''] = text.split('.');
  return text.includes('e') || decimals <= fraction.length ? text : `${whole}.${fraction.padEnd(decimals, '0')}`;
}

/**
 * The clock time of a stored date as milliseconds since 1970: of a moment in a time zone (UTC without one), of a day at
 * midnight. Undefined for texts that are no dates.
 */
export function wallTime(value: string, kind: 'date' | 'dateTime', timeZone = 'UTC'): number | undefined {
  const moment = storedMoment(value)?.getTime();
  // A time of day has no date.
  if (moment === undefined || value.length < 10) return undefined;
  return kind === 'date' || value.length === 10 ? moment : moment + IANAZone.create(timeZone).offset(moment) * 60_000;
}

/** Writes dates as M/D/YYYY and moments as M/D/YYYY h:mm, as Excel reads them; without a time zone, unchanged. */
const dateText =
  (timeZone: string | undefined) =>
  (value: string, kind: 'date' | 'dateTime'): string => {
    const time = timeZone === undefined ? undefined : wallTime(value, kind, timeZone);
    if (time === undefined) return value;
    const date = new Date(time);
    const day = `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;
    if (kind === 'date' || value.length === 10) return day;
    return `${day} ${date.getUTCHours()}:${String(date.getUTCMinutes()).padStart(2, '0')}`;
  };

/** The header row: labels, with the column's name where several columns share a label. */
export function headings(columns: Column[]): string[] {
  const labels = columns.map(({ label }) => label);
  return columns.map(({ label, name }) =>
    labels.indexOf(label) === labels.lastIndexOf(label) ? label : `${label} (${name})`,
  );
}

/** Names by id for one column; undefined for a column without references. */
type ReferenceNames = ReadonlyMap<string, string> | undefined;

/** Maximum number of cached names per type. */
const maxCachedNames = 10_000;

/**
 * Resolves references to names for the columns in `populate`: one query per type and batch, without ids that are
 * already cached. Ids that the viewer may not read stay ids, unless their names are readable (`x-store.named`).
 */
function referenceNames({ columns, populate, viewer }: Pick<ExportSource, 'columns' | 'populate' | 'viewer'>): {
  /** By column. They grow with each call of `loadNames`. */
  names: ReferenceNames[];
  loadNames: (records: object[]) => Promise<void>;
} {
  const cache = new Map<string, Map<string, string>>();
  const lookups = columns.map(({ name, refersTo }) => {
    if (!refersTo || !populate.includes(shortName(name))) return undefined;
    const names = cache.get(refersTo) ?? new Map<string, string>();
    cache.set(refersTo, names);
    return { type: refersTo, names, read: pathReader(name.split('.')) };
  });
  const loadNames = async (records: object[]) => {
    for (const names of cache.values()) if (names.size > maxCachedNames) names.clear();
    const missing = new Map<string, Set<string>>();
    for (const { type, names, read } of lookups.filter((each) => each !== undefined)) {
      const ids = records.flatMap((record) => [read(record)].flat()).filter((id) => typeof id === 'string');
      missing.set(type, new Set([...(missing.get(type) ?? []), ...ids.filter((id) => !names.has(id))]));
    }
    await Promise.all(
      [...missing].map(async ([type, ids]) => {
        for (const [id, name] of await namesOf(type, [...ids], viewer)) cache.get(type)?.set(id, name);
      }),
    );
  };
  return { names: lookups.map((each) => each?.names), loadNames };
}

/** A reference's name in `populate`: 'products.product' is 'product', 'channelId' is 'channel'. */
const shortName = (column: string): string => column.slice(column.lastIndexOf('.') + 1).replace(/Id$/, '');

async function namesOf(type: string, ids: string[], viewer: Viewer): Promise<[string, string][]> {
  if (!isResourceName(type) || ids.length === 0) return [];
  const target = resource(type);
  const condition = target.schema['x-store']?.named ? {} : conditionOf(viewer.ability, 'read', type);
  if (!condition) return [];
  const field = target.fields.some(({ name }) => name === 'name') ? 'name' : (target.columns[0] ?? 'id');
  const found = await storeOf(type).find({ filter: { $and: [{ _id: { $in: ids } }, condition] }, only: [field] });
  return found.map((record) => [record.id, String(toResponse(target, record, viewer)[field] ?? record.id)]);
}
