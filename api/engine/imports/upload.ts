import type { FastifyRequest } from 'fastify';
import type { File, Import } from '#schemas/generated/types.ts';
import type { PropertyKind } from '#schemas/resource/kind.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { parseDate, parseDateTime } from '#schemas/typed-values/parse-date.ts';
import { parseNumber } from '#schemas/typed-values/parse-number.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { invalidRequest } from '../../platform/errors/catalogue.ts';
import { signedIn } from '../access/signed-in.ts';
import { recordAuditChange } from '../audit/record-change.ts';
import { type IncomingFile, withIncomingFile } from '../files/incoming.ts';
import { uploadFile } from '../files/upload.ts';
import { enqueueJob } from '../jobs/queue.ts';
import { updateAttachmentReferences } from '../resource/rules/attachments.ts';
import { storeOf } from '../store/store.ts';
import type { CellOptions } from './cells.ts';
import { type CsvRow, firstLines, type Separator, separatorOf, UnreadableCsv } from './csv-rows.ts';
import { type SniffedFile, sniffEncoding } from './encoding.ts';
import { ImportReport, importableOf, isEmptyRow, totalRowTest } from './importable.ts';

/** Abandoned drafts are canceled after a day; milliseconds. */
const draftLifetime = 86_400_000;

interface Upload {
  request: FastifyRequest;
  config: Config;
  target: Pick<Import, 'resource' | 'kind' | 'report'>;
}

/**
 * Streams the CSV file of a request into the file store and creates the draft of its import with columns, sample rows
 * and a suggested mapping. Throws REQUEST_SCHEMA_INVALID for a file that is too large or cannot be read.
 */
export async function createImportDraft({ request, config, target }: Upload): Promise<Import> {
  const limit = { bytes: config.importLimit, name: 'IMPORT_LIMIT' };
  return await withIncomingFile(request, limit, async (incoming) => {
    const { bytes, result: sniffed } = sniffEncoding(incoming.bytes);
    const result: { draft?: Import } = {};
    const { fileStore, fileQuota, importLimit: fileLimit } = config;
    await uploadFile({
      viewer: signedIn(request),
      incoming: { ...incoming, bytes },
      config: { fileStore, fileQuota, fileLimit },
      log: request.log,
      storeResponse: async (file) => {
        result.draft = await makeDraft({ request, target, incoming, file, sniffed: sniffed() });
      },
    });
    if (result.draft) return result.draft;
    throw new Error('The upload created no import');
  });
}

interface Draft extends Pick<Upload, 'request' | 'target'> {
  incoming: IncomingFile;
  file: File;
  sniffed: SniffedFile;
}

async function makeDraft({ request, target, incoming, file, sniffed }: Draft): Promise<Import> {
  const viewer = signedIn(request);
  const { shown, rows, lastRows } = previewOf(sniffed);
  const importable = importableOf(target);
  const fields = importable.fields(target.kind);
  const user = viewer.user.id;
  const mapping = await suggestMapping({ ...target, user, columns: shown.columns }, fields);
  const today = now().toISOString().slice(0, 10);
  const totals = new ImportReport({ mapping, columns: shown.columns });
  const isTotal = totalRowTest({ mapping }, importable.totals);
  const lastShown = rows.at(-1)?.line ?? 0;
  for (const row of [...rows, ...lastRows.filter(({ line }) => line > lastShown)]) if (isTotal(row)) totals.total(row);
  const draft = await storeOf('Import').insert({
    ...target,
    ...shown,
    ...detectedOptions({ rows: rows.map(({ cells }) => cells), mapping, fields, today }),
    user,
    actor: viewer.really?.id ?? null,
    file: file.id,
    fileName: file.name,
    size: incoming.progress.size,
    batch: file.name.replace(/\.[a-z]{1,4}$/i, '').slice(0, 100) || 'Import',
    fields: fields.map(({ name, label, kind, isRequired }) => ({ name, label, kind, isRequired })),
    mapping,
    totalRowCount: totals.totalRowCount,
    totalRows: totals.totalRows,
  });
  await updateAttachmentReferences('Import', null, draft);
  const { id, revision, fileName } = draft;
  await recordAuditChange({
    viewer,
    action: 'create',
    name: 'Import',
    before: null,
    after: { id, revision, fileName },
  });
  await enqueueJob('importUpkeep', `Import/${id}`, fromNow(draftLifetime));
  return draft;
}

/** Number of first rows to examine; each cell is parsed several times. */
const maxRows = 200;

interface DetectionInput {
  rows: string[][];
  mapping: Import['mapping'];
  fields: Field[];
  today: string;
}

const numberKinds: PropertyKind[] = ['number', 'integer', 'money'];
const dateKinds: PropertyKind[] = ['date', 'dateTime'];

/**
 * Detects the parsing options of a CSV file from its first rows. Considers columns mapped to a number or a date, and
 * unmapped columns whose cells all parse as such.
 */
export function detectedOptions({ rows, mapping, fields, today }: DetectionInput): Omit<CellOptions, 'today'> {
  const kinds = new Map(fields.map(({ name, kind }) => [name, kind]));
  const columns = mapping.map((name, at) => ({
    kind: name === null ? undefined : kinds.get(name),
    cells: rows.slice(0, maxRows).flatMap((cells) => trimText(cells[at] ?? '') || []),
  }));
  const cellsOf = (accepted: PropertyKind[], isRead: (cell: string) => boolean) =>
    columns.flatMap(({ kind, cells }) =>
      (kind === undefined ? cells.every(isRead) : accepted.includes(kind)) ? cells : [],
    );
  const asNumber = (decimalMark: '.' | ',', isDashZero: boolean) => (cell: string) =>
    parseNumber(cell, { decimalMark, isDashZero }).status === 'value';
  const [withPoint, withComma] = [asNumber('.', true), asNumber(',', true)];
  const numbers = cellsOf(numberKinds, (cell) => withPoint(cell) || withComma(cell));
  const asDate = (order: 'MDY' | 'DMY') => (cell: string) =>
    [parseDate, parseDateTime].some((parse) => parse(cell, { today, order, isYearRequired: true }).status === 'value');
  const [monthFirst, dayFirst] = [asDate('MDY'), asDate('DMY')];
  const dates = cellsOf(dateKinds, (cell) => monthFirst(cell) || dayFirst(cell));
  const known = columns.flatMap(({ kind, cells }) => (kind && dateKinds.includes(kind) ? cells : []));
  return {
    decimalMark: isOnlyOther(numbers, withPoint, withComma) ? ',' : '.',
    dateOrder: isOnlyOther(dates, monthFirst, dayFirst) ? 'DMY' : 'MDY',
    dashIsZero: numbers.some((cell) => /[-\u2010-\u2013\u2212]/.test(cell) && isLoneDash(cell)),
    // Serial day numbers of 1954 to 2119; years and order numbers have fewer or more digits.
    serialDates: known.length > 0 && known.every((cell) => /^[2-7]\d{4}(?:\.\d+)?$/.test(cell)),
  };
}

/** Returns whether some cells parse only the other way and none only the default way. */
function isOnlyOther(cells: string[], isUsual: (cell: string) => boolean, isOther: (cell: string) => boolean): boolean {
  return (
    cells.some((cell) => isOther(cell) && !isUsual(cell)) && !cells.some((cell) => isUsual(cell) && !isOther(cell))
  );
}

const isLoneDash = (cell: string) =>
  parseNumber(cell).status !== 'value' && parseNumber(cell, { isDashZero: true }).status === 'value';

/** Limits of columns, sample rows and cell length. */
const limits = { columns: 200, rows: 10, cell: 200 };

/** The preview of a file before import. */
interface Preview {
  shown: Pick<Import, 'encoding' | 'separator' | 'columns' | 'sample'>;
  /** Its non-empty rows. */
  rows: CsvRow[];
  /** The last rows, if the file is longer than its beginning. */
  lastRows: CsvRow[];
}

/** Builds the preview of a file. Throws REQUEST_SCHEMA_INVALID with the line and column that cannot be read. */
function previewOf(sniffed: SniffedFile): Preview {
  const { encoding, fault, head } = sniffed;
  if (fault) throw invalidFile(fault);
  const text = head.replace(/^\ufeff/, '');
  const separator = separatorOf(text);
  const [first, ...others] = orInvalidFile(() =>
    firstLines({ text, isWhole: !sniffed.isMore, separator, shown: limits.rows + 1 }),
  );
  if (!first) throw invalidFile('The file has no header row');
  const rows = others.filter((line) => !isEmptyRow(line));
  if (rows.length === 0 && !sniffed.isMore) throw invalidFile('The file has a header row but no data rows');
  const sample = rows
    .slice(0, limits.rows)
    .map(({ cells }) => ({ cells: cells.map((cell) => cell.slice(0, limits.cell)) }));
  const columns = columnsOf(first.cells);
  const lastRows = lastLines(sniffed, separator).filter((line) => line.cells.length === columns.length);
  return { shown: { encoding, separator, columns, sample }, rows, lastRows };
}

/** Returns the rows at the end of a long file; none if that part starts inside a row. */
function lastLines({ end }: SniffedFile, separator: Separator): CsvRow[] {
  if (!end) return [];
  try {
    const lines = firstLines({ text: end.text, isWhole: true, separator, shown: Number.POSITIVE_INFINITY });
    return lines.map(({ line, cells }) => ({ line: line + end.line - 1, cells }));
  } catch (error) {
    if (error instanceof UnreadableCsv) return [];
    throw error;
  }
}

function orInvalidFile<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof UnreadableCsv ? invalidFile(`Line ${error.line}: ${error.message}`) : error;
  }
}

const invalidFile = (message: string) => invalidRequest('body', [{ path: '/file', message }]);

function columnsOf(cells: string[]): string[] {
  if (cells.length > limits.columns)
    throw invalidFile(`Line 1: ${cells.length} columns; at most ${limits.columns} are allowed`);
  const tooLong = cells.findIndex((cell) => cell.length > limits.cell);
  if (tooLong >= 0)
    throw invalidFile(`Line 1, column ${tooLong + 1}: the name must not exceed ${limits.cell} characters`);
  return cells.map((cell, index) => trimText(cell) || `Column ${index + 1}`);
}

/** Normalizes a column name for comparison: ignores case, blanks and punctuation. */
const normalizeName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Suggests the field for each column: the choice in the last import with a column of that name, by the same user or
 * else by anyone; otherwise the field of that name. No field is suggested twice.
 */
async function suggestMapping(
  imported: Pick<Import, 'resource' | 'kind' | 'user' | 'columns'>,
  fields: Field[],
): Promise<Import['mapping']> {
  const previous = await previousMapping(imported);
  const byName = new Map(
    fields.flatMap(({ name, label }) =>
      [label, name.slice(name.indexOf('.') + 1), name].map((each) => [normalizeName(each), name]),
    ),
  );
  const known = new Set(fields.map(({ name }) => name));
  const taken = new Set<string>();
  return imported.columns.map((column) => {
    const before = previous.get(normalizeName(column));
    const name = before === undefined ? byName.get(normalizeName(column)) : before;
    if (!name || !known.has(name) || taken.has(name)) return null;
    taken.add(name);
    return name;
  });
}

/** Column mapping of the last started import of the same resource and kind. */
async function previousMapping({ resource, kind, user }: Pick<Import, 'resource' | 'kind' | 'user'>) {
  const begun = { resource, kind, number: { $gt: 0 } };
  const options = { sort: ['-createdAt'], limit: 1, only: ['columns', 'mapping'] };
  const [own] = await storeOf('Import').find({ filter: { ...begun, user }, ...options });
  const [last] = own ? [own] : await storeOf('Import').find({ filter: begun, ...options });
  return new Map(last?.columns.map((column, index) => [normalizeName(column), last.mapping[index] ?? null]));
}
