import { useSearchParams } from 'react-router-dom';
import { type ListState, readListState, updateListParams } from './listState.ts';

type ListControls = ListState & {
  params: URLSearchParams;
  change: (changes: Record<string, string | number>) => void;
  hrefOfPage: (page: number) => string;
};

/**
 * Keeps a list's page, search, sort and filters in the URL, so that they can be bookmarked, shared and restored with
 * Back.
 */
export function useListState(defaultSort: string): ListControls {
  const [params, setParams] = useSearchParams();
  return {
    ...readListState(params, defaultSort),
    params,
    // Read the current URL: `params` of the last render may be several changes old.
    change: (changes) => setParams(updateListParams(new URLSearchParams(location.search), changes), { replace: true }),
    hrefOfPage: (page) => `?${updateListParams(params, { page })}`,
  };
}
