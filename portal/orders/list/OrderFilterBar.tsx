import { useState } from 'react';
import type { NamedRecord } from '../../api/queries.ts';
import type { ElementSlot } from '../../forms/elementSlot.ts';
import { lazyComponent } from '../../forms/lazyComponent.tsx';
import { FilterChips } from '../../lists/FilterChips.tsx';
import { updateListParams } from '../../lists/listState.ts';
import { SearchField } from '../../lists/SearchField.tsx';
import { Button } from '../../look/Button.tsx';
import type { FormColumn } from './formColumns.ts';
import styles from './OrderFilterBar.module.css';
import { hasFilters, type OrderFilters } from './orderFilters.ts';
import { statusFilters } from './statusFilter.ts';

const ChosenOrderFilters = lazyComponent(async () => (await import('./ActiveOrderFilters.tsx')).ActiveOrderFilters, {
  fallback: () => <div className={styles.chosen} />,
});
const FilterPanel = lazyComponent(async () => (await import('./FilterPanel.tsx')).FilterPanel);

interface OrderFilterBarProps {
  channel: NamedRecord;
  filters: OrderFilters;
  search: string;
  params: URLSearchParams;
  change: (changes: Record<string, string>) => void;
  columns: readonly FormColumn[];
  /** The CSV download button. */
  download: ElementSlot;
}

/**
 * The filter bar of the order list: search, status and "Mine", the button for all other filters, and the active ones.
 */
export function OrderFilterBar(bar: OrderFilterBarProps) {
  const { filters, search, params, change, download } = bar;
  const [isOpen, setOpen] = useState(false);
  const hrefOf = (changes: Record<string, string>) => `?${updateListParams(params, changes)}`;
  const isMine = filters.user === 'me';
  // The bar itself shows the status and "Mine".
  const hasMore = hasFilters({ ...filters, status: undefined, user: isMine ? '' : filters.user }) || filters.isAcross;
  return (
    <>
      <SearchField
        label="Search by reference, client, person or campaign"
        value={search}
        onSearch={(text) => change({ search: text })}
      />
      <FilterChips
        label="Status"
        chips={[
          { title: 'All', href: hrefOf({ status: '' }), isCurrent: !filters.status },
          ...statusFilters.map(({ value, title }) => ({
            title,
            href: hrefOf({ status: value }),
            isCurrent: filters.status?.value === value,
          })),
        ]}
      />
      <span className={styles.tools}>
        <FilterChips
          label="Owner"
          chips={[{ title: 'Mine', href: hrefOf({ user: isMine ? '' : 'me' }), isCurrent: isMine }]}
        />
        <Button kind="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Filters
        </Button>
        {download}
      </span>
      {isOpen && <FilterPanel {...bar} />}
      {hasMore && <ChosenOrderFilters filters={filters} hrefOf={hrefOf} />}
    </>
  );
}
