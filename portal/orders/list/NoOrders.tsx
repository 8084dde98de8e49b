import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router-dom';
import { ApiError } from '../../api/ApiError.ts';
import type { NamedRecord } from '../../api/queries.ts';
import type { ElementSlot } from '../../forms/elementSlot.ts';
import { SearchSuggestion } from '../../lists/SearchSuggestion.tsx';
import { EmptyState } from '../../look/EmptyState.tsx';
import { useToast } from '../../look/Toasts.tsx';

/** The empty state of the order list: no orders yet, nothing for a search with a suggestion, or no match. */
export function NoOrders({
  channel,
  search,
  suggestion,
  isNarrowed: isNarrow,
  add,
}: {
  channel: NamedRecord;
  search: string;
  /** A similar query that finds something. */
  suggestion: string | undefined;
  isNarrowed: boolean;
  add: ElementSlot;
}) {
  if (!search && !isNarrow)
    return (
      <EmptyState title="No orders yet" action={add}>
        {`The orders in ${channel.name} appear here, from the first draft on.`}
      </EmptyState>
    );
  if (suggestion) return <SearchSuggestion search={search} suggestion={suggestion} clearLabel="Show all orders" />;
  return (
    <EmptyState title="No matching orders" action={<Link to="?">Show all orders</Link>}>
      {search ? `No orders match “${search}”.` : 'No orders match these filters.'}
    </EmptyState>
  );
}

/** Whether the API refuses only the sort. If it refuses a filter as well, another sort does not help. */
export const isSortRefused = (error: Error): boolean =>
  error instanceof ApiError &&
  error.status === 400 &&
  error.fields.length > 0 &&
  error.fields.every(({ path }) => path === '/sort');

/**
 * Falls back to the default sort when the API refuses another one because too many orders match (design 3), and says so.
 */
export function SortFallback({ error, onReset }: { error: Error; onReset: () => void }) {
  const toast = useToast();
  const isRefused = isSortRefused(error);
  const reset = useEffectEvent(() => {
    toast('Over 10,000 orders match, so the list is sorted by Updated');
    onReset();
  });
  useEffect(() => {
    if (isRefused) reset();
  }, [isRefused]);
  return null;
}
