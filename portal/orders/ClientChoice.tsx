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
  error,
  hint,
  isReadOnly = false,
  inputRef,
}: {
  channelId: string;
  value: Option | null;
  onChange: (client: Client | null) => void;
  error?: string | undefined;
  hint?: string;
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
  return (
    <Combobox
      label="Client"
      hint={hint}
      error={error}
      value={value}
      options={options}
      isPending={found.isFetching || search !== text}
      onSearch={setText}
      onChange={(option) => onChange(clients.find(({ id }) => id === option?.id) ?? null)}
      isReadOnly={isReadOnly}
      inputRef={inputRef}
    />
  );
}
