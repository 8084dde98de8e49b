import type { ReportRow } from '#schemas/generated/types.ts';
import { type JobKind, transactionTimeout } from '../../engine/jobs/kind.ts';
import { enqueueJob } from '../../engine/jobs/queue.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { Cells, dimensions } from './totals-block.ts';

type Counted = Pick<ReportRow, 'data' | 'treeScope'>;

/** The unit of aggregation: the blocks of a share add up to the rows of one import, or to all rows without one. */
export interface TotalsShare {
  kind: string;
  importNumber: number;
}

/** Number of small blocks after which a share is compacted by a rebuild. */
const maxSmallBlocks = 200;

/** Adds a row to the cells, or removes it with -1. */
export function countRow(cells: Cells, { data, treeScope }: Counted, rows: 1 | -1 = 1): void {
  cells.add({
    values: dimensions.map((name) => (name === 'treeScope' ? treeScope.join() : (data[name] ?? null))),
    rows,
    revenue: rows * (data.revenue ?? 0),
    netRevenue: rows * (data.net_revenue ?? 0),
  });
}

/** Stores a block of a share. */
export async function addBlock({ kind, importNumber }: TotalsShare, cells: Cells): Promise<void> {
  if (!cells.isEmpty) await storeOf('ReportTotals').add({ kind, importNumber, cells: cells.packed() });
}

/**
 * Records the change of one row as a small block with its difference, in the transaction of the change. Concurrent
 * changes do not conflict, because each adds its own document and only the sum counts.
 */
export async function countChange(before: ReportRow | null, after: ReportRow | null): Promise<void> {
  const row = after ?? before;
  if (!row?.kind) return;
  const cells = new Cells();
  if (before && !before.hidden) countRow(cells, before, -1);
  if (after && !after.hidden) countRow(cells, after);
  if (cells.isEmpty) return;
  const share = { kind: row.kind, importNumber: row.importNumber };
  await addBlock(share, cells);
  if ((await storeOf('ReportTotals').count({ ...share })) % maxSmallBlocks === 0) await enqueueRebuild(share);
}

/**
 * Marks the blocks of shares as stale and enqueues their rebuild. Until it is done, totals are counted from rows. Call
 * it before and after bulk changes of rows.
 */
export async function markStale(shares: TotalsShare[]): Promise<void> {
  for (const { kind, importNumber } of shares) {
    await storeOf('ReportTotals').add({ kind, importNumber, isStale: true });
    await enqueueRebuild({ kind, importNumber });
  }
}

const enqueueRebuild = ({ kind, importNumber }: TotalsShare) => enqueueJob('reportTotals', `${kind}/${importNumber}`);

/** The shares of the matching rows. */
export async function sharesOf(filter: Filter): Promise<TotalsShare[]> {
  const groups = await storeOf('ReportRow').aggregate(filter, [
    { $group: { _id: { kind: '$kind', importNumber: '$importNumber' } } },
    { $replaceRoot: { newRoot: '$_id' } },
  ]);
  return groups.map(({ kind, importNumber }) => ({ kind: String(kind), importNumber: Number(importNumber ?? 0) }));
}

/** Batch size of rows. */
const batch = 2_000;

const only = [
  ...dimensions.map((name) => (name === 'treeScope' ? name : `data.${name}`)),
  'data.revenue',
  'data.net_revenue',
];

/**
 * The job that rebuilds the blocks of one import (or of all manual rows) in one transaction. It sees rows and blocks of
 * the same snapshot, so concurrent changes are neither counted twice nor lost.
 */
export const totalsJob: JobKind<'reportTotals'> = {
  name: 'reportTotals',
  pollInterval: 1_000,
  lease: 2 * transactionTimeout,
  longestWait: transactionTimeout,
  cancelableIn: [],
  async work({ subject }) {
    const [kind = '', number = '0'] = subject.split('/');
    await rebuildTotals(kind, Number(number));
  },
};

async function rebuildTotals(kind: string, importNumber: number): Promise<void> {
  const share = { kind, importNumber };
  await transaction(async () => {
    await storeOf('ReportTotals').deleteMany({ ...share });
    let cells = new Cells();
    for await (const rows of storeOf('ReportRow').batches({ filter: { ...share, hidden: false }, only }, batch)) {
      for (const row of rows) countRow(cells, row);
      if (!cells.isFull) continue;
      await addBlock(share, cells);
      cells = new Cells();
    }
    await addBlock(share, cells);
  });
}
