import { isRecord } from '#schemas/forms/is-record.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import type { Filter } from './store.ts';

/**
 * The stored field with a record's path in the tree (`x-store.treePath`): the ids of its treeScope from the top, as one
 * text. MongoDB cannot index two lists together, so the index of the search words contains this text instead of
 * treeScope.
 */
export const treePath = 'treePath';

/** Whether the records of a resource store their path in the tree. */
export const storesTreePath = ({ schema }: Pick<Resource, 'schema'>): boolean => schema['x-store']?.treePath === true;

/** The path that a treeScope describes; empty outside the tree. */
export const treePathOf = (treeScope: unknown): string =>
  Array.isArray(treeScope) ? treeScope.map(String).toReversed().join('') : '';

/** A filter by the path: the records at the entity with this treeScope and below it. Ids are hexadecimal. */
export function belowFilter(treeScope: readonly string[]): Filter {
  const path = treePathOf(treeScope);
  return { [treePath]: { $gte: path, $lt: `${path}g` } };
}

type Update = Record<string, unknown> | Record<string, unknown>[];

/** Adds the path to an update that writes treeScope. Returns other updates as they are. */
export function withTreePath(resource: Pick<Resource, 'schema'>, update: Update): Update {
  if (!storesTreePath(resource)) return update;
  if (Array.isArray(update)) return update.some(({ $set }) => writesScope($set)) ? [...update, pathFromScope] : update;
  const { $set } = update;
  return writesScope($set) ? { ...update, $set: { ...$set, [treePath]: treePathOf($set.treeScope) } } : update;
}

const writesScope = ($set: unknown): $set is Record<string, unknown> => isRecord($set) && 'treeScope' in $set;

/** The stage of an update pipeline that sets the path by the document's treeScope. */
const pathFromScope = {
  $set: {
    [treePath]: {
      $reduce: {
        input: { $reverseArray: '$treeScope' },
        initialValue: '',
        in: { $concat: ['$$value', { $toString: '$$this' }] },
      },
    },
  },
};
