import type { FastifyRequest } from 'fastify';
import type { File, Import } from '#schemas/generated/types.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { signedIn } from '../access/signed-in.ts';
import { recordAuditChange } from '../audit/record-change.ts';
import { type IncomingFile, withIncomingFile } from '../files/incoming.ts';
import { uploadFile } from '../files/upload.ts';
import { enqueueJob } from '../jobs/queue.ts';
import { updateAttachmentReferences } from '../resource/rules/attachments.ts';
import { storeOf } from '../store/store.ts';
import { detectedOptions } from './detected-options.ts';
import { type SniffedFile, sniffEncoding } from './encoding.ts';
import { ImportReport } from './import-report.ts';
import { importableOf } from './importable.ts';
import { previewOf, suggestMapping } from './preview.ts';
import { totalRowTest } from './total-rows.ts';

/** Abandoned drafts are canceled after a day; milliseconds. */
const draftLifetime = 86_400_000;

interface Upload {
  request: FastifyRequest;
  config: Config;
  /** The target resource and kind. */
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
