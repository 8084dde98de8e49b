import type { FastifyRequest } from 'fastify';
import type { File, Import } from '#schemas/generated/types.ts';
import { signedIn } from '../access/signed-in.ts';
import { recordChange } from '../audit/record-change.ts';
import { fromNow, now } from '../clock/clock.ts';
import { type Incoming, withIncoming } from '../files/incoming.ts';
import { uploadFile } from '../files/upload.ts';
import type { Config } from '../host/config/config.ts';
import { putJob } from '../jobs/queue.ts';
import { keepAttachments } from '../resource/rules/attachments.ts';
import { store } from '../store/store.ts';
import { detectedOptions } from './detected-options.ts';
import { type Sniffed, sniffing } from './encoding.ts';
import { importableOf } from './importable.ts';
import { Outcome } from './outcome.ts';
import { previewOf, proposedMapping } from './preview.ts';
import { totalRowTest } from './total-rows.ts';

/** Abandoned drafts are canceled after a day; milliseconds. */
const draftLifetime = 86_400_000;

interface Upload {
  request: FastifyRequest;
  config: Config;
  /** The target resource and kind. */
  begun: Pick<Import, 'resource' | 'kind' | 'report'>;
}

/**
 * Streams the CSV file of a request into the file store and creates the draft of its import with columns, sample rows
 * and a suggested mapping. Throws REQUEST_SCHEMA_INVALID for a file that is too large or cannot be read.
 */
export async function takeImport({ request, config, begun }: Upload): Promise<Import> {
  const limit = { bytes: config.importLimit, name: 'IMPORT_LIMIT' };
  return await withIncoming(request, limit, async (incoming) => {
    const { bytes, told } = sniffing(incoming.bytes);
    const result: { draft?: Import } = {};
    const { fileStore, fileQuota, importLimit: fileLimit } = config;
    await uploadFile({
      viewer: signedIn(request),
      incoming: { ...incoming, bytes },
      config: { fileStore, fileQuota, fileLimit },
      log: request.log,
      keep: async (file) => {
        result.draft = await makeDraft({ request, begun, incoming, file, sniffed: told() });
      },
    });
    if (result.draft) return result.draft;
    throw new Error('The file came without its import');
  });
}

interface Draft extends Pick<Upload, 'request' | 'begun'> {
  incoming: Incoming;
  file: File;
  sniffed: Sniffed;
}

async function makeDraft({ request, begun, incoming, file, sniffed }: Draft): Promise<Import> {
  const viewer = signedIn(request);
  const { shown, rows, lastRows } = previewOf(sniffed);
  const importable = importableOf(begun);
  const fields = importable.fields(begun.kind);
  const user = viewer.user.id;
  const mapping = await proposedMapping({ ...begun, user, columns: shown.columns }, fields);
  const today = now().toISOString().slice(0, 10);
  const totals = new Outcome({ mapping, columns: shown.columns });
  const isTotal = totalRowTest({ mapping }, importable.totals);
  const lastShown = rows.at(-1)?.line ?? 0;
  for (const row of [...rows, ...lastRows.filter(({ line }) => line > lastShown)]) if (isTotal(row)) totals.total(row);
  const draft = await store('Import').insert({
    ...begun,
    ...shown,
    ...detectedOptions({ rows: rows.map(({ cells }) => cells), mapping, fields, today }),
    user,
    actor: viewer.really?.id ?? null,
    file: file.id,
    fileName: file.name,
    size: incoming.seen.size,
    batch: file.name.replace(/\.[a-z]{1,4}$/i, '').slice(0, 100) || 'Import',
    fields: fields.map(({ name, label, kind, isRequired }) => ({ name, label, kind, isRequired })),
    mapping,
    totalRowCount: totals.totalRowCount,
    totalRows: totals.totalRows,
  });
  await keepAttachments('Import', null, draft);
  const { id, revision, fileName } = draft;
  await recordChange({ viewer, action: 'create', name: 'Import', before: null, after: { id, revision, fileName } });
  await putJob('importUpkeep', `Import/${id}`, fromNow(draftLifetime));
  return draft;
}
