/** The other way round, as the API names orders of rows: `-status,updatedAt` of `status,-updatedAt`. */
export const turned = (sort: string): string =>
  sort
    .split(',')
    .map((field) => (field.startsWith('-') ? field.slice(1) : `-${field}`))
    .join(',');

/** Which way rows are that stand in the order `sort`, by what a column offers. */
export function directionIn(sort: string | undefined, offered: string): 'ascending' | 'descending' | undefined {
  if (sort === offered) return 'ascending';
  return sort === turned(offered) ? 'descending' : undefined;
}

/** Whether an order is one of those that are offered, either way. */
export const isOffered = (sort: string, offered: readonly string[]): boolean =>
  offered.some((each) => directionIn(sort, each));
