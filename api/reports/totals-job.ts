import { type JobKind, longestOfDatabase } from '../jobs/kind.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { addBlock, countRow } from './totals.ts';
import { Cells, dimensions } from './totals-block.ts';

/** Rows that are read at once. */
const batch = 2_000;

const only = [
  ...dimensions.map((name) => (name === 'treeScope' ? name : `data.${name}`)),
  'data.revenue',
  'data.net_revenue',
];

/**
 * Makes the blocks of a share anew of its rows, in one transaction: it sees rows and blocks as they were at one moment, and what is
 * counted meanwhile is neither among those rows nor among the blocks that it takes away.
 */
export const totalsJob: JobKind<'reportTotals'> = {
  name: 'reportTotals',
  every: 1_000,
  lease: 2 * longestOfDatabase,
  waits: longestOfDatabase,
  cancelableIn: [],
  async work({ subject }) {
    const [kind = '', number = '0'] = subject.split('/');
    await rebuildTotals(kind, Number(number));
  },
};

async function rebuildTotals(kind: string, importNumber: number): Promise<void> {
  const share = { kind, importNumber };
  await transaction(async () => {
    await store('ReportTotals').deleteMany({ ...share });
    let cells = new Cells();
    for await (const rows of store('ReportRow').batches({ filter: { ...share, hidden: false }, only }, batch)) {
      for (const row of rows) countRow(cells, row);
      if (!cells.isFull) continue;
      await addBlock(share, cells);
      cells = new Cells();
    }
    await addBlock(share, cells);
  });
}
