/** Reverses a sort in the API's notation: `status,-updatedAt` becomes `-status,updatedAt`. */
export const reverseSort = (sort: string): string =>
  sort
    .split(',')
    .map((field) => (field.startsWith('-') ? field.slice(1) : `-${field}`))
    .join(',');

/** The sort direction of a column (for `aria-sort`), or undefined if the rows are sorted by something else. */
export function sortDirection(sort: string | undefined, offered: string): 'ascending' | 'descending' | undefined {
  if (sort === offered) return 'ascending';
  return sort === reverseSort(offered) ? 'descending' : undefined;
}

/** Whether a sort is allowed, in either direction. */
export const isAllowedSort = (sort: string, offered: readonly string[]): boolean =>
  offered.some((each) => sortDirection(sort, each));
