import type { FormData } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';

/** Two changes of the same data as one: mine where I changed a field since `before`, else theirs (design 6). */
export function mergeData({ before, mine, theirs }: { before: FormData; mine: FormData; theirs: FormData }): FormData {
  const changed = Object.entries(mine).filter(([key, value]) => !isEqual(value, before[key]));
  const emptied = Object.keys(before).filter((key) => before[key] !== undefined && mine[key] === undefined);
  const kept = Object.entries(theirs).filter(([key]) => !emptied.includes(key));
  return Object.fromEntries([...kept, ...changed]);
}

/** Whether both changed the same field since `before`, to different values: then somebody has to choose. */
export function isOverlapping({
  before,
  mine,
  theirs,
}: {
  before: FormData;
  mine: FormData;
  theirs: FormData;
}): boolean {
  const keys = new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(before)]);
  return [...keys].some(
    (key) => !isEqual(mine[key], before[key]) && !isEqual(theirs[key], before[key]) && !isEqual(mine[key], theirs[key]),
  );
}
