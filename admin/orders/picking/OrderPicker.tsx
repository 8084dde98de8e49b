import { Autocomplete, TextField } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebouncedEvent } from 'react-admin';
import { type OrderScope, type PickedOrder, searchOrders } from './find-orders.ts';

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
