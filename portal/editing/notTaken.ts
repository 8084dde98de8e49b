import type { Conflict } from '#schemas/changes/merge.ts';

/** The paths of conflicts at which one's own was not taken; `at` is where the values are. */
export const notTaken = (conflicts: readonly Conflict[], mine: readonly string[], at = ''): string[] =>
  conflicts.map(({ path }) => path).filter((path) => !mine.includes(`${at}${path}`));
