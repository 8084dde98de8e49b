import type { Migration } from './steps/migration.ts';
import { dropIndexesByName } from './steps/step.ts';

/** The ids of treeScope from the top, as one text. */
const path = {
  $reduce: {
    input: { $reverseArray: { $ifNull: ['$treeScope', []] } },
    initialValue: '',
    in: { $concat: ['$$value', { $toString: '$$this' }] },
  },
};

/**
 * Stores the path in the tree of each order (`treePath`), and drops the index of the search words without it. Not in the
 * transaction: two million orders take a minute, and an interrupted start continues with those that have no path yet.
 */
export const treePaths: Migration = {
  name: '0043-tree-paths',
  olderVersions: 'stop',
  before: async ({ db }) => {
    const orders = db.collection('orders');
    await dropIndexesByName(orders, ['searchKeys_1']);
    await orders.updateMany({ $expr: { $ne: ['$treePath', path] } }, [{ $set: { treePath: path } }]);
  },
  up: async () => undefined,
};
