import mongoose, { type mongo } from 'mongoose';
import type { AuditExport } from '#schemas/generated/types.ts';
import { fromNow } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { fileStore } from '../../platform/files/file-stores.ts';
import { keyFingerprint } from '../../platform/secrets/secrets.ts';
import { type ChainLink, chainStart, readChainHead } from '../audit/chain.ts';
import {
  endOf,
  exportChunks,
  exportName,
  isSigned,
  type SignedExport,
  verifyExportBytes,
} from '../audit/export-file.ts';
import { faultInStoredExport, newestExport } from '../audit/stored-exports.ts';
import { enqueueRemoval } from '../files/garbage-collection.ts';
import { type JobKind, type ReportProgress, transactionTimeout } from '../jobs/kind.ts';
import { dequeueJob, runNow } from '../jobs/queue.ts';
import { model } from '../store/model.ts';
import { storeOf } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';

/** Maximum number of entries in one export. */
const largestExport = 100_000;
/** Entries per query, per deletion and between two reports of progress. */
const batch = 1_000;
/** Maximum duration of writing and reading one export; milliseconds. */
const longestExport = 60 * 60_000;

type ExportConfig = Pick<Config, 'auditKeep' | 'fileStore' | 'secretKey'>;

/**
 * Weekly job that moves sealed audit entries older than AUDIT_KEEP from the database into signed files. It does nothing
 * without AUDIT_KEEP.
 */
export const auditExportJob = (config: ExportConfig): JobKind<'auditExport'> => ({
  name: 'auditExport',
  pollInterval: 60_000,
  lease: 10 * 60_000,
  longestWait: transactionTimeout,
  schedule: '41 3 * * 0',
  cancelableIn: ['waiting', 'running'],
  work: (_job, reportProgress) => exportOldEntries(config, reportProgress),
});

/**
 * Exports the sealed entries older than AUDIT_KEEP and deletes them. Each step can be repeated: a killed process leaves
 * bytes without a record, which another job deletes, or an export whose entries are deleted by the next run.
 */
export async function exportOldEntries(config: ExportConfig, reportProgress: ReportProgress): Promise<void> {
  if (config.auditKeep === undefined) return;
  const cutoff = fromNow(-config.auditKeep);
  const newest = await newestExport();
  if (newest && !isSigned(newest))
    throw new Error(`The export of the entries up to ${newest.lastSequence} is not signed with the current SECRET_KEY`);
  if (newest && (await hasUnpruned(newest))) {
    const fault = await faultInStoredExport(newest);
    if (fault) throw new Error(fault);
    await prune(newest, reportProgress);
  }
  let end = newest ? endOf(newest) : chainStart;
  for (;;) {
    const stored = await exportNext({ config, cutoff, after: end, reportProgress });
    if (!stored) return;
    await prune(stored, reportProgress);
    end = endOf(stored);
  }
}

interface NextExport {
  config: ExportConfig;
  cutoff: Date;
  /** The end of the previous export. */
  after: ChainLink;
  reportProgress: ReportProgress;
}

/**
 * Writes the next export, reads it back and records it. A job to delete the bytes is enqueued first and canceled with the
 * record. Returns null if no entry is old enough.
 */
async function exportNext({ config, cutoff, after, reportProgress }: NextExport): Promise<AuditExport | null> {
  const head = await readChainHead();
  const range = { sequence: { $gt: after.sequence, $lte: head.sequence } };
  const sort = { sequence: 1 } as const;
  const oldest = await model('AuditEntry').collection.findOne(range, { sort });
  if (!oldest || oldest.createdAt >= cutoff) return null;
  const { fileStore: type } = config;
  const location = new mongoose.Types.ObjectId().toHexString();
  const removal = await enqueueRemoval(type, location, fromNow(longestExport));
  try {
    const cursor = model('AuditEntry').collection.find(range, { sort, limit: largestExport, batchSize: batch });
    const entries = entriesBefore(cutoff, cursor, reportProgress);
    const written: { size: number; summary: SignedExport | undefined } = { size: 0, summary: undefined };
    const bytes = async function* () {
      const chunks = exportChunks({ after, entries, key: keyFingerprint(config.secretKey) });
      for (let next = await chunks.next(); ; next = await chunks.next()) {
        if (next.done) {
          written.summary = next.value;
          return;
        }
        written.size += next.value.length;
        yield next.value;
      }
    };
    await fileStore(type).put(location, bytes());
    const { size, summary } = written;
    const stored = await verifyExportBytes(fileStore(type).get(location, { start: 0, end: size }));
    if (stored.fault !== undefined || stored.summary.signature !== summary?.signature)
      throw new Error(`The export was not stored correctly. ${stored.fault ?? 'It is another one'}`);
    return await transaction(async () => {
      if (!(await dequeueJob(removal))) throw new Error('The export took too long');
      const file = await storeOf('File').insert({
        name: exportName(stored.summary),
        mimeType: 'text/plain',
        size,
        storage: [{ type, location }],
        userId: null,
      });
      return await storeOf('AuditExport').insert({ ...stored.summary, file: file.id });
    });
  } catch (error) {
    await runNow(removal).catch(() => undefined);
    throw error;
  }
}

/** The entries up to the first one that is not older than the cutoff: an export has no gaps. */
async function* entriesBefore(
  cutoff: Date,
  cursor: mongo.FindCursor,
  reportProgress: ReportProgress,
): AsyncGenerator<mongo.Document> {
  let count = 0;
  for await (const entry of cursor) {
    if (entry.createdAt >= cutoff) return;
    yield entry;
    count += 1;
    if (count % batch === 0) await reportProgress(count);
  }
}

const prunable = ({ lastSequence }: AuditExport) => ({ sequence: { $gte: 1, $lte: lastSequence } });

const hasUnpruned = async (stored: AuditExport): Promise<boolean> =>
  (await storeOf('AuditEntry').count(prunable(stored), 1)) > 0;

/** Deletes the entries of an export in batches. Entries that are not sealed have no sequence number, so they stay. */
async function prune(stored: AuditExport, reportProgress: ReportProgress): Promise<void> {
  for (let count = 0; ; ) {
    const filter = prunable(stored);
    const [next] = await storeOf('AuditEntry').find({ filter, sort: ['sequence'], limit: 1, only: ['sequence'] });
    if (!next?.sequence) return;
    const end = Math.min(next.sequence + batch - 1, stored.lastSequence);
    count += await storeOf('AuditEntry').deleteMany({ sequence: { $gte: next.sequence, $lte: end } });
    await reportProgress(count);
  }
}
