import type { Import } from '#schemas/generated/types.ts';
import { now } from '../../platform/clock/clock.ts';
import { type JobKind, type ReportProgress, subjectId, transactionTimeout } from '../jobs/kind.ts';
import { storeOf } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { deleteImportRecords, saveImportEnd, updateVisibility } from './import-end.ts';
import { showImport } from './import-visibility.ts';
import { importableOf } from './importable.ts';

/**
 * Background job for imports beyond loading rows: hides, shows and deletes records, cleans up after failed or canceled
 * imports, and cancels abandoned drafts. Idempotent.
 */
export const importUpkeepJob: JobKind<'importUpkeep'> = {
  name: 'importUpkeep',
  pollInterval: 1_000,
  lease: 2 * transactionTimeout,
  longestWait: transactionTimeout,
  cancelableIn: [],
  async work({ subject }, reportProgress) {
    const imported = await storeOf('Import').findOne({ _id: subjectId(subject) });
    if (imported) await upkeep[imported.status](imported, reportProgress);
  },
};

type Upkeep = (imported: Import, reportProgress: ReportProgress) => Promise<void>;

const nothing: Upkeep = async () => undefined;

/** Work per import status. */
const upkeep: Record<Import['status'], Upkeep> = {
  draft: async (imported) => transaction(async () => void (await saveImportEnd(imported, { status: 'canceled' }))),
  running: nothing,
  done: nothing,
  removed: nothing,
  failed: collect,
  canceled: collect,
  hiding: changeVisibility,
  showing: changeVisibility,
  removing: async (imported, reportProgress) => {
    await deleteImportRecords(imported, reportProgress);
    await transaction(async () => {
      if (await storeOf('Import').update(unchanged(imported), { status: 'removed', endedAt: now().toISOString() }))
        await showImport(imported.number);
    });
  },
};

const unchanged = ({ id, status }: Import) => ({ _id: id, status });

/** Deletes the records of an incomplete import and releases its file. */
async function collect(imported: Import, reportProgress: ReportProgress): Promise<void> {
  if (imported.number > 0) {
    await deleteImportRecords(imported, reportProgress);
    await showImport(imported.number);
  }
  if (imported.file) await transaction(async () => void (await saveImportEnd(imported, {})));
}

async function changeVisibility(imported: Import, reportProgress: ReportProgress): Promise<void> {
  const importable = importableOf(imported);
  await importable.onVisibilityChange?.(imported);
  await updateVisibility(imported, reportProgress);
  await transaction(async () => {
    if (await storeOf('Import').update(unchanged(imported), { status: 'done' }))
      await importable.onVisibilityChange?.(imported);
  });
}
