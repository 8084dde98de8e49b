import { useGetList, useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { AroundForm } from '#schemas/designing/renamed-keys.ts';
import type { Channel, Form } from '#schemas/generated/types.ts';

/**
 * Loads what refers to keys of the form from outside of it: table columns, examples and channels. Null while loading.
 */
export function useOutsideReferences(): AroundForm | null {
  const form = useRecordContext<Form>();
  const tableColumns = useWatch<Form, 'tableColumns'>({ name: 'tableColumns' }) ?? [];
  const examples = useWatch<Form, 'examples'>({ name: 'examples' }) ?? [];
  // A new form has no channels.
  const id = form?.id;
  const { data, error } = useGetList<Channel>(
    'channels',
    { filter: { orderFormId: id }, pagination: { page: 1, perPage: 100 } },
    // Loaded for each selected key; a minute of staleness is fine for a warning.
    { enabled: id !== undefined, staleTime: 60_000 },
  );
  const channels = id === undefined || error ? [] : data;
  return channels ? { tableColumns, examples, channels } : null;
}
