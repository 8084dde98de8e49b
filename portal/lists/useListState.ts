import { useSearchParams } from 'react-router-dom';
import { changeParams, type ListState, readListState } from './listState.ts';

type ListControls = ListState & {
  params: URLSearchParams;
  change: (changes: Record<string, string | number>) => void;
  hrefOfPage: (page: number) => string;
};

/** A list's state, held by the address so that it can be kept, shared and gone back to. */
export function useListState(defaultSort: string): ListControls {
  const [params, setParams] = useSearchParams();
  return {
    ...readListState(params, defaultSort),
    params,
    // By what the address says by now: the page may be some changes behind it.
    change: (changes) => setParams(changeParams(new URLSearchParams(location.search), changes), { replace: true }),
    hrefOfPage: (page) => `?${changeParams(params, { page })}`,
  };
}
