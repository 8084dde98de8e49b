/**
 * The maximum number of values in a problem. Otherwise a list of many rows that is rejected many times would be sent as
 * often.
 */
const maxValues = 100;

/** The value to include in a problem; null if it contains too many values. */
export function valueForProblem(value: unknown): unknown {
  return remainingBudget(value, maxValues) > 0 ? value : null;
}

/** What is left of the budget `rest` after counting the values. */
function remainingBudget(value: unknown, rest: number): number {
  if (value === null || typeof value !== 'object') return rest - 1;
  let left = rest - 1;
  for (const each of Object.values(value)) {
    if (left <= 0) return left;
    left = remainingBudget(each, left);
  }
  return left;
}
