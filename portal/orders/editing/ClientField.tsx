import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import type { Client } from '#schemas/generated/types.ts';
import { listOf } from '../../api/queries.ts';
import { useDebounced } from '../../lists/useDebounced.ts';
import { Combobox } from '../../look/Combobox.tsx';
import type { ListboxOption } from '../../look/Listbox.tsx';

/** The client field of an order: a search among the clients of the channel. */
export function ClientField({
  channelId,
  value,
  onChange,
  ...field
}: {
  channelId: string;
  value: ListboxOption | null;
  onChange: (client: Client | null) => void;
  error?: string | undefined;
  hint?: string;
  /** Called on blur with text that matches no client. */
  onLeft: (text: string) => void;
  /** Opens the new-client page with this name, for people who may create clients. */
  onMake?: ((name: string) => void) | undefined;
  isReadOnly?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}) {
  const [text, setText] = useState<string>();
  const search = useDebounced(text ?? '');
  const searchResult = useQuery({
    ...listOf('clients', { limit: 20, sort: 'name', channel: channelId, search }),
    enabled: text !== undefined,
  });
  const clients = searchResult.data?.results ?? [];
  const options = clients.map(({ id, name, businessName, businessAddress }) => ({
    id,
    name,
    note: `${businessName}, ${businessAddress.city}`,
  }));
  if (field.isReadOnly) return <p>{`Client: ${value?.name ?? 'Not chosen yet'}`}</p>;
  return (
    <Combobox
      {...field}
      label="Client"
      value={value}
      options={options}
      isPending={searchResult.isFetching || search !== text}
      onSearch={setText}
      onChange={(option) => onChange(clients.find(({ id }) => id === option?.id) ?? null)}
    />
  );
}
