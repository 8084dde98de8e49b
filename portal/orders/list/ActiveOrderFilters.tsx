import { ActiveFilters } from '../../lists/FilterChips.tsx';
import { formatDay } from '../../look/formatTime.ts';
import type { OrderFilters } from './orderFilters.ts';
import { useFilterNames } from './useFilterNames.ts';

/** The active filters that the filter bar itself does not show, each as a link that removes it. */
export function ActiveOrderFilters({
  filters,
  hrefOf,
}: {
  filters: OrderFilters;
  hrefOf: (changes: Record<string, string>) => string;
}) {
  const names = useFilterNames(filters);
  const { user, client, form, from, to, isAcross } = filters;
  const person = user === 'me' ? '' : user;
  const chosen = [
    { key: 'client', isSet: client, words: `Client: ${names.client ?? '–'}` },
    { key: 'user', isSet: person, words: `Person: ${names.user ?? '–'}` },
    { key: 'form', isSet: form, words: `Form: ${names.form ?? '–'}`, with: { columns: '', sort: '' } },
    { key: 'from', isSet: from, words: `Updated from ${formatDay(from)}` },
    { key: 'to', isSet: to, words: `Updated to ${formatDay(to)}` },
    { key: 'across', isSet: isAcross, words: 'All channels' },
  ].filter(({ isSet }) => isSet);
  return (
    <ActiveFilters
      chosen={chosen.map(({ key, words, with: along }) => ({
        key,
        words,
        hrefWithout: hrefOf({ [key]: '', ...along }),
      }))}
      hrefOfAll="?"
    />
  );
}
