import { useQuery } from '@tanstack/react-query';
import { dayText } from '#schemas/texts/moments.ts';
import { choicesOf, recordOf } from '../../api/queries.ts';
import { useChannels } from '../../channels/useChannels.ts';
import { ActiveFilters } from '../../lists/ActiveFilters.tsx';
import { useSignedIn } from '../../session/SessionProvider.tsx';
import type { FormColumn } from './formColumns.ts';
import { type ConditionField, conditionFields, describeCondition } from './orderConditions.ts';
import { conditionPrefix, type OrderFilters } from './orderFilters.ts';

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
    { key: 'from', isSet: from, words: `Updated from ${dayText(from)}` },
    { key: 'to', isSet: to, words: `Updated to ${dayText(to)}` },
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

/** Hook: the names of the filtered records; undefined while they load, and if they may not be read. */
export function useFilterNames({ user, client, form }: OrderFilters) {
  const me = useSignedIn().user;
  const isOther = user !== '' && user !== 'me' && user !== me.id;
  const person = useQuery({ ...recordOf('users', user), enabled: isOther });
  const business = useQuery({ ...recordOf('clients', client), enabled: client !== '' });
  const forms = useQuery({ ...choicesOf('forms'), enabled: form !== '' });
  return {
    user: isOther ? person.data?.name : user && me.name,
    client: business.data?.name,
    form: forms.data?.find(({ id }) => id === form)?.name,
  };
}
