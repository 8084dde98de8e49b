/** Values that a problem may repeat; a list of many rows that is refused many times would be answered as often. */
const most = 100;

/** A value as a problem tells of it: nothing in the place of one that holds too much. */
export function echoed(value: unknown): unknown {
  return holds(value, most) > 0 ? value : null;
}

/** What is left of `rest` values. */
function holds(value: unknown, rest: number): number {
  if (value === null || typeof value !== 'object') return rest - 1;
  let left = rest - 1;
  for (const each of Object.values(value)) {
    if (left <= 0) return left;
    left = holds(each, left);
  }
  return left;
}
