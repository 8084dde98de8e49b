import { useGetList, useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { AroundForm } from '#schemas/designing/renamed-keys.ts';
import type { Channel, Form } from '#schemas/generated/types.ts';

/** What names keys of the form under edit from outside of it; null while that is looked for. */
export function useAroundForm(): AroundForm | null {
  const form = useRecordContext<Form>();
  const tableColumns = useWatch<Form, 'tableColumns'>({ name: 'tableColumns' }) ?? [];
  const examples = useWatch<Form, 'examples'>({ name: 'examples' }) ?? [];
  // A form that is not made yet has no channels.
  const id = form?.id;
  const { data, error } = useGetList<Channel>(
    'channels',
    { filter: { orderFormId: id }, pagination: { page: 1, perPage: 100 } },
    // Asked for each key that is looked at: a minute old will do to warn.
    { enabled: id !== undefined, staleTime: 60_000 },
  );
  const channels = id === undefined || error ? [] : data;
  return channels ? { tableColumns, examples, channels } : null;
}
