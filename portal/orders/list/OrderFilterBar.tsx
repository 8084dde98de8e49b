import { type ReactNode, useState } from 'react';
import type { Named } from '../../api/queries.ts';
import { Chips } from '../../lists/Chips.tsx';
import { ChosenFilters } from '../../lists/ChosenFilters.tsx';
import { changeParams } from '../../lists/listState.ts';
import { SearchField } from '../../lists/SearchField.tsx';
import { Button } from '../../look/Button.tsx';
import { loadable } from '../../look/loadable.tsx';
import { dayText } from '../../look/times.ts';
import type { FormColumn } from './formColumns.ts';
import styles from './OrderFilterBar.module.css';
import type { OrderFilters } from './orderFilters.ts';
import { statusFilters } from './statusFilter.ts';
import { useFilterNames } from './useFilterNames.ts';

const FilterPanel = loadable(async () => (await import('./FilterPanel.tsx')).FilterPanel);

interface OrderFilterBarProps {
  channel: Named;
  filters: OrderFilters;
  search: string;
  params: URLSearchParams;
  change: (changes: Record<string, string>) => void;
  columns: readonly FormColumn[];
  /** What can be done with the list as it stands. */
  download: ReactNode;
}

/** Search, statuses and one's own in one line, the way to all other filters, and what is narrowed down by them. */
export function OrderFilterBar(bar: OrderFilterBarProps) {
  const { filters, search, params, change, download } = bar;
  const [isOpen, setOpen] = useState(false);
  const hrefOf = (changes: Record<string, string>) => `?${changeParams(params, changes)}`;
  const isMine = filters.user === 'me';
  return (
    <>
      <SearchField
        label="Search by reference, client, person or campaign"
        value={search}
        onSearch={(text) => change({ search: text })}
      />
      <Chips
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
        <Chips
          label="Whose"
          chips={[{ title: 'Mine', href: hrefOf({ user: isMine ? '' : 'me' }), isCurrent: isMine }]}
        />
        <Button kind="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Filters
        </Button>
        {download}
      </span>
      {isOpen && <FilterPanel {...bar} />}
      <Chosen filters={filters} hrefOf={hrefOf} />
    </>
  );
}

/** What is narrowed down to beside what the line itself says. */
function Chosen({ filters, hrefOf }: { filters: OrderFilters; hrefOf: (changes: Record<string, string>) => string }) {
  const names = useFilterNames(filters);
  const { user, client, form, from, to, isAcross } = filters;
  const person = user === 'me' ? '' : user;
  const chosen = [
    { key: 'client', isSet: client, words: `Client: ${names.client ?? '–'}` },
    { key: 'user', isSet: person, words: `Person: ${names.user ?? '–'}` },
    { key: 'form', isSet: form, words: `Form: ${names.form ?? '–'}`, with: { columns: '', sort: '' } },
    { key: 'from', isSet: from, words: `Updated from ${dayText(from)}` },
    { key: 'to', isSet: to, words: `Updated to ${dayText(to)}` },
    { key: 'across', isSet: isAcross, words: 'All channels' },
  ].filter(({ isSet }) => isSet);
  return (
    <ChosenFilters
      chosen={chosen.map(({ key, words, with: along }) => ({
        key,
        words,
        hrefWithout: hrefOf({ [key]: '', ...along }),
      }))}
      hrefOfAll="?"
    />
  );
}
