import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Page, PopulatedOrder } from '../api/queries.ts';
import { keyBindings } from '../keys/keyBindings.ts';
import { useShortcut } from '../keys/useShortcut.ts';
import { Button } from '../look/Button.tsx';
import { Icon } from '../look/Icon.tsx';

/**
 * Buttons to the previous and next order of the list from which the page was opened. Renders nothing if there was no
 * list.
 */
export function PreviousNextOrder({ id, pathOf }: { id: string; pathOf: (id: string) => string }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  // Computed once, when the order is opened: a save can reorder the list, but must not change which order comes next.
  const [beside] = useState(() =>
    adjacentOrders(
      id,
      cache
        .getQueryCache()
        .findAll({ queryKey: ['orders', 'list'] })
        .flatMap(({ queryKey, state }) => {
          const page = cache.getQueryData<Page<PopulatedOrder>>(queryKey);
          return page ? [{ rows: page.results, at: state.dataUpdatedAt }] : [];
        }),
    ),
  );
  const { before, after } = beside ?? {};
  const goTo = (other: string | undefined) => (other ? () => void navigate(pathOf(other)) : undefined);
  useShortcut(keyBindings.previousOrder, goTo(before));
  useShortcut(keyBindings.nextOrder, goTo(after));
  if (!before && !after) return null;
  return (
    <>
      <Button
        kind="quiet"
        aria-label="Previous order"
        title={keyBindings.previousOrder}
        disabled={!before}
        onClick={goTo(before)}
      >
        <Icon name="up" size={16} />
      </Button>
      <Button
        kind="quiet"
        aria-label="Next order"
        title={keyBindings.nextOrder}
        disabled={!after}
        onClick={goTo(after)}
      >
        <Icon name="down" size={16} />
      </Button>
    </>
  );
}

/** The previous and next order in the list from which the page was opened. */
interface AdjacentOrders {
  before: string | undefined;
  after: string | undefined;
}

interface CachedList {
  rows: readonly Pick<PopulatedOrder, 'id'>[];
  /** When it was loaded, in milliseconds. */
  at: number;
}

/** Returns the neighbours of an order in the most recently loaded list that contains it; undefined if there is none. */
export function adjacentOrders(id: string, lists: readonly CachedList[]): AdjacentOrders | undefined {
  const [list] = lists
    .filter(({ rows }) => rows.some((row) => row.id === id))
    .toSorted((one, other) => other.at - one.at);
  const at = list?.rows.findIndex((row) => row.id === id) ?? -1;
  return list && { before: list.rows[at - 1]?.id, after: list.rows[at + 1]?.id };
}
