import { Link } from 'react-router-dom';
import { withCaseOf } from '#schemas/searching/search-results.ts';
import { EmptyState } from '../look/EmptyState.tsx';
import { updateListParams } from './listState.ts';

interface SearchSuggestionProps {
  search: string;
  /** A similar query that finds something. */
  suggestion: string;
  /** The label of the link that clears the search and the filters. */
  clearLabel: string;
}

/** The empty state of a list whose search finds nothing, with a similar search: 'Nothing for Heler. Heller?' */
export function SearchSuggestion({ search, suggestion, clearLabel }: SearchSuggestionProps) {
  const next = withCaseOf(search, suggestion);
  return (
    <EmptyState title={`Nothing for ${search}.`} action={<Link to="?">{clearLabel}</Link>}>
      <Link to={`?${updateListParams(new URLSearchParams(location.search), { search: next })}`}>{`${next}?`}</Link>
    </EmptyState>
  );
}
