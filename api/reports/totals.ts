import type { ReportRow } from '#schemas/generated/types.ts';
import { putJob } from '../jobs/queue.ts';
import { type Filter, store } from '../store/store.ts';
import { Cells, dimensions } from './totals-block.ts';

type Counted = Pick<ReportRow, 'data' | 'treeScope'>;

/** Whose blocks add up to the rows of one import, or to all that were made by themselves. */
export interface Share {
  kind: string;
  importNumber: number;
}

/** So many small blocks are made one again. */
const mostChanges = 200;

/** Counts a row, or with -1 takes it out again. */
export function countRow(cells: Cells, { data, treeScope }: Counted, rows: 1 | -1 = 1): void {
  cells.add({
    values: dimensions.map((name) => (name === 'treeScope' ? treeScope.join() : (data[name] ?? null))),
    rows,
    revenue: rows * (data.revenue ?? 0),
    netRevenue: rows * (data.net_revenue ?? 0),
  });
}

/** Stores a block of a share. */
export async function addBlock({ kind, importNumber }: Share, cells: Cells): Promise<void> {
  if (!cells.isEmpty) await store('ReportTotals').add({ kind, importNumber, cells: cells.packed() });
}

/**
 * Counts what one row has become, in the transaction that changes it: a small block of what is gone and what has come. Nobody
 * waits for anybody: it is one more document, and only the sum means anything.
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
  if ((await store('ReportTotals').count({ ...share })) % mostChanges === 0) await putRebuild(share);
}

/**
 * Says that the blocks of some shares are not right any more, and has them made anew. Until then totals are counted of the rows
 * themselves. To be called before rows are changed many at a time, and again after it.
 */
export async function markStale(shares: Share[]): Promise<void> {
  for (const { kind, importNumber } of shares) {
    await store('ReportTotals').add({ kind, importNumber, isStale: true });
    await putRebuild({ kind, importNumber });
  }
}

const putRebuild = ({ kind, importNumber }: Share) => putJob('reportTotals', `${kind}/${importNumber}`);

/** The shares that some rows are part of. */
export async function sharesOf(filter: Filter): Promise<Share[]> {
  const groups = await store('ReportRow').aggregate(filter, [
    { $group: { _id: { kind: '$kind', importNumber: '$importNumber' } } },
    { $replaceRoot: { newRoot: '$_id' } },
  ]);
  return groups.map(({ kind, importNumber }) => ({ kind: String(kind), importNumber: Number(importNumber ?? 0) }));
}
