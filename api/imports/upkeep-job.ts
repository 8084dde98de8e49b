import type { Import } from '#schemas/generated/types.ts';
import { now } from '../clock/clock.ts';
import { idIn, type JobKind, longestOfDatabase, type Tell } from '../jobs/kind.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { clear, settle, turn } from './ends.ts';
import { importableOf } from './importable.ts';
import { showImport } from './ledger.ts';

/**
 * What happens to an import beside its coming in: records are hidden, shown and removed, what came of one that has failed or was
 * canceled is collected, and a draft that nobody began is given up. All of it may be done twice.
 */
export const importUpkeepJob: JobKind<'importUpkeep'> = {
  name: 'importUpkeep',
  every: 1_000,
  lease: 2 * longestOfDatabase,
  waits: longestOfDatabase,
  cancelableIn: [],
  async work({ subject }, tell) {
    const imported = await store('Import').findOne({ _id: idIn(subject) });
    if (imported) await upkeep[imported.status](imported, tell);
  },
};

type Upkeep = (imported: Import, tell: Tell) => Promise<void>;

const nothing: Upkeep = async () => undefined;

/** What there is to do for an import in each status. */
const upkeep: Record<Import['status'], Upkeep> = {
  draft: async (imported) => transaction(async () => void (await settle(imported, { status: 'canceled' }))),
  running: nothing,
  done: nothing,
  removed: nothing,
  failed: collect,
  canceled: collect,
  hiding: turned,
  showing: turned,
  removing: async (imported, tell) => {
    await clear(imported, tell);
    await transaction(async () => {
      if (await store('Import').update(asItIs(imported), { status: 'removed', endedAt: now().toISOString() }))
        await showImport(imported.number);
    });
  },
};

const asItIs = ({ id, status }: Import) => ({ _id: id, status });

/** Removes what came of one that did not come in whole, and lets its file go. */
async function collect(imported: Import, tell: Tell): Promise<void> {
  if (imported.number > 0) {
    await clear(imported, tell);
    await showImport(imported.number);
  }
  if (imported.file) await transaction(async () => void (await settle(imported, {})));
}

async function turned(imported: Import, tell: Tell): Promise<void> {
  const importable = importableOf(imported);
  await importable.changing?.(imported);
  await turn(imported, tell);
  await transaction(async () => {
    if (await store('Import').update(asItIs(imported), { status: 'done' })) await importable.changing?.(imported);
  });
}
