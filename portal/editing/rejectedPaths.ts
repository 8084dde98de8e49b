import type { Conflict } from '#schemas/changes/merge.ts';

/** The paths of the conflicts where one's own value was not chosen. `at` is the pointer of the values in the record. */
export const rejectedPaths = (conflicts: readonly Conflict[], mine: readonly string[], at = ''): string[] =>
  conflicts.map(({ path }) => path).filter((path) => !mine.includes(`${at}${path}`));
