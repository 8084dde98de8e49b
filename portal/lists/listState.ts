import { useSearchParams } from 'react-router-dom';

/** The list state in the URL. Pages are 0-based here and 1-based in the URL and the API (spec 7). */
type ListState = { page: number; search: string; sort: string };

/** Rows per page of every list. */
export const pageSize = 20;

/** Parses page, search and sort from the URL's query. An invalid page becomes the first. */
export function readListState(params: URLSearchParams, defaultSort: string): ListState {
  const page = Number.parseInt(params.get('page') ?? '1', 10);
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page - 1 : 0,
    search: params.get('search') ?? '',
    sort: params.get('sort') ?? defaultSort,
  };
}

/** Returns the URL's query after a change. Any change but of the page resets to the first page. */
export function updateListParams(params: URLSearchParams, changes: Record<string, string | number>): URLSearchParams {
  const next = new URLSearchParams(params);
  if (!('page' in changes)) next.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    const isFirstPage = name === 'page' && value === 0;
    if (value === '' || isFirstPage) next.delete(name);
    else next.set(name, String(name === 'page' ? Number(value) + 1 : value));
  }
  return next;
}

type ListControls = ListState & {
  params: URLSearchParams;
  change: (changes: Record<string, string | number>) => void;
  hrefOfPage: (page: number) => string;
  /** Changes the sort. */
  onSort: (sort: string) => void;
};

/**
 * Keeps a list's page, search, sort and filters in the URL, so that they can be bookmarked, shared and restored with
 * Back.
 */
export function useListState(defaultSort: string): ListControls {
  const [params, setParams] = useSearchParams();
  // Read the current URL: `params` of the last render may be several changes old.
  const change = (changes: Record<string, string | number>) =>
    setParams(updateListParams(new URLSearchParams(location.search), changes), { replace: true });
  return {
    ...readListState(params, defaultSort),
    params,
    change,
    hrefOfPage: (page) => `?${updateListParams(params, { page })}`,
    onSort: (sort) => change({ sort }),
  };
}
