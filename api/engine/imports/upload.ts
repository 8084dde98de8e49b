import type { FastifyRequest } from 'fastify';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { File, Import } from '#schemas/generated/types.ts';
import type { ImportField } from '#schemas/resource/imports.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { fileStore } from '../../platform/files/file-stores.ts';
import { signedIn } from '../access/signed-in.ts';
import { allowedFilter, type Viewer } from '../access/viewer.ts';
import { recordAuditChange } from '../audit/record-change.ts';
import { type IncomingFile, withIncomingFile } from '../files/incoming.ts';
import { uploadFile } from '../files/upload.ts';
import { enqueueJob } from '../jobs/queue.ts';
import { updateAttachmentReferences } from '../resource/rules/attachments.ts';
import { storeOf } from '../store/store.ts';
import { separatorOf } from './csv-rows.ts';
import { rowReader } from './data-rows.ts';
import { decodeHead, type SniffedFile, sniffEncoding, sniffedBytes } from './encoding.ts';
import { ImportReport, importableOf, totalRowTest } from './importable.ts';
import {
  detectedOptions,
  type FileHead,
  type HeaderChoice,
  headerLineOf,
  invalidFile,
  lastRows,
  mappingSuggestions,
  previewOf,
  sampleOf,
} from './preview.ts';
import { storedWorkbook, UnreadableWorkbook, withWorkbook, workbookLines } from './workbook.ts';
import type { Workbook } from './workbook-worker.ts';

/** Number of rows at the end of a sheet in which totals are searched. */
const lastSheetRows = 100;

/** Abandoned drafts are canceled after a day; milliseconds. */
const draftLifetime = 86_400_000;

interface Upload {
  request: FastifyRequest;
  config: Config;
  target: Pick<Import, 'resource' | 'kind' | 'report' | 'timeZone'>;
}

/**
 * Streams the CSV file or workbook of a request into the file store and creates the draft of its import with columns, sample rows
 * and a suggested mapping. Throws REQUEST_SCHEMA_INVALID for a file that is too large or cannot be read.
 */
export async function createImportDraft({ request, config, target }: Upload): Promise<Import> {
  const limit = { bytes: config.importLimit, name: 'IMPORT_LIMIT' };
  return await withIncomingFile(request, limit, async (incoming) => {
    const { bytes: passed, workbook } = withWorkbook(incoming.bytes);
    const { bytes, result: sniffed } = sniffEncoding(passed);
    const result: { draft?: Import } = {};
    const { fileStore, fileQuota, importLimit: fileLimit } = config;
    await uploadFile({
      viewer: signedIn(request),
      incoming: { ...incoming, bytes },
      config: { fileStore, fileQuota, fileLimit },
      log: request.log,
      storeResponse: async (file) => {
        result.draft = await makeDraft({ request, target, incoming, file, sniffed: sniffed(), workbook: workbook() });
      },
    }).catch(asInvalidFile);
    if (result.draft) return result.draft;
    throw new Error('The upload created no import');
  });
}

/** Throws the error of a workbook that cannot be read as one of the request. */
function asInvalidFile(error: unknown): never {
  throw error instanceof UnreadableWorkbook ? invalidFile(error.message) : error;
}

interface Draft extends Pick<Upload, 'request' | 'target'> {
  incoming: IncomingFile;
  file: File;
  sniffed: SniffedFile;
  workbook: Workbook | undefined;
}

async function makeDraft({ request, target, incoming, file, sniffed, workbook }: Draft): Promise<Import> {
  const viewer = signedIn(request);
  const user = viewer.user.id;
  const { fault, encoding, digest, isMore } = sniffed;
  if (fault && !workbook) throw invalidFile(fault);
  const text = workbook ? '' : sniffed.head.replace(/^\ufeff/, '');
  const separator = separatorOf(text);
  const head: FileHead = workbook ? { lines: workbookLines(workbook), isMore: false } : { text, isMore, separator };
  const importable = importableOf(target);
  const fields = importable.fields(target.kind);
  const suggest = await mappingSuggestions({ ...target, user }, fields);
  const header: HeaderChoice = { headerLine: headerLineOf(head, suggest.names), headerLines: 1 };
  const { columns, rows } = previewOf(head, header);
  const mapping = suggest.mapping(columns);
  const today = now().toISOString().slice(0, 10);
  const options = detectedOptions({ rows, mapping, fields, today });
  const end = 'lines' in head ? head.lines.slice(-lastSheetRows) : lastRows(sniffed, separator);
  const lastLines = end.filter((line) => line.cells.length === columns.length);
  const report = new ImportReport({ ...target, mapping, columns });
  const isTotal = totalRowTest({ mapping }, importable.totals);
  const lastShown = rows.at(-1)?.line ?? 0;
  for (const row of [...rows, ...lastLines.filter(({ line }) => line > lastShown)]) if (isTotal(row)) report.total(row);
  const batch = file.name.replace(/\.[a-z]{1,4}$/i, '').slice(0, 100) || 'Import';
  const { keys } = importable;
  const draft = await storeOf('Import').insert({
    ...target,
    ...header,
    ...options,
    ...{ encoding, separator, columns, mapping, digest, batch, user, keys },
    sheets: workbook?.sheets ?? [],
    sheet: workbook?.sheet ?? null,
    sample: sampleOf(
      rows,
      rowReader({ ...target, ...options, mapping, columns, countTotals: false, constants: [] }, importable),
    ),
    actor: viewer.really?.id ?? null,
    file: file.id,
    fileName: file.name,
    size: incoming.progress.size,
    fields: fields.map(fieldSummary),
    key: keys.find((key) => mapping.includes(key)) ?? null,
    names: suggest.knownNames,
    totalRowCount: report.parts.totalRowCount,
    totalRows: report.parts.totalRows,
    previous: await previousImports(viewer, { ...target, digest, batch }),
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

const fieldSummary = ({ name, label, kind, isRequired, property }: ImportField): Import['fields'][number] => {
  const refersTo = property['x-ref'] ?? property.items?.['x-ref'];
  return { name, label, kind, isRequired, ...(refersTo ? { refersTo } : {}) };
};

/** The choices in the preview that change how the file is read, and those that change what its cells mean. */
const fileChoices = ['sheet', 'encoding', 'separator', 'headerLine', 'headerLines'] as const;
const cellChoices = [
  'mapping',
  'decimalMark',
  'dateOrder',
  'timeZone',
  'dashIsZero',
  'serialDates',
  'countTotals',
] as const;

/**
 * Reads the beginning of the file again by the choices in `changes`. Returns them with the columns, the mapping and the
 * first rows that follow. Throws REQUEST_SCHEMA_INVALID if the file cannot be read so.
 */
export async function withPreview(changes: Partial<Import>, current: Import): Promise<Partial<Import>> {
  const isReread = fileChoices.some((name) => changes[name] !== undefined && changes[name] !== current[name]);
  const isChanged = (name: (typeof cellChoices)[number]) =>
    changes[name] !== undefined && !isEqual(changes[name], current[name]);
  if (!isReread && !cellChoices.some(isChanged)) return changes;
  const next = { ...current, ...changes };
  const stored = await storeOf('File').findOne({ _id: next.file });
  if (!stored) return changes;
  const { columns, rows } = previewOf(await headOf(stored, next), next);
  const importable = importableOf(next);
  const fields = importable.fields(next.kind);
  const isKept = isEqual(columns, current.columns) || (changes.mapping && changes.mapping.length === columns.length);
  const mapping = isKept ? next.mapping : (await mappingSuggestions(next, fields)).mapping(columns);
  return {
    ...changes,
    ...{ columns, mapping },
    sample: sampleOf(rows, rowReader({ ...next, columns, mapping }, importable)),
  };
}

/** The beginning of the stored file of an import. */
async function headOf(stored: File, { sheets, sheet, encoding, separator }: Import): Promise<FileHead> {
  if (sheets.length > 0) {
    const workbook = await storedWorkbook(stored, sheet).catch(asInvalidFile);
    return { lines: workbookLines(workbook), isMore: false };
  }
  const [place] = stored.storage;
  if (!place) throw new Error('The import has no stored file');
  const end = Math.min(stored.size, sniffedBytes);
  const bytes = fileStore(place.type).get(place.location, { start: 0, end });
  const text = (await decodeHead(bytes, encoding)).replace(/^\ufeff/, '');
  return { text, isMore: stored.size > end, separator };
}

/** Statuses of imports whose rows are stored. */
const storedStatuses: Import['status'][] = ['running', 'done', 'hiding', 'showing'];

type SameData = Pick<Import, 'resource' | 'kind' | 'digest' | 'batch'>;

/** The last imports with the same bytes, batch name or keys (`sameKeys`) that the viewer may read. */
export async function previousImports(
  viewer: Viewer,
  { resource, kind, digest, batch }: SameData,
  sameKeys: string[] = [],
): Promise<Import['previous']> {
  const anyOf = [{ digest }, { batch }, { _id: { $in: sameKeys } }];
  const same = { resource, kind, status: { $in: storedStatuses }, $or: anyOf };
  const found = await storeOf('Import').find({
    filter: { $and: [allowedFilter(viewer, 'read', 'Import'), same] },
    sort: ['-createdAt'],
    limit: 5,
    only: ['batch', 'digest', 'user', 'createdAt'],
  });
  const users = await storeOf('User').find({
    filter: { _id: { $in: found.map(({ user }) => user) } },
    only: ['name'],
  });
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return found.map((each) => ({
    import: each.id,
    batch: each.batch,
    by: names.get(each.user) ?? '',
    at: each.createdAt,
    same: each.digest === digest ? 'bytes' : each.batch === batch ? 'batch' : 'keys',
  }));
}
