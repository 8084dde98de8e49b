import type { Import } from '#schemas/generated/types.ts';
import { now } from '../clock/clock.ts';
import { idIn, type JobKind, longestOfDatabase, type Tell } from '../jobs/kind.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { clear, settle, turn } from './ends.ts';
import { importableOf } from './importable.ts';
import { showImport } from './ledger.ts';

/**
 * Background job for imports beyond loading rows: hides, shows and deletes records, cleans up after failed or canceled
 * imports, and cancels abandoned drafts. Idempotent.
 */
export const importUpkeepJob: JobKind<'importUpkeep'> = {
  name: 'importUpkeep',
  every: 1_000,
  lease: 2 * longestOfDatabase,
  waits: longestOfDatabase,
  cancelableIn: [],
  async work({ subject }, reportProgress) {
    const imported = await store('Import').findOne({ _id: idIn(subject) });
    if (imported) await upkeep[imported.status](imported, reportProgress);
  },
};

type Upkeep = (imported: Import, reportProgress: Tell) => Promise<void>;

const nothing: Upkeep = async () => undefined;

/** Work per import status. */
const upkeep: Record<Import['status'], Upkeep> = {
  draft: async (imported) => transaction(async () => void (await settle(imported, { status: 'canceled' }))),
  running: nothing,
  done: nothing,
  removed: nothing,
  failed: collect,
  canceled: collect,
  hiding: changeVisibility,
  showing: changeVisibility,
  removing: async (imported, reportProgress) => {
    await clear(imported, reportProgress);
    await transaction(async () => {
      if (await store('Import').update(unchanged(imported), { status: 'removed', endedAt: now().toISOString() }))
        await showImport(imported.number);
    });
  },
};

const unchanged = ({ id, status }: Import) => ({ _id: id, status });

/** Deletes the records of an incomplete import and releases its file. */
async function collect(imported: Import, reportProgress: Tell): Promise<void> {
  if (imported.number > 0) {
    await clear(imported, reportProgress);
    await showImport(imported.number);
  }
  if (imported.file) await transaction(async () => void (await settle(imported, {})));
}

async function changeVisibility(imported: Import, reportProgress: Tell): Promise<void> {
  const importable = importableOf(imported);
  await importable.changing?.(imported);
  await turn(imported, reportProgress);
  await transaction(async () => {
    if (await store('Import').update(unchanged(imported), { status: 'done' })) await importable.changing?.(imported);
  });
}
