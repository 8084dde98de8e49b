import { useChannels } from '../../channels/useChannels.ts';
import { ActiveFilters } from '../../lists/ActiveFilters.tsx';
import { formatDay } from '../../look/formatTime.ts';
import type { FormColumn } from './formColumns.ts';
import { type ConditionField, conditionFields, describeCondition } from './orderConditions.ts';
import { conditionPrefix, type OrderFilters } from './orderFilters.ts';
import { useFilterNames } from './useFilterNames.ts';

/** The active filters that the filter bar itself does not show, each as a link that removes it. */
export function ActiveOrderFilters({
  filters,
  columns,
  hrefOf,
}: {
  filters: OrderFilters;
  /** The table columns of the selected form. */
  columns: readonly FormColumn[];
  hrefOf: (changes: Record<string, string>) => string;
}) {
  const names = useFilterNames(filters);
  const channels = useChannels().channels.map(({ id, name }) => ({ value: id, title: name }));
  const fields: ConditionField[] = [
    ...conditionFields(columns),
    // A view of the back-office may have it.
    { key: 'channelId', title: 'Channel', kind: 'choice', choices: channels },
  ];
  const { user, client, form, from, to, isAcross } = filters;
  const person = user === 'me' ? '' : user;
  const chosen = [
    { key: 'client', isSet: client, words: `Client: ${names.client ?? '–'}` },
    { key: 'user', isSet: person, words: `Person: ${names.user ?? '–'}` },
    { key: 'form', isSet: form, words: `Form: ${names.form ?? '–'}`, with: { columns: '', sort: '' } },
    { key: 'from', isSet: from, words: `Updated from ${formatDay(from)}` },
    { key: 'to', isSet: to, words: `Updated to ${formatDay(to)}` },
    { key: 'across', isSet: isAcross, words: 'All channels' },
    ...Object.entries(filters.conditions).map(([key, value]) => ({
      key: `${conditionPrefix}${key}`,
      isSet: value,
      words: describeCondition(fields, key, value),
      with: {},
    })),
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
