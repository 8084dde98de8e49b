import { Autocomplete, TextField } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebouncedEvent } from 'react-admin';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Client, Order } from '#schemas/generated/types.ts';
import { request } from '../../provider/http.ts';

interface OrderPickerProps {
  label: string;
  /** Help text while no order is chosen. */
  hint: string;
  among: OrderScope;
  value: PickedOrder | null;
  onChange: (order: PickedOrder | null) => void;
}

/** Autocomplete for orders that the user may read, searched on the server. */
export function OrderPicker({ label, hint, among, value, onChange }: OrderPickerProps) {
  const [search, setSearch] = useState('');
  // After a choice the text is the order's label, not a search term.
  const look = useDebouncedEvent((text: string) => setSearch(text === value?.label ? '' : text), 500);
  const [isOpen, setOpen] = useState(false);
  const found = useQuery({
    queryKey: ['orders-to-pick', among, search],
    queryFn: () => searchOrders({ search, among }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  return (
    <Autocomplete
      size="small"
      options={found.data ?? []}
      value={value}
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      loading={found.isPending}
      loadingText="Searching orders…"
      noOptionsText={found.error ? found.error.message : 'No orders found'}
      // The server has already filtered.
      filterOptions={(options) => options}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      onInputChange={(_event, text) => void look(text)}
      onChange={(_event, chosen) => onChange(chosen)}
      renderInput={(params) => <TextField {...params} label={label} helperText={value ? undefined : hint} />}
    />
  );
}

/** An order in the picker. */
export interface PickedOrder {
  id: string;
  label: string;
}

/** Restricts the orders; empty allows all that the user may read. */
type OrderScope = Partial<Pick<Order, 'channelId' | 'form'>>;

type OrderRow = Pick<Order, 'id' | 'refCode' | 'status'> & { client: Pick<Client, 'name'> | string | null };

/** Searches orders, most recent first. Throws HttpError. */
async function searchOrders({ among, search }: { among: OrderScope; search: string }): Promise<PickedOrder[]> {
  const query = new URLSearchParams({ limit: '20', populate: 'client', sort: '-updatedAt', search, ...among });
  const { json } = await request(`/api/orders?${query}`);
  const found: { results: OrderRow[] } = json;
  return found.results.map(({ id, refCode, client, status }) => ({
    id,
    label: [refCode, isRecord(client) ? client.name : 'no client', status].join(' · '),
  }));
}
