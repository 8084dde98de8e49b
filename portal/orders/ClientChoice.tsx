import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import type { Client } from '#schemas/generated/types.ts';
import { listOf } from '../api/queries.ts';
import { useDebounced } from '../lists/useDebounced.ts';
import { Combobox, type Option } from '../look/Combobox.tsx';

/** Whose order it is: searched among the clients of the channel. */
export function ClientChoice({
  channelId,
  value,
  onChange,
  ...field
}: {
  channelId: string;
  value: Option | null;
  onChange: (client: Client | null) => void;
  error?: string | undefined;
  hint?: string;
  /** Hears what was typed and left without a client for it. */
  onLeft: (text: string) => void;
  /** Leads to where a client of this name is made, for who may. */
  onMake?: ((name: string) => void) | undefined;
  isReadOnly?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}) {
  const [text, setText] = useState<string>();
  const search = useDebounced(text ?? '');
  const found = useQuery({
    ...listOf('clients', { limit: 20, sort: 'name', channel: channelId, search }),
    enabled: text !== undefined,
  });
  const clients = found.data?.results ?? [];
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
      isPending={found.isFetching || search !== text}
      onSearch={setText}
      onChange={(option) => onChange(clients.find(({ id }) => id === option?.id) ?? null)}
    />
  );
}
