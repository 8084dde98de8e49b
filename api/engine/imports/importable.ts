import { isRecord } from '#schemas/forms/is-record.ts';
import { keysOf } from '#schemas/forms/pointer.ts';
import type { Import, ImportChange } from '#schemas/generated/types.ts';
import type { ImportField } from '#schemas/resource/imports.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import type { Viewer } from '../access/viewer.ts';
import type { LikelyDuplicate } from '../resource/rules/declaration.ts';
import type { CsvRow } from './csv-rows.ts';

/** A row as read by the mapping. Values are keyed by the name of their field. */
export interface ReadRow {
  line: number;
  values: Record<string, unknown>;
}

/** A validation error of a row; `field` is the field's name. */
export interface RowFault {
  line: number;
  field: string;
  message: string;
  value?: string;
  /** The position of the cell in its row. */
  column?: number;
  /** What to do about it, if the message does not say which of the usual fixes. */
  fix?: string;
}

/** The fields of rows that already have a fault, by line. */
export type FaultyFields = ReadonlyMap<number, readonly string[]>;

/** A name in a row that no record has. */
export interface UnknownName {
  line: number;
  type: string;
  text: string;
}

/** What a row did, or would do, to a record. */
export interface RowOutcome {
  line: number;
  action: 'create' | 'update' | 'none' | 'skip';
  /** The name of the record, and its changed fields. */
  change?: Omit<Import['changes'][number], 'line'>;
  /** The record or row that the row likely duplicates, with the name of the row. */
  duplicate?: LikelyDuplicate & { own: string };
}

/** The result of resolving a batch of rows. */
export interface ResolvedRows {
  /** Errors that depend on other records. */
  faults: RowFault[];
  /** Rows that match no place in the entity tree. */
  unmatched: Import['unmatched'];
  unknown: UnknownName[];
  /** Whether the names of new rows are compared with only some of the stored records. */
  isNameSearchPartial?: boolean;
  /** What the rows will do, if that is known before they are stored. */
  outcomes?: RowOutcome[];
  /** Leaves out a row that was rejected while it was stored. */
  drop(line: number): void;
  /** From now on, each record is saved with commands of its own: several were rejected together. */
  saveSeparately?(): void;
  /**
   * Stores the records of the rows without a fault; called in a transaction that may be retried. Throws a RowRejected
   * for a row that cannot be stored, unless `onFault` takes it.
   */
  store(onFault?: (fault: RowFault) => void): Promise<RowOutcome[]>;
}

/** A row that cannot be stored, which ends its transaction. */
export class RowRejected extends Error {
  readonly fault: RowFault;

  constructor(fault: RowFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** The faults of a row that an error reports. Throws any other error. */
export function faultsOf(error: unknown, line: number): RowFault[] {
  if (error instanceof RowRejected) return [error.fault];
  if (!(error instanceof ApiError)) throw error;
  const { fields, errors } = error.details ?? {};
  const problems: unknown[] = [fields, errors].find(Array.isArray) ?? [];
  const faults = problems.flatMap((problem): RowFault[] => {
    const { path, message, value }: Record<string, unknown> = Object(problem);
    if (typeof path !== 'string' || typeof message !== 'string') return [];
    const field = keysOf(path)
      .filter((key) => !/^\d+$/.test(key))
      .join('.');
    return [{ line, field, message, ...(value === undefined || isRecord(value) ? {} : { value: String(value) }) }];
  });
  return faults.length > 0 ? faults : [{ line, field: '', message: error.message }];
}

/** One run over a file. */
export interface ImportRun {
  /**
   * Resolves the references of a batch of rows with bulk queries. Rows with faulty cells are not stored, but can have
   * further faults; only records that are saved one by one have them here.
   */
  resolve(rows: ReadRow[], faulty: FaultyFields): Promise<ResolvedRows>;
  /** The earlier imports that wrote the records that these rows match by their key, and no others. */
  sameKeys?(): Promise<string[]>;
  /** How many records an earlier import created that no row matches: replacing that import deletes them. */
  othersIn?(id: string): Promise<number>;
  /** Called in the transaction that ends the import. */
  end(): Promise<void>;
}

/** A resource that can be imported from files. */
export interface Importable {
  /** Fields that a column can be mapped to. */
  fields(kind: Import['kind']): ImportField[];
  /** Fields by which a row is recognized as a total of others. */
  totals: TotalFields;
  /** Fields by which existing records are found; none if each row is a new record. */
  keys: string[];
  /** Rows that are stored in one transaction, if the records are saved one by one and can be restored. */
  saved?: SavedRecords;
  begin(imported: Import, viewer: Viewer): ImportRun;
  /** Called before and after the records are hidden or shown. */
  onVisibilityChange?(imported: Import): Promise<void>;
  /** Called after the records were deleted. */
  onDeleted?(imported: Import): Promise<void>;
}

/** How an import whose records are saved one by one is undone. */
interface SavedRecords {
  /** Whether the viewer may create such records. */
  mayImport(viewer: Viewer): boolean;
  /** Restores the state of one record before the import. Returns why it is not possible. */
  undo(change: ImportChange, viewer: Viewer): Promise<string | undefined>;
}

const registered = new Map<string, Importable>();

/**
 * Registers the import implementations at startup (dependency injection), because this folder does not know individual
 * resources.
 */
export function registerImportables(importables: ReadonlyMap<string, Importable>): void {
  registered.clear();
  for (const [name, importable] of importables) registered.set(name, importable);
}

/** Returns the import implementation of a resource. */
export function importableOf({ resource }: Pick<Import, 'resource'>): Importable {
  const importable = registered.get(resource);
  if (importable) return importable;
  throw new Error(`There is no Importable for ${resource}`);
}

/** Maximum invalid lines, unmatched rows and total rows listed; all are counted. */
const maxListed = 100;
/**
 * Maximum groups of errors, lines and values of a group, changed records, unknown names, faulty rows that can be
 * downloaded and their errors, and rows of a group of likely duplicates.
 */
const limits = { groups: 50, examples: 5, changes: 20, names: 100, faultyRows: 5_000, faults: 20_000, duplicates: 10 };
/** Maximum characters shown of an invalid value. */
const maxLength = 100;

type ListedRow = Import['unmatched'][number];

/** The parts of an import that its check and its run report. */
export type ReportedParts = Pick<
  Import,
  | ('problemCount' | 'problems' | 'problemGroups' | 'faultyRows' | 'unknownNames')
  | ('unmatchedCount' | 'unmatched' | 'emptyRows' | 'totalRowCount' | 'totalRows')
  | ('created' | 'updated' | 'unchanged' | 'faulty' | 'skipped' | 'changes')
  | ('duplicateCount' | 'duplicateGroups' | 'isNameSearchPartial')
>;

/** The report of an import that has not begun. */
export const emptyReport = (): ReportedParts => ({
  ...{ problemCount: 0, problems: [], problemGroups: [], faultyRows: [], unknownNames: [] },
  ...{ unmatchedCount: 0, unmatched: [], emptyRows: 0, totalRowCount: 0, totalRows: [] },
  ...{ created: 0, updated: 0, unchanged: 0, faulty: 0, skipped: 0, changes: [] },
  ...{ duplicateCount: 0, duplicateGroups: [], isNameSearchPartial: false },
});

/** What an import has reported so far, for a report that is continued. */
export function reportOf(imported: Import): ReportedParts {
  const { problemCount, problems, problemGroups, faultyRows, unknownNames } = imported;
  const { unmatchedCount, unmatched, emptyRows, totalRowCount, totalRows } = imported;
  const { created, updated, unchanged, faulty, skipped, changes } = imported;
  const { duplicateCount, duplicateGroups, isNameSearchPartial } = imported;
  return {
    ...{ problemCount, problems, problemGroups, faultyRows, unknownNames },
    ...{ unmatchedCount, unmatched, emptyRows, totalRowCount, totalRows },
    ...{ created, updated, unchanged, faulty, skipped, changes },
    ...{ duplicateCount, duplicateGroups, isNameSearchPartial },
  };
}

/** The property that counts each outcome. */
const counts = { create: 'created', update: 'updated', none: 'unchanged', skip: 'skipped' } as const;

/** Collects the report of an import. */
export class ImportReport {
  readonly parts: ReportedParts;
  readonly #columns: Map<string | null, string>;
  readonly #labels: Map<string, string>;
  /** The faulty fields by line in the current batch, so that a row with two faults counts once. */
  #faultyFields = new Map<number, string[]>();
  /** The faulty rows that can be downloaded. */
  readonly #listedRows: Set<number>;

  constructor(
    { mapping, columns, resource, kind }: Pick<Import, 'mapping' | 'columns' | 'resource' | 'kind'>,
    parts: ReportedParts = emptyReport(),
  ) {
    this.parts = parts;
    this.#listedRows = new Set(parts.faultyRows.map(({ line }) => line));
    this.#columns = new Map(mapping.map((name, index) => [name, columns[index] ?? '']));
    this.#labels = new Map(
      importableOf({ resource })
        .fields(kind)
        .map(({ name, label }) => [name, label]),
    );
  }

  /** Begins the next batch of rows. */
  nextBatch(): void {
    this.#faultyFields = new Map();
  }

  /** The faulty fields of the rows of the current batch. */
  get faultyFields(): FaultyFields {
    return this.#faultyFields;
  }

  fault({ line, field, value = '', message, fix }: RowFault): void {
    const { parts } = this;
    // A field without a column has the label that the mapping offers.
    const column = this.#columns.get(field) ?? this.#labels.get(field) ?? (field.includes('.') ? '' : field);
    const shown = value.slice(0, maxLength);
    parts.problemCount += 1;
    const isFirst = !this.#faultyFields.has(line);
    if (isFirst) parts.faulty += 1;
    this.#faultyFields.set(line, [...(this.#faultyFields.get(line) ?? []), field]);
    if (parts.problems.length < maxListed) parts.problems.push({ line, column, value: shown, message });
    const group = this.#group(column, message, { line, value: shown, fix });
    this.#listFault(line, group);
  }

  /** Lists an error of a row that can be downloaded. */
  #listFault(line: number, group: number): void {
    const { faultyRows } = this.parts;
    const isListed = this.#listedRows.has(line);
    if (faultyRows.length >= limits.faults || (!isListed && this.#listedRows.size >= limits.faultyRows)) return;
    this.#listedRows.add(line);
    faultyRows.push({ line, group });
  }

  /** Adds a fault to the group of its column and cause. Returns the position of the group. */
  #group(
    column: string,
    whole: string,
    { line, value, fix }: { line: number; value: string; fix: string | undefined },
  ): number {
    const { problemGroups } = this.parts;
    const [message = whole, ...hints] = whole.split('; ');
    const isSame = (each: Import['problemGroups'][number]) => each.column === column && each.message === message;
    const found = problemGroups.findIndex(isSame);
    const isFull = found < 0 && problemGroups.length >= limits.groups;
    const at = isFull ? problemGroups.length - 1 : found < 0 ? problemGroups.length : found;
    const group = problemGroups[at] ?? { column, message, count: 0, lines: [], values: [], fix: '' };
    group.count += 1;
    if (isFull) Object.assign(group, { column: '', message: 'Other errors' });
    if (group.fix === '') group.fix = fix ?? fixOf(message, hints);
    if (line > 0 && group.lines.length < limits.examples) group.lines.push(line);
    if (value !== '' && group.values.length < limits.examples && !group.values.includes(value))
      group.values.push(value);
    problemGroups[at] = group;
    return at;
  }

  unknown({ line, type, text }: UnknownName): void {
    const { unknownNames } = this.parts;
    const known = unknownNames.find((each) => each.type === type && each.text === text);
    if (known) known.count += 1;
    else if (unknownNames.length < limits.names) unknownNames.push({ type, text, count: 1, line });
  }

  unmatch(rows: ListedRow[]): void {
    this.parts.unmatchedCount += rows.length;
    list(this.parts.unmatched, rows);
  }

  /** Records a row without values. */
  empty(): void {
    this.parts.emptyRows += 1;
  }

  /** Records a row that is a total of others. */
  total({ line, cells }: CsvRow): void {
    this.parts.totalRowCount += 1;
    list(this.parts.totalRows, [{ line, value: rowSummary({ cells }) }]);
  }

  /** Counts what rows did to their records. */
  count(outcomes: RowOutcome[]): void {
    const { parts } = this;
    for (const { line, action, change, duplicate } of outcomes) {
      parts[counts[action]] += 1;
      if (duplicate) this.#duplicate(line, duplicate);
      if (change && action === 'update' && parts.changes.length < limits.changes)
        parts.changes.push({ line, ...change });
    }
  }

  /** Adds a likely duplicate to the group of its reason. */
  #duplicate(line: number, { own, name, record, line: otherLine, reason }: NonNullable<RowOutcome['duplicate']>): void {
    const { parts } = this;
    parts.duplicateCount += 1;
    const group = parts.duplicateGroups.find((each) => each.reason === reason) ?? { reason, count: 0, rows: [] };
    if (group.count === 0) parts.duplicateGroups.push(group);
    group.count += 1;
    const [rowName = '', otherName = ''] = [own, name].map((each) => each.slice(0, 200));
    if (group.rows.length < limits.duplicates)
      group.rows.push({ line, name: rowName, otherName, otherRecord: record, otherLine });
  }
}

const wrongDate =
  /^Must be a date|^There is no month|^\w+ \d{4} has no day|^This date is incomplete|^Add the year to|^The year must be/;

/** Suggested fixes by the message. */
const fixes: [RegExp, string][] = [
  [/^Missing required field/, 'Map a column to it, or set a value for all rows'],
  [/^There is no order with/, 'Correct the code or id in the file'],
  [/^No .+ is named/, 'Choose what the name refers to, or correct it in the file'],
  [/are named/, 'Use the external ID, e-mail address or id instead of the name'],
  [/^Must be one of/, 'Use one of these values'],
  [wrongDate, 'Correct the dates, or choose another date format'],
  [/^Must be a .*number/, 'Correct the numbers, or choose another decimal mark'],
  [/^Column \d+ has a value/, 'Name the column in the header line, or clear the cell; check the separator'],
  [/^Only .+ can set this/, 'Skip the column, or ask someone with that role'],
  [/same .+ as line/, 'Remove one of the lines'],
  [/ is an error in the spreadsheet$/, 'Correct the formula in the spreadsheet, or clear the cell'],
];

function fixOf(message: string, hints: string[]): string {
  const [hint] = hints;
  if (hint) return `${hint.charAt(0).toUpperCase()}${hint.slice(1)}`;
  return fixes.find(([shape]) => shape.test(message))?.[1] ?? 'Correct these rows in the file';
}

function list(listed: ListedRow[], rows: ListedRow[]): void {
  const room = Math.max(0, maxListed - listed.length);
  listed.push(...rows.slice(0, room).map(({ line, value }) => ({ line, value: value.slice(0, maxLength) })));
}

/** Fields by which a row is recognized as a total of others. */
interface TotalFields {
  /** Fields that identify a row: a name, a number, a code. */
  nameFields: string[];
  /** Fields that totals add up. */
  amounts: string[];
}

const isBlank = (cell: string | undefined): boolean => !cell || trimText(cell) === '';

/** Returns whether a row has no value; spreadsheets write such rows if they are only formatted. */
export const isEmptyRow = ({ cells }: Pick<CsvRow, 'cells'>): boolean => cells.every(isBlank);

/** Maximum characters of a cell to examine. */
const maxNameLength = 200;
const word = /total|sum/i;
const isTotalName = /^(?:(?:grand|sub|running|overall)[- ]?)?totals?[:.]?$|^sum[:.]?$/i;
/** 'Total for Cafe' of accounting programs, 'Cafe Total' of spreadsheet subtotals. */
const containsTotal = /^(?:grand |sub-?)?totals? .|. (?:grand |sub-?)?totals?[:.]?$/i;

/**
 * Creates the test for total rows, which would be counted twice. A total row is named Total, Sum etc. in a naming
 * column or its first cell; or has amounts but no value in any naming column. A name that merely contains the word,
 * such as Total Wine, counts only if the row has nothing but amounts.
 */
export function totalRowTest(
  { mapping }: Pick<Import, 'mapping'>,
  { nameFields, amounts }: TotalFields,
): (row: Pick<CsvRow, 'cells'>) => boolean {
  const columnsWhere = (fits: (name: string) => boolean) =>
    mapping.flatMap((name, at) => (name !== null && fits(name) ? [at] : []));
  const namingColumns = columnsWhere((name) => nameFields.includes(name));
  const amountColumns = columnsWhere((name) => amounts.includes(name));
  const otherColumns = columnsWhere((name) => !nameFields.includes(name) && !amounts.includes(name));
  return ({ cells }) => {
    const hasValue = (at: number) => !isBlank(cells[at]);
    const columns = namingColumns.filter(hasValue);
    const first = cells.findIndex((cell) => !isBlank(cell));
    // Fast path: nearly all rows have a name without such a word, and there may be millions.
    if (columns.length > 0 && ![first, ...columns].some((at) => word.test(cells[at] ?? ''))) return false;
    const textAt = (at: number) => trimText(cells[at] ?? '').slice(0, maxNameLength);
    const names = columns.map(textAt);
    if ([textAt(first), ...names].some((name) => isTotalName.test(name))) return true;
    if (namingColumns.length === 0 || !amountColumns.some(hasValue)) return false;
    if (names.length === 0) return true;
    const hasNothingElse = names.length === 1 && otherColumns.length > 0 && !otherColumns.some(hasValue);
    return hasNothingElse && names.some((name) => containsTotal.test(name));
  };
}

/** Returns the first values of a row, for display. */
export const rowSummary = ({ cells }: Pick<CsvRow, 'cells'>): string =>
  cells
    .map(trimText)
    .filter((cell) => cell !== '')
    .slice(0, 4)
    .join(' · ');

/** A value merged deeply into an earlier one: objects by their keys. */
export function mergedWith(before: unknown, value: unknown): unknown {
  if (!isRecord(before) || !isRecord(value)) return value;
  const merged = Object.entries(value).map(([key, each]) => [key, mergedWith(before[key], each)]);
  return { ...before, ...Object.fromEntries(merged) };
}

/** Sets a value in nested objects. */
export function setAt(target: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const inner = target[name];
  const next = isRecord(inner) ? inner : {};
  target[name] = next;
  setAt(next, rest, value);
}

/** Sets the values of a property of the objects in a list: one for each object. */
export function setInList(body: Record<string, unknown>, list: string, name: string, values: unknown[]): void {
  const given: unknown = body[list];
  const items: unknown[] = Array.isArray(given) ? given : [];
  const objects = values.map((value, index) => {
    const item = items[index];
    const object: Record<string, unknown> = isRecord(item) ? { ...item } : {};
    setAt(object, name.slice(list.length + 1).split('.'), value);
    return object;
  });
  body[list] = objects;
}

/** A value for display. */
export const shownValue = (value: unknown): string =>
  (typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)).slice(
    0,
    200,
  );

/** Whether a field is another one, or an object with it, or a property of it. */
export const isSameField = (field: string, other: string): boolean =>
  field === other || field.startsWith(`${other}.`) || other.startsWith(`${field}.`);

/** The records that a row matches by its key. */
export function matchedIn<T>(
  row: ReadRow,
  key: string | null,
  matches: Map<string, T[]>,
): { line: number; record: T }[] {
  const value = key === null ? undefined : keyOf(row, key);
  const records = value === undefined ? undefined : matches.get(value);
  return (records ?? []).map((record) => ({ line: row.line, record }));
}

/** The value of the key in a row; undefined if it has none. */
export function keyOf({ values }: ReadRow, key: string): string | undefined {
  const value = values[key];
  if (value === undefined || value === '') return undefined;
  return key === 'email' ? String(value).toLowerCase() : String(value);
}
