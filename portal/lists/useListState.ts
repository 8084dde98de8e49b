import { useSearchParams } from 'react-router-dom';
import { type ListState, readListState, updateListParams } from './listState.ts';

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
