/** What a list shows, as its address says it. Pages count from 0 here and from 1 in the address and the API (spec 7). */
export type ListState = { page: number; search: string; sort: string };

export const pageSize = 20;

export function readListState(params: URLSearchParams, defaultSort: string): ListState {
  const page = Number.parseInt(params.get('page') ?? '1', 10);
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page - 1 : 0,
    search: params.get('search') ?? '',
    sort: params.get('sort') ?? defaultSort,
  };
}

/** The address's query after a change; a change of anything but the page goes to the first one. */
export function changeParams(params: URLSearchParams, changes: Record<string, string | number>): URLSearchParams {
  const next = new URLSearchParams(params);
  if (!('page' in changes)) next.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    const isFirstPage = name === 'page' && value === 0;
    if (value === '' || isFirstPage) next.delete(name);
    else next.set(name, String(name === 'page' ? Number(value) + 1 : value));
  }
  return next;
}
