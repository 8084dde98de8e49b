import { type JobKind, transactionTimeout } from '../../engine/jobs/kind.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { addBlock, countRow } from './totals.ts';
import { Cells, dimensions } from './totals-block.ts';

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
